import type { MergedSettings } from './merge-sources.ts';
import type { SettingProblem } from './task-settings.ts';

/** Within what a number must be. */
export interface NumberBounds {
  readonly min?: number;
  /** More than this. */
  readonly above?: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/** Reads settings one by one, and keeps all that is wrong. */
export interface SettingReader {
  readonly problems: readonly SettingProblem[];
  /** What is used all the same, as sentences. */
  readonly warnings: readonly string[];
  /** What was read and stands in the file. */
  readonly fromFile: ReadonlySet<string>;
  has(name: string): boolean;
  /** Absent where it is not set, and where it is wrong. */
  text(name: string, pattern: RegExp, what: string): string | undefined;
  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined;
  number(name: string, bounds: NumberBounds): number | undefined;
  complain(name: string, complaint: string): void;
  warn(name: string, warning: string): void;
}

/** Names are those in capitals. */
export function createSettingReader(values: MergedSettings['values']): SettingReader {
  const problems: SettingProblem[] = [];
  const warnings: string[] = [];
  const fromFile = new Set<string>();
  const read = (name: string): string | undefined => {
    const value = values.get(name);
    if (value?.isFromFile === true) fromFile.add(name);
    return value?.text;
  };
  const complain = (name: string, complaint: string): void =>
    void problems.push({ name, message: `${name} ${complaint}` });

  return {
    problems,
    warnings,
    fromFile,
    complain,
    warn: (name, warning) => void warnings.push(`${name} ${warning}`),
    has: (name) => values.has(name),
    text(name, pattern, what) {
      const text = read(name);
      if (text === undefined || pattern.test(text)) return text;
      // Never the value: it may be a secret, or hold one.
      complain(name, `is wrong. Use ${what}.`);
      return undefined;
    },
    word(name, words) {
      const text = read(name);
      const word = words.find((one) => one.toLowerCase() === text?.toLowerCase());
      if (text !== undefined && word === undefined)
        complain(name, `is ${JSON.stringify(text)}. Use one of: ${words.join(', ')}.`);
      return word;
    },
    number(name, bounds) {
      const text = read(name);
      if (text === undefined) return undefined;
      const value = Number(text);
      if (/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(text) && isWithin(value, bounds)) return value;
      complain(name, `is ${JSON.stringify(text)}. Use ${describeBounds(bounds)}.`);
      return undefined;
    },
  };
}

function isWithin(value: number, { min = -Infinity, above = -Infinity, max, isWhole }: NumberBounds): boolean {
  return value >= min && value > above && value <= max && (isWhole !== true || Number.isInteger(value));
}

function describeBounds({ min, above, max, isWhole }: NumberBounds): string {
  const kind = isWhole === true ? 'a whole number' : 'a number';
  return above === undefined ? `${kind} from ${min} to ${max}` : `${kind} greater than ${above}, at most ${max}`;
}
