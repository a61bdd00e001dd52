import { isJsonObject } from '@toolyard/core';
import { isFieldValue } from '../form/parse-page-message.ts';
import { TRY_PROTOCOL, type TryPageMessage } from './protocol.ts';

type Check = (value: unknown) => boolean;

const MAX_NAME = 1000;
const isName: Check = (value) => typeof value === 'string' && value.length <= MAX_NAME;
const isEdit: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isIndex: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

const FIELDS: Readonly<Record<TryPageMessage['type'], Readonly<Record<string, Check>>>> = {
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
  if (!isJsonObject(value) || value['protocol'] !== TRY_PROTOCOL) return false;
  const { type } = value;
  if (typeof type !== 'string' || !isKnown(type)) return false;
  return Object.entries(FIELDS[type]).every(([name, check]) => check(value[name]));
}

function isKnown(type: string): type is TryPageMessage['type'] {
  return Object.hasOwn(FIELDS, type);
}
