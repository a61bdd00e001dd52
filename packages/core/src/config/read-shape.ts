import { getNodeValue, type Node } from 'jsonc-parser';
import type { Reporter } from './create-reporter.ts';
import { describeShape } from './describe-shape.ts';
import { findNearest } from './find-nearest.ts';
import type { Field, Fields, IntegerShape, Shape } from './shape.ts';
import { type JsonPath, toFieldName } from './to-json-path.ts';

/** A value of the file, and where it stands. */
export interface Place {
  readonly node: Node;
  readonly path: JsonPath;
  /** How many steps of the path name what is around the value; messages leave them out. */
  readonly around: number;
}

/** What reading needs besides the value. */
export interface ReadContext {
  readonly reporter: Reporter;
  /** Puts variables in; `undefined` where one is missing, which it reports. Absent: strings stay as they are written. */
  readonly expand?: (text: string, place: Place) => Expanded | undefined;
}

/** A text with variables put in. */
export interface Expanded {
  readonly text: string;
  /** A variable stays in it, so that what it will be is not known and not checked. */
  readonly isOpen: boolean;
}

/** One member of an object in the file. */
export interface Member {
  readonly key: string;
  readonly keyNode: Node;
  readonly place: Place;
}

// People leave notes in JSON under such keys.
const NOTE_KEY = /^(_|\/\/|#|\$)/;

/** The members of an object; a key that stands twice is read once, and reported where there is a reporter. */
export function readMembers(place: Place, reporter?: Reporter): Member[] {
  const members = new Map<string, Member>();
  for (const { children: [keyNode, node] = [] } of place.node.children ?? []) {
    if (keyNode === undefined || node === undefined) continue;
    const key = String(keyNode.value);
    const path = [...place.path, key];
    if (members.has(key)) reporter?.problem({ offset: keyNode.offset, path, message: `Duplicate key: ${key}` });
    else members.set(key, { key, keyNode, place: { node, path, around: place.around } });
  }
  return [...members.values()];
}

/** Reads a value; `undefined` where it is wrong, which is reported. */
function readShape(place: Place, shape: Shape, context: ReadContext): unknown {
  switch (shape.kind) {
    case 'anything':
      return getNodeValue(place.node);
    case 'string':
      return readString(place, shape, context);
    case 'choice':
      return readChoice(place, shape, context);
    case 'boolean':
      return place.node.type === 'boolean' ? place.node.value : refuse(place, shape, context);
    case 'integer':
      return isWithin(place.node.value, shape) ? place.node.value : refuse(place, shape, context);
    case 'number':
      return isNumber(place.node) && Number(place.node.value) >= shape.min
        ? place.node.value
        : refuse(place, shape, context);
    case 'list':
      return readList(place, shape, context);
    case 'map':
      return readMap(place, shape, context);
    default:
      return readObjectOrList(place, shape, context);
  }
}

/** Reads an object's known fields and fills in defaults; warns about keys that are not known. */
export function readFields(
  place: Place,
  fields: Fields,
  context: ReadContext,
  foreign: Readonly<Record<string, Field & { readonly warning?: string }>> = {},
): Record<string, unknown> {
  const members = readMembers(place, context.reporter);
  const given = new Set(members.map(({ key }) => key));
  const values = members.flatMap(({ key, keyNode, place: at }) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field !== undefined) return [[key, readShape(at, field.shape, context)] as const];
    const known = Object.hasOwn(foreign, key) ? foreign[key] : undefined;
    const message = known === undefined ? describeUnknown(key, Object.keys(fields)) : known.warning;
    if (message !== undefined) context.reporter.warning({ offset: keyNode.offset, path: at.path, message });
    return [];
  });
  const absent = Object.entries(fields).filter(([name]) => !given.has(name));
  for (const [name] of absent.filter(([, field]) => field.required)) {
    const path = [...place.path, name];
    context.reporter.problem({ offset: place.node.offset, path, message: `Missing required field: ${name}` });
  }
  const defaults = absent.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]]));
  return Object.fromEntries([...values.filter(([, value]) => value !== undefined), ...defaults]);
}

function describeUnknown(key: string, known: readonly string[]): string | undefined {
  if (NOTE_KEY.test(key)) return undefined;
  const nearest = findNearest(key, known);
  return nearest === undefined
    ? `Unknown key "${key}" is ignored`
    : `Unknown key "${key}" is ignored; did you mean "${nearest}"?`;
}

