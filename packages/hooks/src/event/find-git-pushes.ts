import { findNewReflogLines } from './find-new-reflog-lines.ts';
import { reflogEventId } from './git-event-id.ts';
import { GIT_REMOTE_MARK, type ReflogMark } from './git-marks.ts';
import { parseReflogLine } from './parse-reflog-line.ts';
import { toReflogMark } from './read-git-marks.ts';
import { toGitEvent, type FoundGitEvent, type LookTimes } from './to-git-event.ts';

/** The reflog of one remote branch. */
export interface RemoteLog {
  /** Such as `origin/main`. */
  readonly name: string;
  readonly log: readonly string[];
  /** Absent where the branch is new. */
  readonly mark: ReflogMark | undefined;
  /** The remotes of the configuration. */
  readonly remotes: readonly string[];
  readonly times: LookTimes;
}

/** What was pushed to a remote branch from here, in its order. */
export function findGitPushes({ name, log, mark, remotes, times }: RemoteLog): FoundGitEvent[] {
  const place = splitRemoteBranch(name, remotes);
  const events: FoundGitEvent[] = [];
  for (let count = findStart(log, mark) + 1; count <= log.length; count += 1) {
    const line = parseReflogLine(log[count - 1] ?? '');
    if (line?.newCommit === undefined || line.what !== 'update by push') continue;
    const id = reflogEventId('git.pushed', name, log, count);
    const values = { ...place, commit: line.newCommit };
    const event = toGitEvent({ name: 'git.pushed', values, id }, line.seconds, times);
    events.push({ event, marks: { [GIT_REMOTE_MARK + name]: toReflogMark(log, count) } });
  }
  return events;
}

function findStart(log: readonly string[], mark: ReflogMark | undefined): number {
  if (mark !== undefined) {
    const known = mark.last === undefined ? undefined : parseReflogLine(mark.last)?.newCommit;
    return findNewReflogLines(log, mark, known);
  }
  // A remote that got another name took its log along.
  return log.findLastIndex((line) => parseReflogLine(line)?.what.startsWith('remote: renamed ') === true) + 1;
}

/** Which part of the name is the remote; the longest one that is configured, else what stands before the first slash. */
function splitRemoteBranch(name: string, remotes: readonly string[]): { remote: string; branch: string } {
  const fitting = remotes.filter((remote) => name.startsWith(`${remote}/`));
  const [first = ''] = name.split('/');
  const remote = fitting.toSorted((one, other) => other.length - one.length)[0] ?? first;
  return { remote, branch: name.slice(remote.length + 1) };
}
