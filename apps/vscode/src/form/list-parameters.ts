import {
  cutText,
  findField,
  findItem,
  isJsonObject,
  locateArgument,
  toShapes,
  toTypes,
  type JsonObject,
} from '@toolyard/core';
import { findRequired } from '@toolyard/hooks';

/** A parameter of a tool as its schema describes it. */
export interface SchemaParameter {
  /** As mappings name it: `filter.tags` for a field of `filter`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly about?: string;
  /** As JSON, cut. */
  readonly serverDefault?: string;
  /** All that it can be, where the schema lists that: as texts, or as JSON where they are none. */
  readonly values?: readonly string[];
  readonly valuesAre?: 'text' | 'json';
}

/** The parameters of a tool, a field after what it is part of. */
export interface SchemaParameters {
  readonly parameters: readonly SchemaParameter[];
  /** The tool takes parameters that its schema does not name. */
  readonly isOpen: boolean;
  /** There are more than are listed. */
  readonly isCut: boolean;
}

const MAX_ROWS = 200;
const MAX_DEPTH = 3;
const MAX_VALUES = 100;
const MAX_TEXT = 500;

/** Lists what a tool takes by the schema of its arguments, which may be anything: deep and circular ones are cut. */
export function listParameters(schema: unknown): SchemaParameters {
  const parameters: SchemaParameter[] = [];
  const visit = (owner: unknown, path: readonly string[], isRequired: boolean): void => {
    const shapes = toShapes(owner, schema);
    const required = findRequired(owner, schema);
    for (const name of listNames(shapes)) {
      if (parameters.length > MAX_ROWS) return;
      const field = findField(shapes, name);
      const inner = [...path, name];
      // A name that means another parameter could not be mapped by itself.
      if (!leadsTo(inner, schema)) continue;
      const isNeeded = isRequired && required.has(name);
      parameters.push(toParameter(inner, field, { root: schema, isRequired: isNeeded }));
      if (inner.length < MAX_DEPTH && !hasAlternatives(field, schema)) visit(field, inner, isNeeded);
    }
  };
  visit(schema, [], true);
  const isOpen = toShapes(schema, schema).some(
    ({ additionalProperties, patternProperties }) =>
      additionalProperties === true || isJsonObject(additionalProperties) || isJsonObject(patternProperties),
  );
  return { parameters: parameters.slice(0, MAX_ROWS), isOpen, isCut: parameters.length > MAX_ROWS };
}

function listNames(shapes: readonly JsonObject[]): readonly string[] {
  const names = shapes.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : []));
  return [...new Set(names)];
}

function leadsTo(path: readonly string[], schema: unknown): boolean {
  const found = locateArgument(path.join('.'), schema).path;
  return found.length === path.length && found.every((name, at) => name === path[at]);
}

/** Its fields depend on each other, so it is typed as a whole. */
function hasAlternatives(schema: unknown, root: unknown): boolean {
  return toShapes(schema, root).some((shape) => 'anyOf' in shape || 'oneOf' in shape);
}

function toParameter(
  path: readonly string[],
  schema: unknown,
  { root, isRequired }: { readonly root: unknown; readonly isRequired: boolean },
): SchemaParameter {
  const shapes = toShapes(schema, root);
  const values = listValues(shapes);
  const about = findText(shapes, 'description') ?? findText(shapes, 'title');
  const fallback = shapes.find((shape) => 'default' in shape)?.['default'];
  return {
    name: path.join('.'),
    type: describeType(shapes, root),
    isRequired,
    ...(about !== undefined && { about: cutText(about, MAX_TEXT) }),
    ...(fallback !== undefined && { serverDefault: cutText(JSON.stringify(fallback), MAX_TEXT) }),
    ...(values !== undefined && { values, valuesAre: areJson(shapes) ? 'json' : 'text' }),
  };
}

function findText(shapes: readonly JsonObject[], name: 'description' | 'title'): string | undefined {
  const texts = shapes.map((shape) => shape[name]);
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** Only where every shape that says something lists values: where one takes any text, a list would hide that. */
function listValues(shapes: readonly JsonObject[]): readonly string[] | undefined {
  const saying = shapes.filter((shape) => toTypes([shape]).size > 0 || 'enum' in shape || 'const' in shape);
  const lists = saying.map((shape) => choicesOf(shape));
  const listed = lists.filter((list) => list !== undefined);
  if (listed.length === 0 || listed.length !== lists.length) return undefined;
  const all = listed.flat();
  // One select cannot tell the text "5" from the number.
  const isMixed = all.some(isText) && !all.every(isText);
  const values = [...new Set(all.map(toChoiceText))];
  return isMixed || values.length > MAX_VALUES ? undefined : values;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Whether the values that are listed are no texts, so that they are typed as JSON. */
function areJson(shapes: readonly JsonObject[]): boolean {
  return shapes.some((shape) => (choicesOf(shape) ?? []).some((value) => !isText(value)));
}

function choicesOf(shape: JsonObject): readonly unknown[] | undefined {
  if ('const' in shape) return [shape['const']];
  return Array.isArray(shape['enum']) ? shape['enum'] : undefined;
}

function toChoiceText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeType(shapes: readonly JsonObject[], root: unknown): string {
  const values = listValues(shapes);
  if (values !== undefined) return values.length === 1 ? 'one value' : `one of ${values.length} values`;
  const types = [...toTypes(shapes)];
  if (types.length === 0) return 'any value';
  return types.map((type) => (type === 'array' ? describeList(shapes, root) : type)).join(' or ');
}

function describeList(shapes: readonly JsonObject[], root: unknown): string {
  const types = [...toTypes(toShapes(findItem(shapes, 0), root))];
  const [type, ...others] = types;
  return type === undefined || others.length > 0 ? 'list' : `list of ${type === 'array' ? 'lists' : `${type}s`}`;
}