/** Reports that a value is not what it must be, and gives `undefined`. */
export function refuse(place: Place, shape: Shape, context: ReadContext, reason?: string): undefined {
  const name = toFieldName(place.path.slice(place.around));
  const message = `${name} ${reason ?? describeShape(shape)}`;
  context.reporter.problem({ offset: place.node.offset, path: place.path, message });
}

function readText(place: Place, context: ReadContext): Expanded | undefined {
  const text = String(place.node.value);
  return context.expand === undefined ? { text, isOpen: text.includes('$') } : context.expand(text, place);
}

function readString(place: Place, shape: Shape & { kind: 'string' }, context: ReadContext): string | undefined {
  if (place.node.type !== 'string')
    return refuse(place, shape, context, `must be a string, not ${nameType(place.node)}`);
  const { text, isOpen } = readText(place, context) ?? {};
  if (text === undefined || isOpen) return text;
  if (shape.notEmpty && text === '') return refuse(place, shape, context, 'must not be empty');
  if (text.includes('\0')) return refuse(place, shape, context, 'must not hold a NUL character');
  if (shape.format === 'http-url' && !isHttpUrl(text)) {
    return refuse(place, shape, context, 'must be a URL that starts with http:// or https://');
  }
  return text;
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/?#\s]/i.test(text) && URL.canParse(text);
}

function readChoice(place: Place, shape: Shape & { kind: 'choice' }, context: ReadContext): string | undefined {
  if (place.node.type !== 'string') return refuse(place, shape, context);
  const { text, isOpen } = readText(place, context) ?? {};
  if (text === undefined || isOpen) return text;
  return shape.values.includes(text) ? text : refuse(place, shape, context);
}

function isWithin(value: unknown, { min, max = Number.MAX_SAFE_INTEGER, unlimited }: IntegerShape): boolean {
  if (!Number.isSafeInteger(value)) return false;
  const number = Number(value);
  return (number >= min && number <= max) || (unlimited === true && number === -1);
}

function isNumber({ type, value }: Node): boolean {
  return type === 'number' && Number.isFinite(value);
}

function readList(place: Place, shape: Shape & { kind: 'list' }, context: ReadContext): unknown[] | undefined {
  if (place.node.type !== 'array')
    return refuse(place, shape, context, `must be an array, not ${nameType(place.node)}`);
  const items = place.node.children ?? [];
  if (shape.max !== undefined && items.length > shape.max) {
    return refuse(place, shape, context, `must have at most ${shape.max} entries`);
  }
  return items.map((node, index) => readShape({ ...place, node, path: [...place.path, index] }, shape.of, context));
}

function readMap(place: Place, shape: Shape & { kind: 'map' }, context: ReadContext): object | undefined {
  if (place.node.type !== 'object') {
    return refuse(place, shape, context, `must be an object, not ${nameType(place.node)}`);
  }
  const name = toFieldName(place.path.slice(place.around));
  const entries = readMembers(place, context.reporter).map(({ key, keyNode: { offset }, place: at }) => {
    if (shape.keys?.test(key) === false) {
      const message = `${name} has the key ${JSON.stringify(key)}, which is not ${shape.keysAre}`;
      context.reporter.problem({ offset, path: at.path, message });
    }
    return [key, readShape(at, shape.of, context)] as const;
  });
  return Object.fromEntries(entries);
}

function readObjectOrList(place: Place, shape: Shape & { kind: 'object' }, context: ReadContext): object | undefined {
  const single = shape.listStandsFor;
  const field = single === undefined ? undefined : shape.fields[single];
  if (single !== undefined && field !== undefined && place.node.type === 'array') {
    const absent = Object.entries(shape.fields).filter(([, { default: value }]) => value !== undefined);
    const defaults = absent.map(([name, { default: value }]) => [name, value] as const);
    return Object.fromEntries([...defaults, [single, readShape(place, field.shape, context)]]);
  }
  return place.node.type === 'object'
    ? readFields(place, shape.fields, context)
    : refuse(place, shape, context, `must be an object, not ${nameType(place.node)}`);
}

function nameType({ type }: Node): string {
  if (type === 'null') return 'null';
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}
