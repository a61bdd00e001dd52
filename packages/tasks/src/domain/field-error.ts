/** What is wrong with one field, in words for whoever sent it. */
export interface FieldError {
  /** The field's name, with the place in a list where it stands in one: `updates[3].title`. */
  readonly field: string;
  readonly message: string;
  /** What was given, shortened; `null` where nothing was. */
  readonly received_value: string | null;
  readonly suggestion: string | null;
}

/** What a parser gives: a value to rely on, or everything that is wrong. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

const MAX_RECEIVED = 200;

/** A value that was refused, short enough for a message; lists and objects only by their size. */
export function describeReceived(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return value.length > MAX_RECEIVED ? `${value.slice(0, MAX_RECEIVED)}…` : value;
  // Never printed whole: a value can be nested deeper than the stack reaches.
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object with ${Object.keys(value).length} fields`;
  return JSON.stringify(value) ?? null;
}
