import { isFieldValue } from '../form/parse-page-message.ts';
import { fitsProtocol, isEdit, isName, type FieldCheck } from '../form/page-message-checks.ts';
import { TRY_PROTOCOL, type TryPageMessage } from './protocol.ts';

const isIndex: FieldCheck = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const oneOf =
  (...values: readonly unknown[]): FieldCheck =>
  (value) =>
    values.includes(value);

const FIELDS: Readonly<Record<TryPageMessage['type'], Readonly<Record<string, FieldCheck>>>> = {
  ready: {},
  call: {},
  stop: {},
  startServer: {},
  change: { edit: isEdit, key: isName, value: isFieldValue },
  json: { edit: isEdit, isOn: (value) => typeof value === 'boolean' },
  recall: { edit: isEdit, id: isName },
  copy: { as: oneOf('block', 'hook', 'command') },
  part: { part: isIndex, action: oneOf('open', 'save', 'copy') },
};

/** Reads what a page sent; `undefined` for anything that is no message of this protocol, since a page is not trusted. */
export function parseTryMessage(value: unknown): TryPageMessage | undefined {
  return isTryMessage(value) ? value : undefined;
}

function isTryMessage(value: unknown): value is TryPageMessage {
  return fitsProtocol(value, TRY_PROTOCOL, FIELDS);
}
