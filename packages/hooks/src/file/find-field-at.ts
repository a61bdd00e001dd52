import type { Field, Fields, JsonPath, Shape } from '@toolyard/core';
import type { LooseValues } from './find-path-at.ts';
import { FILE_FIELDS } from './hook-fields.ts';

/** A key that can stand at a place of a hooks file. */
export interface KnownKey {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly holds: 'object' | 'list' | 'value';
}

/** What can stand at a place of a hooks file, by the tables that its parser reads it with. */
export interface KnownField {
  /** Of an object: the keys that it can have. */
  readonly keys: readonly KnownKey[];
  /** Of a choice: its words, those of examples, and `true` and `false`. */
  readonly words: readonly string[];
  /** What the key is for, where it has one. */
  readonly about?: string;
  readonly default?: unknown;
}

const ROOT: Shape = { kind: 'object', fields: FILE_FIELDS };

/** Finds what the file can have at a path; `values` are those that decide, such as the event of a trigger. `undefined` where nothing is known. */
export function findFieldAt(path: JsonPath, values: LooseValues): KnownField | undefined {
  let shapes: readonly Shape[] = [ROOT];
  let field: Field | undefined;
  for (const [depth, step] of path.entries()) {
    const around = path.slice(0, depth);
    const fields = shapes.flatMap((shape) => fieldsOf(shape, around, values)[step] ?? []);
    const inner = shapes.flatMap((shape) => innerOf(shape, step));
    field = fields[0];
    shapes = [...fields.map((each) => each.shape), ...inner].flatMap(flatten);
    if (shapes.length === 0) return undefined;
  }
  return {
    keys: shapes.flatMap((shape) =>
      Object.entries(fieldsOf(shape, path, values)).map(([name, each]) => toKey(name, each)),
    ),
    words: shapes.flatMap(wordsOf),
    ...(field === undefined ? {} : { about: field.about }),
    ...(field?.default === undefined ? {} : { default: field.default }),
  };
}

function flatten(shape: Shape): readonly Shape[] {
  return shape.kind === 'either' ? shape.of.flatMap(flatten) : [shape];
}

function fieldsOf(shape: Shape, path: JsonPath, values: LooseValues): Fields {
  if (shape.kind === 'object') return shape.fields;
  if (shape.kind !== 'variants') return {};
  const word = values([...path, shape.by]);
  const fitting = shape.of.filter(({ when }) => word !== undefined && when.includes(word));
  const words = shape.of.flatMap(({ when }) => when);
  const decides: Field = { shape: { kind: 'choice', values: words }, about: shape.about, required: true };
  // Before the word is known every field may be meant.
  const variants = fitting.length > 0 ? fitting : shape.of;
  return Object.assign({ [shape.by]: decides }, ...variants.map(({ fields }) => fields));
}

function innerOf(shape: Shape, step: string | number): readonly Shape[] {
  if (shape.kind === 'list' && typeof step === 'number') return [shape.of];
  return shape.kind === 'map' ? [shape.of] : [];
}

function toKey(name: string, { about, required, shape }: Field): KnownKey {
  const isObject = shape.kind === 'object' || shape.kind === 'variants' || shape.kind === 'map';
  return {
    name,
    about,
    required: required === true,
    holds: isObject ? 'object' : shape.kind === 'list' ? 'list' : 'value',
  };
}

function wordsOf(shape: Shape): readonly string[] {
  if (shape.kind === 'choice') return shape.values;
  if (shape.kind === 'string') return shape.examples ?? [];
  return shape.kind === 'boolean' ? ['true', 'false'] : [];
}
