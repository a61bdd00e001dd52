/** Says whether a value is what a message should have at that place. */
export type Check = (value: unknown) => boolean;

/** Any text. */
export const text: Check = (value) => typeof value === 'string';
/** Yes or no. */
export const flag: Check = (value) => typeof value === 'boolean';
/** A whole number from 0. */
export const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of which each entry passes. */
export function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every((each) => check(each));
}

/** An object whose fields pass; it may have others. */
export function objectOf(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields);
  return (value) => isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

/** That, or nothing at all. */
export function maybe(check: Check): Check {
  return (value) => value === undefined || check(value);
}

/** One of these values. */
export function oneOf(...values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

/** An object whose other fields depend on one of them. */
export function variants(by: string, of: Readonly<Record<string, Check>>): Check {
  return (value) => {
    if (!isRecord(value)) return false;
    const name = value[by];
    return typeof name === 'string' && Object.hasOwn(of, name) && of[name]?.(value) === true;
  };
}

/** What is wrong at one place. */
export const problems: Check = listOf(objectOf({ severity: oneOf('error', 'warning'), message: text }));
/** The entries of a select. */
export const choices: Check = listOf(objectOf({ value: text, label: text, about: maybe(text) }));

const COMMON = {
  key: text,
  label: text,
  about: maybe(text),
  isRequired: flag,
  isReadOnly: flag,
  isInFile: maybe(flag),
  problems,
};

/** A field with everything that is shown of it. */
export const field: Check = variants('kind', {
  text: objectOf({
    ...COMMON,
    value: text,
    isLong: flag,
    input: oneOf('text', 'number'),
    placeholder: maybe(text),
    isTemplate: flag,
    suggestions: maybe(listOf(text)),
    box: maybe(oneOf('code', 'text')),
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

/** What is shown above a form. */
export const notices: Check = listOf(objectOf({ level: oneOf('info', 'warning', 'error'), message: text }));
