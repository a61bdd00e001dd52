import { parseReflogLine } from './parse-reflog-line.ts';

/** Identical lines are of the same second, so they stand close together. */
const NEAR_LINES = 1000;

/** The id of a commit's event, the same for everybody who sees the commit: the watch, a git hook, an editor. */
export function commitEventId(commit: string): string {
  return `git.committed:${commit}`;
}

/**
 * The id of what one line of a reflog tells, the same for everybody who reads that line; `place` says of which reference, or from where to where.
 * Going there and back twice within a second leaves identical lines, so they are numbered. Whose they are is left out.
 */
export function reflogEventId(name: string, place: string, log: readonly string[], count: number): string | undefined {
  const text = log[count - 1];
  const line = text === undefined ? undefined : parseReflogLine(text);
  if (line === undefined) return undefined;
  const { oldCommit = '', newCommit = '', seconds } = line;
  const earlier = log.slice(Math.max(0, count - 1 - NEAR_LINES), count - 1).filter((each) => each === text).length;
  return [name, place, oldCommit, newCommit, `${seconds}`, `${earlier}`].join(':');
}
