import type { GitState } from '@toolyard/core';
import { findGitHeadEvents, toGitHeadMark } from './find-git-head-events.ts';
import { findGitPushes } from './find-git-pushes.ts';
import { GIT_HEAD_MARK, GIT_REMOTE_MARK, type GitHeadMark } from './git-marks.ts';
import { readGitHeadMark, readReflogMark, toReflogMark } from './read-git-marks.ts';
import type { FoundGitEvent } from './to-git-event.ts';
import type { Marks } from './marks.ts';

/** What happened in a repository. */
export interface FoundGitEvents {
  /** In the order in which it happened; each with the marks that keep it from being found again. */
  readonly events: readonly FoundGitEvent[];
  /** To be noted after the events; empty where they say it all. */
  readonly marks: Marks;
}

/**
 * Everything that happened in a repository since the marks were made: commits, changes of the branch and pushes. A repository without
 * marks is seen for the first time, and only marked.
 */
export function findGitEvents(marks: ReadonlyMap<string, unknown>, state: GitState): FoundGitEvents {
  const known = readGitHeadMark(marks.get(GIT_HEAD_MARK));
  const head = toGitHeadMark(state);
  const wanted = { [GIT_HEAD_MARK]: head, ...markRemotes(marks, state) };
  if (known === undefined) return { events: [], marks: wanted };
  const pushes = [...state.remoteLogs].map(([name, log]) => {
    const mark = readReflogMark(marks.get(GIT_REMOTE_MARK + name));
    return findGitPushes({ name, log, mark, remotes: state.remotes, times: [known.at, state.readAt[1]] });
  });
  const events = mergeByTime([withFreshMark(findGitHeadEvents(known, state), head), ...pushes]);
  return { events, marks: findRestMarks(marks, events, wanted) };
}

/** Gives the last event the mark of the whole log, with its time, where it is the last thing in it. */
function withFreshMark(events: readonly FoundGitEvent[], head: GitHeadMark): readonly FoundGitEvent[] {
  const last = events.at(-1);
  if (last === undefined || !isSameMark(last.marks[GIT_HEAD_MARK], head)) return events;
  return [...events.slice(0, -1), { ...last, marks: { [GIT_HEAD_MARK]: head } }];
}

/** Each list stays in its order; of those that come next the earliest is taken. */
function mergeByTime(lists: readonly (readonly FoundGitEvent[])[]): FoundGitEvent[] {
  const queues = lists.filter((list) => list.length > 0).map((list) => [...list].toReversed());
  const merged: FoundGitEvent[] = [];
  for (;;) {
    let earliest: FoundGitEvent[] | undefined;
    for (const queue of queues) if (timeOf(queue) < timeOf(earliest)) earliest = queue;
    const next = earliest?.pop();
    if (next === undefined) return merged;
    merged.push(next);
  }
}

function timeOf(queue: readonly FoundGitEvent[] | undefined): number {
  return queue?.at(-1)?.event.at ?? Infinity;
}

function markRemotes(marks: ReadonlyMap<string, unknown>, { remoteLogs }: GitState): Marks {
  const now = [...remoteLogs].map(([name, log]) => [GIT_REMOTE_MARK + name, toReflogMark(log)] as const);
  const gone = [...marks.keys()].filter(
    (key) => key.startsWith(GIT_REMOTE_MARK) && !remoteLogs.has(key.slice(GIT_REMOTE_MARK.length)),
  );
  return Object.fromEntries([...now, ...gone.map((key) => [key, null] as const)]);
}

/** The marks that say more than what is known and what the events bring along. */
function findRestMarks(marks: ReadonlyMap<string, unknown>, events: readonly FoundGitEvent[], wanted: Marks): Marks {
  const known = new Map([...marks, ...events.flatMap((found) => Object.entries(found.marks))]);
  const rest = Object.entries(wanted).filter(([key, mark]) => !isSameMark(known.get(key), mark));
  return Object.fromEntries(rest);
}

function isSameMark(known: unknown, wanted: unknown): boolean {
  return wanted === null ? known === null || known === undefined : toText(known) === toText(wanted);
}

/** Everything but the time of a mark: that a look found nothing new is not worth a line in the journal. */
function toText(mark: unknown): string {
  const head: GitHeadMark | undefined = readGitHeadMark(mark);
  const { lines, last } = readReflogMark(mark) ?? {};
  return JSON.stringify([lines, last, head?.branch, head?.commit]);
}
