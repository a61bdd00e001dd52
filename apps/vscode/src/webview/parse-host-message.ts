import { FORM_PROTOCOL, type HostMessage } from '../form/protocol.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every((each) => check(each));
}

function objectOf(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields);
  return (value) => isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

function maybe(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function oneOf(...values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

/** An object whose other fields depend on one of them. */
function variants(by: string, of: Readonly<Record<string, Check>>): Check {
  return (value) => {
    if (!isRecord(value)) return false;
    const name = value[by];
    return typeof name === 'string' && Object.hasOwn(of, name) && of[name]?.(value) === true;
  };
}

const problems = listOf(objectOf({ severity: oneOf('error', 'warning'), message: text }));
const choices = listOf(objectOf({ value: text, label: text, about: maybe(text) }));

const COMMON = {
  key: text,
  label: text,
  about: maybe(text),
  isRequired: flag,
  isReadOnly: flag,
  isInFile: maybe(flag),
  problems,
};

const field = variants('kind', {
  text: objectOf({
    ...COMMON,
    value: text,
    isLong: flag,
    input: oneOf('text', 'number'),
    placeholder: maybe(text),
    isTemplate: flag,
    suggestions: maybe(listOf(text)),
  }),
  choice: objectOf({ ...COMMON, value: text, choices }),
  flag: objectOf({ ...COMMON, value: flag }),
  list: objectOf({
    ...COMMON,
    value: listOf(text),
    placeholder: maybe(text),
    addLabel: text,
    isTemplate: flag,
    offers: maybe(oneOf('tools', 'servers')),
  }),
  pairs: objectOf({
    ...COMMON,
    value: listOf(objectOf({ name: text, value: text })),
    addLabel: text,
    isTemplate: flag,
  }),
  tool: objectOf({ ...COMMON, server: text, tool: text, state: text, toolAbout: maybe(text) }),
});

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
  notices: listOf(objectOf({ level: oneOf('info', 'warning', 'error'), message: text })),
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
