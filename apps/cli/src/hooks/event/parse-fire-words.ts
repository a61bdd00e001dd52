import type { FireAndLeaveOptions } from './fire-and-leave.ts';

/** Options without a value; the last two mean nothing here. */
const FLAGS = ['--no-wait', '--json', '--from-git', '--yes', '--strict'];

/** Options with a value; no configuration is read here. */
const VALUED = ['--workspace', '--config'];

/**
 * The words after `toolyard hooks fire`, for the common forms of `--no-wait`; `undefined` for everything else, which the whole command line
 * then understands, or explains.
 */
export function parseFireWords(words: readonly string[]): FireAndLeaveOptions | undefined {
  const events: string[] = [];
  const data: string[] = [];
  const given = new Map<string, string>();
  for (const [option, ...values] of groupByOption(words)) {
    // It takes all words up to the next option.
    if (option === '--data' && values.length > 0) data.push(...values);
    else if (option === '' || FLAGS.includes(option)) {
      given.set(option, '');
      events.push(...values);
    } else if (VALUED.includes(option) && values.length > 0) {
      const [value = '', ...others] = values;
      given.set(option, value);
      events.push(...others);
    } else return undefined;
  }
  const [event] = events;
  if (event === undefined || events.length > 1 || !given.has('--no-wait')) return undefined;
  const workspace = given.get('--workspace');
  return {
    event,
    data,
    ...(workspace !== undefined && { workspace }),
    json: given.has('--json'),
    fromGit: given.has('--from-git'),
  };
}

/** Each option with the words that follow it; those before the first follow an empty one. */
function groupByOption(words: readonly string[]): readonly (readonly [string, ...string[]])[] {
  const groups: [string, ...string[]][] = [['']];
  for (const word of words) {
    if (word.startsWith('-')) groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  return groups;
}
