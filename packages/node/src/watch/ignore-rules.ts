import ignore, { type Ignore } from 'ignore';

interface Level {
  /** The folder of the rules, from the top of the repository, with a `/` at its end; empty for the top. */
  readonly prefix: string;
  readonly matcher: Ignore;
}

/** What is left out in one folder of a tree, by the rules of `.gitignore`. */
export interface IgnoreRules {
  /** Where the tree lies in its repository, with a `/` at its end; empty where it is the whole. */
  readonly outer: string;
  /** The deepest first, since its word counts. */
  readonly levels: readonly Level[];
}

/** Answers for the paths directly in one folder. */
export interface IgnoreTest {
  ignores(path: string, isFolder: boolean): boolean;
  /** The rules for a folder in this one, before its own file is read. */
  rulesIn(folder: string): IgnoreRules;
}

// As git does by default on each system.
const OPTIONS = { ignorecase: process.platform === 'darwin' || process.platform === 'win32' };

/** Adds the text of a `.gitignore` that lies in a folder of the tree; its rules go before those from further up. */
export function addRules(rules: IgnoreRules, folder: string, text: string): IgnoreRules {
  const prefix = folder === '' ? rules.outer : `${rules.outer}${folder}/`;
  return { outer: rules.outer, levels: [{ prefix, matcher: ignore(OPTIONS).add(text) }, ...rules.levels] };
}

/** Makes a test of the rules that apply in a folder. */
export function createIgnoreTest(rules: IgnoreRules): IgnoreTest {
  // The library remembers every answer it gave. A copy of the rules is given up together with the test.
  const levels = rules.levels.map(({ prefix, matcher }) => ({ prefix, matcher: ignore(OPTIONS).add(matcher) }));
  return {
    ignores(path, isFolder) {
      const whole = `${rules.outer}${path}${isFolder ? '/' : ''}`;
      for (const { prefix, matcher } of levels) {
        const answer = matcher.test(whole.slice(prefix.length));
        if (answer.ignored || answer.unignored) return answer.ignored;
      }
      return false;
    },
    rulesIn(folder) {
      const whole = `${rules.outer}${folder}/`;
      const isOverruled = levels.map(({ prefix, matcher }) => matcher.test(whole.slice(prefix.length)).ignored);
      if (!isOverruled.includes(true)) return rules;
      const inside = rules.levels.map((level, index) => (isOverruled[index] ? takeBack(level, whole) : level));
      return { outer: rules.outer, levels: inside };
    },
  };
}

/**
 * A deeper file took a folder back in. The library, which knows one file only, would go on to leave out all that lies
 * in the folder.
 */
function takeBack(level: Level, folder: string): Level {
  const pattern = `!/${folder.slice(level.prefix.length).replace(/[\\*?[\] ]/g, '\\$&')}`;
  return { prefix: level.prefix, matcher: ignore(OPTIONS).add(level.matcher).add([pattern]) };
}
