/** What a value of the file may be. The parser, its messages and the JSON Schema all come from it. */
export type Shape =
  | { readonly kind: 'string'; readonly notEmpty?: true; readonly format?: 'http-url' }
  | { readonly kind: 'boolean' }
  | IntegerShape
  | { readonly kind: 'number'; readonly min: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: Shape; readonly max?: number }
  | { readonly kind: 'map'; readonly of: Shape; readonly keys?: RegExp; readonly keysAre?: string }
  | ObjectShape
  | { readonly kind: 'anything' };

/** A whole number within bounds. */
export interface IntegerShape {
  readonly kind: 'integer';
  readonly min: number;
  readonly max?: number;
  /** -1 is allowed too and means unlimited. */
  readonly unlimited?: true;
}

/** An object with known fields; others are warned about, never refused. */
interface ObjectShape {
  readonly kind: 'object';
  readonly fields: Fields;
  /** A list in place of the object stands for an object with this one field. */
  readonly listStandsFor?: string;
}

/** One field of an object in the file. */
export interface Field {
  readonly shape: Shape;
  /** For the editor's tooltip. */
  readonly about: string;
  readonly required?: true;
  /** What the parser puts where the field is absent; objects and lists are only said here to be shown. */
  readonly default?: unknown;
}

/** The known fields of an object, by name. */
export type Fields = Readonly<Record<string, Field>>;
