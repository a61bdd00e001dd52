/** What a value of the file may be. The parser, its messages and the JSON Schema all come from it. */
export type Shape =
  | PartShape
  | ListShape
  | MapShape
  | ObjectShape
  | VariantsShape
  /** The first of them that has the JSON type of the value. */
  | { readonly kind: 'either'; readonly of: readonly Shape[] }
  | AnythingShape;

/** What a value without parts may be. */
export type PartShape =
  | StringShape
  | { readonly kind: 'boolean' }
  | IntegerShape
  | { readonly kind: 'number'; readonly min: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  /** A string, a number, true, false or null. */
  | { readonly kind: 'plain' };

/** What is wrong with a text beyond what a schema can say, as a sentence; `undefined` where nothing is. */
export type TextCheck = (text: string) => string | undefined;

/** A text. */
export interface StringShape {
  readonly kind: 'string';
  readonly notEmpty?: true;
  readonly format?: 'http-url';
  /** Characters, and not the units that JavaScript counts. */
  readonly maxLength?: number;
  /** A pattern, and how people call a text that it matches: `a path inside the workspace`. */
  readonly matches?: RegExp;
  readonly matchesAre?: string;
  readonly check?: TextCheck;
  /** What editors offer, besides anything else that it may be. */
  readonly examples?: readonly string[];
}

/** A whole number within bounds. */
export interface IntegerShape {
  readonly kind: 'integer';
  readonly min: number;
  readonly max?: number;
  /** -1 is allowed too and means unlimited. */
  readonly unlimited?: true;
  /** A text that becomes the number later is allowed too, such as a template; says what is wrong with one. */
  readonly orText?: TextCheck;
}

/** An array. */
export interface ListShape {
  readonly kind: 'list';
  readonly of: Shape;
  readonly max?: number;
  readonly notEmpty?: true;
  /** No two objects in it have the same text in this field. */
  readonly uniqueBy?: string;
}

/** An object with any keys, or with keys of some form. */
interface MapShape {
  readonly kind: 'map';
  readonly of: Shape;
  readonly keys?: RegExp;
  readonly keysAre?: string;
  readonly checkKey?: TextCheck;
}

/** An object with known fields; others are warned about, and refused in a strict file. */
interface ObjectShape {
  readonly kind: 'object';
  readonly fields: Fields;
  /** A list in place of the object stands for an object with this one field. */
  readonly listStandsFor?: string;
  /** Messages name what is inside from here on, and not from the top of the file. */
  readonly startsNames?: true;
}

/** An object whose fields depend on the word that one of them holds. */
export interface VariantsShape {
  readonly kind: 'variants';
  /** The field that holds the word. */
  readonly by: string;
  readonly about: string;
  readonly of: readonly Variant[];
  /** Words that are known and cannot be used, each with what is said then. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** The other fields that go with some words. */
export interface Variant {
  readonly when: readonly string[];
  readonly fields: Fields;
}

/** Any JSON value, or any of some JSON types. */
export interface AnythingShape {
  readonly kind: 'anything';
  readonly types?: readonly ('string' | 'array' | 'object')[];
  /** Looks at every text in it, keys left out. */
  readonly check?: TextCheck;
}

/** One field of an object in the file. */
export interface Field {
  readonly shape: Shape;
  /** For the editor's tooltip. */
  readonly about: string;
  readonly required?: true;
  /** Required where this other field is absent. */
  readonly requiredUnless?: string;
  /** What the parser puts where the field is absent; objects and lists are only said here to be shown. */
  readonly default?: unknown;
  /** It may only stand beside another field that has this value. */
  readonly onlyWith?: { readonly field: string; readonly value: string };
}

/** The known fields of an object, by name. */
export type Fields = Readonly<Record<string, Field>>;
