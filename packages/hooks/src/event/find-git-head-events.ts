import type { GitState } from '@toolyard/core';
import { findNewReflogLines } from './find-new-reflog-lines.ts';
import { commitEventId, reflogEventId } from './git-event-id.ts';
import { GIT_HEAD_MARK, type GitHeadMark } from './git-marks.ts';
import { parseReflogLine, type ReflogLine } from './parse-reflog-line.ts';
import type { NewEvent } from './hook-event.ts';
import { readReflogMark, toReflogMark } from './read-git-marks.ts';
import { toGitEvent, type FoundGitEvent } from './to-git-event.ts';
import { toBranchName, toReflogStep, type ReflogStep } from './to-reflog-step.ts';

interface HeadLine {
  readonly line: ReflogLine;
  readonly step: ReflogStep;
  /** How many lines the log has up to and with this one. */
  readonly count: number;
  /** The branch that the next switch leaves, or that HEAD is on now; absent where that is none. */
  readonly later: string | undefined;
}

/** Commits and changes of the branch since the mark, in their order. */
export function findGitHeadEvents(mark: GitHeadMark, state: GitState): FoundGitEvent[] {
  const walk = createHeadWalk(mark, state);
  for (const line of readHeadLines(mark, state)) walk.step(line);
  walk.compare();
  return walk.events;
}

/**
 * What one line of HEAD's log tells, by its index, as whoever followed HEAD up to that line would find it. A time before `since`, in
 * milliseconds since 1970, is not believed.
 */
export function findGitHeadEventsAt(index: number, state: GitState, since: number): readonly NewEvent[] {
  const before = { ...toReflogMark(state.log, index), at: since };
  const [first] = readHeadLines(before, state);
  if (first?.count !== index + 1) return [];
  const { line, step, later } = first;
  const branch = step.kind === 'switch' ? toBranchName(step.from) : later;
  const found = findGitHeadEvents({ ...before, ...toHead(branch, line.oldCommit) }, state);
  return found
    .filter(({ marks }) => readReflogMark(marks[GIT_HEAD_MARK])?.lines === index + 1)
    .map(({ event }) => event);
}

/** The mark of HEAD as it is now. */
export function toGitHeadMark({ head, log, readAt }: GitState): GitHeadMark {
  return { ...toReflogMark(log), ...head, at: readAt[0] };
}

function readHeadLines(mark: GitHeadMark, { log, head }: GitState): HeadLine[] {
  const start = findNewReflogLines(log, mark, mark.commit);
  const lines: HeadLine[] = [];
  let later = head.branch;
  for (let count = log.length; count > start; count -= 1) {
    const line = parseReflogLine(log[count - 1] ?? '');
    if (line === undefined) continue;
    // A branch is renamed in two lines; after the first of them there is no commit.
    const step: ReflogStep = line.newCommit === undefined ? { kind: 'other' } : toReflogStep(line.what);
    lines.push({ line, step, count, later });
    if (step.kind === 'switch') later = toBranchName(step.from);
  }
  return lines.toReversed();
}

interface HeadWalk {
  readonly events: FoundGitEvent[];
  step(line: HeadLine): void;
  /** Tells what the log does not. */
  compare(): void;
}

/** Follows HEAD from the mark on, line by line. */
function createHeadWalk(mark: GitHeadMark, { log, head, readAt, subjects }: GitState): HeadWalk {
  const events: FoundGitEvent[] = [];
  let { branch, commit } = mark;

  function add(name: 'git.committed' | 'git.branch-changed', count: number, more: Found): void {
    // That there was no branch has to be said, since another one may be checked out by the time that this is read.
    const values = { commit, branch: branch ?? null, ...more.values };
    const event = toGitEvent({ name, values, id: more.id }, more.seconds, [mark.at, readAt[1]]);
    const seen = { ...toReflogMark(log, count), ...toHead(branch, commit), at: mark.at };
    events.push({ event, marks: { [GIT_HEAD_MARK]: seen } });
  }

  function addCommit(count: number, known: string | undefined, seconds: number | undefined): void {
    const message = known ?? subjects.get(commit ?? '');
    add('git.committed', count, { values: { message }, seconds, id: commit && commitEventId(commit) });
  }

  function arrive(place: string | undefined, count: number, { newCommit, seconds, isLine }: Arrival): void {
    const oldBranch = branch;
    branch = place;
    commit = newCommit;
    const way = `${oldBranch ?? ''}..${place ?? ''}`;
    const id = isLine === true ? reflogEventId('git.branch-changed', way, log, count) : undefined;
    add('git.branch-changed', count, { values: { oldBranch }, seconds, id });
  }

  function switchTo(from: string | undefined, place: string | undefined, { line, count }: HeadLine): void {
    // Told already, by comparing: the line came late.
    if (place !== undefined && place === branch) return;
    if (from !== branch) arrive(from, count - 1, { newCommit: line.oldCommit, seconds: line.seconds });
    if (place !== from || line.oldCommit !== line.newCommit) arrive(place, count, { ...line, isLine: true });
  }

  function step({ line, step, count, later }: HeadLine): void {
    if (step.kind === 'switch')
      switchTo(toBranchName(step.from), toPlace(step.to, later), { line, step, count, later });
    if (step.kind === 'return' && step.branch !== branch) arrive(step.branch, count, { ...line, isLine: true });
    if (step.kind === 'commit') {
      // Going to a branch without commits is in no log; its first commit shows it.
      const isFirst = line.oldCommit === undefined && later !== branch;
      if (isFirst) arrive(later, count - 1, { newCommit: undefined, seconds: line.seconds });
      commit = line.newCommit;
      addCommit(count, step.message, line.seconds);
    }
    commit = line.newCommit;
  }

  function compare(): void {
    const isElsewhere = head.branch !== branch;
    const hasMoved = log.length === 0 && head.commit !== undefined && head.commit !== commit;
    const arrival = { newCommit: head.commit, seconds: undefined };
    // Without a branch a checkout is far more likely than a commit.
    if (isElsewhere || (hasMoved && branch === undefined)) return arrive(head.branch, log.length, arrival);
    commit = head.commit;
    if (hasMoved) addCommit(log.length, undefined, undefined);
  }

  return { events, step, compare };
}

interface Found {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly seconds: number | undefined;
  readonly id: string | undefined;
}

interface Arrival {
  readonly newCommit?: string | undefined;
  readonly seconds: number | undefined;
  /** The line that was read is about it, rather than only showing that it was so before. */
  readonly isLine?: true;
}

function toPlace(to: string, later: string | undefined): string | undefined {
  // `to` may name a tag or a remote branch; that HEAD was on no branch afterwards is what shows it.
  return later === undefined ? undefined : toBranchName(to);
}

function toHead(branch: string | undefined, commit: string | undefined): { branch?: string; commit?: string } {
  return { ...(branch !== undefined && { branch }), ...(commit !== undefined && { commit }) };
}
