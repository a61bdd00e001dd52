import { measurePattern } from './measure-pattern.ts';

const MAX_PATTERN = 500;
/** Steps that take a few hundredths of a second. */
const MAX_STEPS = 10_000_000;

/** A regular expression that is only tried where it surely comes to an end soon. */
export interface Pattern {
  /** True also where the text is too long for this pattern to be tried. */
  test(text: string): boolean;
  toString(): string;
}

/** The expression of a schema, or `undefined` where it is wrong, too long, or may take for ever. */
export function createPattern(source: string): Pattern | undefined {
  if (source.length > MAX_PATTERN) return undefined;
  const { degree, choices, length } = measurePattern(source);
  const steps = choices * length;
  if (!(steps <= MAX_STEPS && degree < Infinity)) return undefined;
  const longest = degree === 0 ? Infinity : (MAX_STEPS / steps) ** (1 / degree);
  // Many schemas hold escapes that only the old syntax takes.
  const expression = createExpression(source, 'u') ?? createExpression(source, '');
  return expression && { test: (text) => text.length > longest || expression.test(text), toString: () => source };
}

function createExpression(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
