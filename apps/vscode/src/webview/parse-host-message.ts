import { FORM_PROTOCOL, type HostMessage } from '../form/protocol.ts';
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
} from './message-checks.ts';

const typed = objectOf({ as: oneOf('text', 'number', 'boolean', 'json'), text });

const row = objectOf({
  parameter: text,
  type: text,
  isRequired: flag,
  isExtra: flag,
  about: maybe(text),
  serverDefault: maybe(text),
  values: maybe(listOf(text)),
  mapping: objectOf({
    source: oneOf('none', 'context', 'literal', 'template'),
    value: typed,
    default: maybe(typed),
  }),
  problems,
  preview: variants('kind', {
    none: () => true,
    value: objectOf({ text }),
    problem: objectOf({ message: text }),
  }),
});

const view = objectOf({
  title: text,
  sections: listOf(objectOf({ id: text, title: text, fields: listOf(field) })),
  mapping: maybe(objectOf({ rows: listOf(row), canAdd: flag, note: maybe(text), suggestions: count, problems })),
  contextNames: listOf(objectOf({ name: text, example: maybe(text) })),
  preview: objectOf({
    events: choices,
    event: text,
    sample: text,
    problems,
    result: maybe(text),
    isPending: flag,
  }),
  notices,
  problems,
  isDirty: flag,
  isSaving: flag,
  canSave: flag,
  canOpenFile: flag,
  conflict: maybe(text),
  restored: maybe(text),
  readOnly: maybe(text),
});

const server = objectOf({
  id: text,
  name: text,
  status: oneOf('available', 'unavailable', 'unknown'),
  reason: maybe(text),
  origin: maybe(text),
  tools: listOf(objectOf({ name: text, about: maybe(text) })),
});

const protocol = oneOf(FORM_PROTOCOL);

const message = variants('type', {
  show: objectOf({ protocol, edit: count, view, kept: text }),
  servers: objectOf({ protocol, servers: listOf(server), isLooking: flag, warnings: listOf(text) }),
});

/** What came from the host, checked to the last field; nothing where it is not a message of this protocol. */
export function parseHostMessage(data: unknown): HostMessage | undefined {
  return isHostMessage(data) ? data : undefined;
}

function isHostMessage(data: unknown): data is HostMessage {
  return message(data);
}
