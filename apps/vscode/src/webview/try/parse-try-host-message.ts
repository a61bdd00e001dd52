import { TRY_PROTOCOL, type TryHostMessage } from '../../try/protocol.ts';
import {
  choices,
  count,
  field,
  flag,
  listOf,
  maybe,
  notices,
  objectOf,
  oneOf,
  problems,
  text,
  variants,
} from '../message-checks.ts';

const fraction = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

const written = objectOf({ text, more: count });

const part = variants('kind', {
  text: written,
  json: written,
  table: objectOf({ columns: listOf(text), rows: listOf(listOf(text)), more: count, json: text, moreJson: count }),
  // A picture of another place would be loaded from there.
  image: objectOf({ src: (value) => typeof value === 'string' && /^data:image\/\w+;base64,/.test(value), about: text }),
  file: objectOf({ about: text }),
  link: objectOf({ name: text, uri: text, about: maybe(text) }),
});

const view = objectOf({
  title: text,
  about: maybe(text),
  notices,
  fields: listOf(field),
  isJson: flag,
  canForm: flag,
  problems,
  blocked: maybe(text),
  running: maybe(objectOf({ status: text, fraction: maybe(fraction) })),
  history: choices,
  result: maybe(
    objectOf({
      status: oneOf('success', 'tool-error', 'failure', 'stopped'),
      title: text,
      parts: listOf(part),
      canStart: flag,
    }),
  ),
});

const message = objectOf({
  protocol: oneOf(TRY_PROTOCOL),
  type: oneOf('show'),
  edit: count,
  view,
  kept: text,
  focus: maybe(text),
});

/** What came from the host, checked to the last field; nothing where it is not a message of this protocol. */
export function parseTryHostMessage(data: unknown): TryHostMessage | undefined {
  return isHostMessage(data) ? data : undefined;
}

function isHostMessage(data: unknown): data is TryHostMessage {
  return message(data);
}
