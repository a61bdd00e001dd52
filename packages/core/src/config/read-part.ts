import { joinWords } from './describe-shape.ts';
import { findNearest } from '../text/find-nearest.ts';
import { reportSentence, type Expanded, nameType, type Place, type ReadContext, refuseValue } from './place.ts';
import type { IntegerShape, PartShape, Shape, StringShape } from './shape.ts';
import type { SourceNode } from './source-node.ts';

/** Reads a value that has no parts; `undefined` where it is wrong, which is reported. */
export function readPart(place: Place, shape: PartShape, context: ReadContext): unknown {
  const { node } = place;
  switch (shape.kind) {
    case 'string':
      return readString(place, shape, context);
    case 'choice':
      return readChoice(place, shape, context);
    case 'plain':
      return readPlain(place, shape, context);
    case 'boolean':
      return node.type === 'boolean' ? node.value : refuseValue(place, shape, context);
    case 'integer':
      return readInteger(place, shape, context);
    default:
      return isNumber(node) && Number(node.value) >= shape.min ? node.value : refuseValue(place, shape, context);
  }
}

function readString(place: Place, shape: StringShape, context: ReadContext): string | undefined {
  if (place.node.type !== 'string')
    return refuseValue(place, shape, context, `must be a string, not ${nameType(place.node)}`);
  const { text, isOpen } = readText(place, context);
  if (isOpen) return text;
  const reason = findReason(text, shape);
  if (reason !== undefined) return refuseValue(place, shape, context, reason);
  const message = shape.check?.(text);
  return message === undefined ? text : reportSentence(place, context, message);
}

/** What is wrong with a text, to be read after its name. */
function findReason(text: string, shape: StringShape): string | undefined {
  if (shape.notEmpty && text === '') return 'must not be empty';
  if (text.includes('\0')) return 'must not contain a NUL character';
  if (shape.maxLength !== undefined && Array.from(text).length > shape.maxLength) {
    return `must have at most ${shape.maxLength} characters`;
  }
  if (shape.matches?.test(text) === false) return `must be ${shape.matchesAre}`;
  if (shape.format === 'http-url' && !isHttpUrl(text)) return 'must be a URL that starts with http:// or https://';
  return undefined;
}

function readText(place: Place, { expand, strict }: ReadContext): Expanded {
  const text = String(place.node.value);
  return expand === undefined ? { text, isOpen: !strict && text.includes('$') } : expand(text, place);
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/?#\s]/i.test(text) && URL.canParse(text);
}

function readChoice(place: Place, shape: Shape & { kind: 'choice' }, context: ReadContext): string | undefined {
  if (place.node.type !== 'string') return refuseValue(place, shape, context);
  const { text, isOpen } = readText(place, context);
  if (isOpen) return text;
  if (shape.values.includes(text)) return text;
  return context.strict
    ? reportSentence(place, context, describeUnknown(String(place.path.at(-1)), text, shape.values))
    : refuseValue(place, shape, context);
}

/** Says that a word is not known, and which one was probably meant. */
export function describeUnknown(what: string, word: string, known: readonly string[]): string {
  const nearest = findNearest(word, known);
  const advice =
    nearest === undefined ? `use ${joinWords(known.map((other) => `"${other}"`))}` : `did you mean "${nearest}"?`;
  return `Unknown ${what} ${JSON.stringify(word)}; ${advice}`;
}

function readPlain(place: Place, shape: Shape & { kind: 'plain' }, context: ReadContext): unknown {
  const { type, value } = place.node;
  if (type === 'object' || type === 'array') return refuseValue(place, shape, context);
  return type === 'number' && !Number.isFinite(value)
    ? refuseValue(place, shape, context, 'must be a finite number')
    : value;
}

function readInteger(place: Place, shape: IntegerShape, context: ReadContext): unknown {
  const { type, value } = place.node;
  if (type !== 'string' || shape.orText === undefined) {
    return isWithin(value, shape) ? value : refuseValue(place, shape, context);
  }
  return readString(place, { kind: 'string', notEmpty: true, check: shape.orText }, context);
}

function isWithin(value: unknown, { min, max = Number.MAX_SAFE_INTEGER, unlimited }: IntegerShape): boolean {
  if (!Number.isSafeInteger(value)) return false;
  const number = Number(value);
  return (number >= min && number <= max) || (unlimited === true && number === -1);
}

/** Whether a value is a number that is not endless. */
export function isNumber({ type, value }: SourceNode): boolean {
  return type === 'number' && Number.isFinite(value);
}
