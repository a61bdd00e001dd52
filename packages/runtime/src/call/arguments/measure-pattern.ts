/**
 * How long the search for a pattern can take: at most `choices` times `length` times the text's length to the power of
 * `degree`.
 */
export interface PatternCost {
  readonly degree: number;
  readonly choices: number;
  /** What counted repetitions take at most on one way through the pattern: 65535 for `a{65535}`. */
  readonly length: number;
}

interface Repeat {
  readonly min: number;
  readonly max: number;
}

const ONE: PatternCost = { degree: 0, choices: 1, length: 1 };
const NEVER: PatternCost = { degree: Infinity, choices: Infinity, length: Infinity };

/**
 * An upper bound for the backtracking of a regular expression; infinite where it may be exponential.
 *
 * A careful pattern such as `(-[a-z]+)*` counts as infinite too: telling it from a catastrophic one takes an automaton.
 */
export function measurePattern(pattern: string): PatternCost {
  // Longest first: an escape, a set, the opening of a group, a repetition, any other character.
  const tokens = pattern.match(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[=!:]|[*+?]\??|\{\d*,?\d*\}\??|[\s\S]/g) ?? [];
  const reader = { tokens, at: 0 };
  const cost = readAlternatives(reader);
  if (reader.at < tokens.length || /\\[1-9k]/.test(pattern)) return NEVER;
  const anchored = pattern.startsWith('^') && !pattern.includes('|');
  return anchored ? cost : { ...cost, degree: cost.degree + 1 };
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

function readAlternatives(reader: Reader): PatternCost {
  let [degree, choices, length] = [0, 0, 1];
  do {
    const branch = readSequence(reader);
    degree = Math.max(degree, branch.degree);
    choices += branch.choices;
    length = Math.max(length, branch.length);
  } while (reader.tokens[reader.at++] === '|');
  reader.at--;
  return { degree, choices, length };
}

function readSequence(reader: Reader): PatternCost {
  let [degree, choices, length] = [0, 1, 1];
  for (let token = reader.tokens[reader.at]; token !== undefined; token = reader.tokens[reader.at]) {
    if (token === '|' || token === ')') break;
    reader.at++;
    const item = token.startsWith('(') ? readGroup(reader) : ONE;
    const cost = repeat(item, readRepeat(reader));
    degree += cost.degree;
    choices *= cost.choices;
    length += cost.length - 1;
  }
  return { degree, choices, length };
}

function readGroup(reader: Reader): PatternCost {
  const cost = readAlternatives(reader);
  reader.at++;
  return cost;
}

function readRepeat(reader: Reader): Repeat | undefined {
  const token = reader.tokens[reader.at] ?? '';
  const counted = /^\{(\d+)(,?)(\d*)\}/.exec(token);
  if (counted === null && !/^[*+?]/.test(token)) return undefined;
  reader.at++;
  if (counted === null) return { min: token.startsWith('+') ? 1 : 0, max: token.startsWith('?') ? 1 : Infinity };
  const min = Number(counted[1]);
  return { min, max: counted[2] === '' ? min : counted[3] === '' ? Infinity : Number(counted[3]) };
}

function repeat(item: PatternCost, times: Repeat | undefined): PatternCost {
  if (times === undefined) return item;
  const isFixed = item.degree === 0 && item.choices === 1;
  if (times.max === Infinity) return isFixed ? { degree: 1, choices: 1, length: 1 } : NEVER;
  const choices = (times.max - times.min + 1) * item.choices ** Math.max(1, times.max);
  return { degree: item.degree * Math.max(1, times.max), choices, length: item.length * Math.max(1, times.max) };
}
