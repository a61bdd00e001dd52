import type { IntegerShape, Shape } from './shape.ts';

/** Says what a value must be, to be read after its name: `must be an array`. */
export function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case 'string':
      return 'must be a string';
    case 'boolean':
      return 'must be true or false';
    case 'integer':
      return `must be a whole number ${describeRange(shape)}`;
    case 'number':
      return `must be a number of at least ${shape.min}`;
    case 'choice':
      return `must be ${joinWords(shape.values.map((value) => `"${value}"`))}`;
    case 'list':
      return 'must be an array';
    case 'map':
    case 'object':
      return 'must be an object';
    default:
      return 'may be anything';
  }
}

function describeRange({ min, max, unlimited }: IntegerShape): string {
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  return unlimited ? `${range}, or -1 for unlimited` : range;
}

/** Joins alternatives: `a, b or c`. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
