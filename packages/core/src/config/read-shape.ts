import { findNearest } from '../text/find-nearest.ts';
import {
  reportSentence,
  type ConfigMember,
  nameType,
  type Place,
  type ReadContext,
  readMembers,
  refuseValue,
} from './place.ts';
import { describeUnknown, isNumber, readPart } from './read-part.ts';
import type { AnythingShape, Field, Fields, ListShape, Shape, VariantsShape } from './shape.ts';
import { toFieldName } from './to-json-path.ts';

/** Fields of others, with what is said about them, if anything. */
type Foreign = Readonly<Record<string, Field & { readonly warning?: string }>>;

// People leave notes in JSON under such keys.
const NOTE_KEY = /^(_|\/\/|#|\$)/;

/** Reads a value; `undefined` where it is wrong, which is reported. */
export function readShape(place: Place, shape: Shape, context: ReadContext): unknown {
  switch (shape.kind) {
    case 'anything':
      return readAnything(place, shape, context);
    case 'list':
      return readList(place, shape, context);
    case 'map':
      return readMap(place, shape, context);
    case 'either':
      return readEither(place, shape, context);
    case 'variants':
      return readVariants(place, shape, context);
    case 'object':
      return readObjectOrList(place, shape, context);
    default:
      return readPart(place, shape, context);
  }
}

/** Reads an object's known fields and fills in defaults; tells of keys that are not known. */
export function readFields(
  place: Place,
  fields: Fields,
  context: ReadContext,
  foreign: Foreign = {},
): Record<string, unknown> {
  const members = readMembers(place, context.reporter);
  const given = new Set(members.map(({ key }) => key));
  const values = members.flatMap((member) => {
    const field = Object.hasOwn(fields, member.key) ? fields[member.key] : undefined;
    if (field !== undefined) return [[member.key, readShape(member.place, field.shape, context)] as const];
    tellUnknown(member, Object.keys(fields), context, foreign);
    return [];
  });
  const absent = Object.entries(fields).filter(([name]) => !given.has(name));
  for (const [name, { required, requiredUnless: other }] of absent) {
    if (!required && (other === undefined || given.has(other))) continue;
    const names = other === undefined ? name : `${name} or ${other}`;
    const message = `Missing required field: ${names}`;
    context.reporter.problem({ offset: place.node.offset, path: [...place.path, name], message });
  }
  const defaults = absent.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]]));
  const read = Object.fromEntries([...values.filter(([, value]) => value !== undefined), ...defaults]);
  tellMisplaced(members, fields, read, context);
  return read;
}

function tellMisplaced(
  members: readonly ConfigMember[],
  fields: Fields,
  read: Readonly<Record<string, unknown>>,
  { reporter }: ReadContext,
): void {
  for (const { key, keyNode, place } of members) {
    const other = Object.hasOwn(fields, key) ? fields[key]?.onlyWith : undefined;
    if (other === undefined || read[other.field] === other.value || read[other.field] === undefined) continue;
    const message = `"${key}" is only for ${other.field} "${other.value}"; remove one of them`;
    reporter.problem({ offset: keyNode.offset, path: place.path, message });
  }
}

function tellUnknown(
  { key, keyNode: { offset }, place: { path } }: ConfigMember,
  names: readonly string[],
  { reporter, strict }: ReadContext,
  foreign: Foreign,
): void {
  const known = Object.hasOwn(foreign, key) ? foreign[key] : undefined;
  if (strict) return reporter.problem({ offset, path, message: known?.warning ?? describeUnknown('key', key, names) });
  const message = known === undefined ? describeIgnored(key, names) : known.warning;
  if (message !== undefined) reporter.warning({ offset, path, message });
}

function describeIgnored(key: string, known: readonly string[]): string | undefined {
  if (NOTE_KEY.test(key)) return undefined;
  const nearest = findNearest(key, known);
  return nearest === undefined
    ? `Unknown key "${key}" is ignored`
    : `Unknown key "${key}" is ignored; did you mean "${nearest}"?`;
}

function readList(place: Place, shape: ListShape, context: ReadContext): unknown[] | undefined {
  if (place.node.type !== 'array')
    return refuseValue(place, shape, context, `must be an array, not ${nameType(place.node)}`);
  const items = itemsOf(place);
  if (shape.max !== undefined && items.length > shape.max) {
    return refuseValue(place, shape, context, `must have at most ${shape.max} entries`);
  }
  if (shape.notEmpty && items.length === 0) return refuseValue(place, shape, context, 'must not be empty');
  if (shape.uniqueBy !== undefined) tellDuplicates(items, shape.uniqueBy, context);
  return items.map((item) => readShape(item, shape.of, context));
}

