import type { IntegerShape, Shape } from './shape.ts';

/** Says what a value must be, to be read after its name: `must be an array`. */
export function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case 'string':
      return 'must be a string';
    case 'boolean':
      return 'must be true or false';
    case 'integer':
      return shape.min === shape.max ? `must be ${shape.min}` : `must be a whole number ${describeRange(shape)}`;
    case 'number':
      return `must be a number of at least ${shape.min}`;
    case 'choice':
      return `must be ${joinWords(shape.values.map((value) => `"${value}"`))}`;
    case 'plain':
      return 'must be a string, a number, true, false or null';
    case 'list':
      return 'must be an array';
    case 'map':
    case 'object':
    case 'variants':
      return 'must be an object';
    case 'either':
      return `must be ${joinWords(shape.of.map((other) => describeShape(other).replace('must be ', '')))}`;
    default:
      return shape.types === undefined ? 'may be anything' : `must be ${joinWords(shape.types.map(toArticle))}`;
  }
}

function toArticle(type: string): string {
  return type === 'string' ? 'a string' : `an ${type}`;
}

function describeRange({ min, max, unlimited, orText }: IntegerShape): string {
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  if (orText !== undefined) return `${range}, or a text that becomes one`;
  return unlimited ? `${range}, or -1 for unlimited` : range;
}

/** Joins alternatives: `a, b or c`. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
