import type { FireAndLeaveOptions } from './fire-and-leave.ts';

/** Options of every command that mean nothing here. */
const IGNORED = ['--yes', '--strict'];

/** Options with a value. */
const VALUED = ['--workspace', '--config'];

/**
 * The words after `toolyard hooks fire`, for the common forms of `--no-wait`; `undefined` for everything else, which the whole command line
 * then understands, or explains.
 */
export function parseFireWords(words: readonly string[]): FireAndLeaveOptions | undefined {
  const events: string[] = [];
  const data: string[] = [];
  const flags = new Set<string>();
  let workspace: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    if (word === '--data' || VALUED.includes(word)) {
      if (next === undefined || next.startsWith('-')) return undefined;
      index++;
      if (word === '--workspace') workspace = next;
      if (word !== '--data') continue;
      data.push(next);
      // It takes all words up to the next option.
      while (words[index + 1]?.startsWith('-') === false) data.push(words[++index] ?? '');
    } else if (['--no-wait', '--json', '--from-git', ...IGNORED].includes(word)) flags.add(word);
    else if (word.startsWith('-')) return undefined;
    else events.push(word);
  }
  const [event] = events;
  if (event === undefined || events.length > 1 || !flags.has('--no-wait')) return undefined;
  return {
    event,
    data,
    ...(workspace !== undefined && { workspace }),
    json: flags.has('--json'),
    fromGit: flags.has('--from-git'),
  };
}