function tellDuplicates(items: readonly Place[], by: string, context: ReadContext): void {
  const seen = new Set<unknown>();
  for (const item of items) {
    const place = item.node.type === 'object' ? readMembers(item).find(({ key }) => key === by)?.place : undefined;
    if (place?.node.type !== 'string') continue;
    if (seen.has(place.node.value)) reportSentence(place, context, `Duplicate ${by}: ${String(place.node.value)}`);
    seen.add(place.node.value);
  }
}

function itemsOf(place: Place): Place[] {
  return (place.node.children ?? []).map((node, index) => ({ ...place, node, path: [...place.path, index] }));
}

function readMap(place: Place, shape: Shape & { kind: 'map' }, context: ReadContext): object | undefined {
  if (place.node.type !== 'object') {
    return refuseValue(place, shape, context, `must be an object, not ${nameType(place.node)}`);
  }
  const name = toFieldName(place.path.slice(place.around));
  const entries = readMembers(place, context.reporter).map(({ key, keyNode: { offset }, place: at }) => {
    const message =
      shape.keys?.test(key) === false
        ? `${name} has the key ${JSON.stringify(key)}, which is not ${shape.keysAre}`
        : shape.checkKey?.(key);
    if (message !== undefined) context.reporter.problem({ offset, path: at.path, message });
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
  if (place.node.type !== 'object')
    return refuseValue(place, shape, context, `must be an object, not ${nameType(place.node)}`);
  const inside = shape.startsNames ? { ...place, around: place.path.length } : place;
  return readFields(inside, shape.fields, context);
}

function readEither(place: Place, shape: Shape & { kind: 'either' }, context: ReadContext): unknown {
  const { type } = place.node;
  const form = type === 'object' || type === 'array' ? type : 'plain';
  const chosen = shape.of.find((other) => formOf(other) === form);
  return chosen === undefined ? refuseValue(place, shape, context) : readShape(place, chosen, context);
}

function formOf({ kind }: Shape): 'object' | 'array' | 'plain' {
  if (kind === 'list') return 'array';
  return kind === 'map' || kind === 'object' || kind === 'variants' ? 'object' : 'plain';
}

function readVariants(place: Place, shape: VariantsShape, context: ReadContext): object | undefined {
  if (place.node.type !== 'object')
    return refuseValue(place, shape, context, `must be an object, not ${nameType(place.node)}`);
  const chooser = readMembers(place).find(({ key }) => key === shape.by)?.place;
  const word = chooser?.node.value;
  const refusal =
    typeof word === 'string' && Object.hasOwn(shape.refused ?? {}, word) ? shape.refused?.[word] : undefined;
  if (chooser !== undefined && refusal !== undefined) return reportSentence(chooser, context, refusal);
  const words = shape.of.flatMap(({ when }) => when);
  const by: Field = { shape: { kind: 'choice', values: words }, required: true, about: shape.about };
  const all: Fields = Object.assign({}, ...shape.of.map(({ fields }) => fields));
  const variant = shape.of.find(({ when }) => when.some((other) => other === word));
  if (variant === undefined) return readFields(place, { [shape.by]: by, ...mapFields(all, toAnything) }, context);
  const foreign = mapFields(all, (field, name) => ({
    ...field,
    warning: `"${name}" is not for ${shape.by} "${String(word)}"; remove it`,
  }));
  return readFields(place, { [shape.by]: by, ...variant.fields }, context, foreign);
}

function mapFields<T>(fields: Fields, change: (field: Field, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field, name)]));
}

/** While it is not known what an object is, only the names of its fields can be told right from wrong. */
function toAnything({ about }: Field): Field {
  return { shape: { kind: 'anything' }, about };
}

function readAnything(place: Place, shape: AnythingShape, context: ReadContext): unknown {
  const { type } = place.node;
  if (shape.types?.some((other) => other === type) === false) return refuseValue(place, shape, context);
  const inside: AnythingShape =
    shape.check === undefined ? { kind: 'anything' } : { kind: 'anything', check: shape.check };
  if (type === 'array') return itemsOf(place).map((item) => readAnything(item, inside, context));
  if (type === 'object') {
    const members = readMembers(place, context.strict && context.reporter);
    return Object.fromEntries(members.map(({ key, place: at }) => [key, readAnything(at, inside, context)]));
  }
  if (context.strict && type === 'number' && !isNumber(place.node)) {
    return refuseValue(place, shape, context, 'must be a finite number');
  }
  const message = type === 'string' ? shape.check?.(String(place.node.value)) : undefined;
  return message === undefined ? place.node.value : reportSentence(place, context, message);
}
