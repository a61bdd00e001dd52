import type { GitState } from '@toolyard/core';
import { findGitHeadEvents, findGitHeadEventsAt } from './find-git-head-events.ts';
import { findGitPushes } from './find-git-pushes.ts';
import type { NewEvent } from './hook-event.ts';
import { parseReflogLine } from './parse-reflog-line.ts';
import { toReflogMark } from './read-git-marks.ts';
import { toReflogStep } from './to-reflog-step.ts';

/** What a hook of git knows: that HEAD has just come to a commit, or that something may have been pushed since a time. */
export type GitNotice =
  | { readonly name: 'git.committed' | 'git.branch-changed'; readonly commit: string }
  /** `since` is in seconds since 1970. */
  | { readonly name: 'git.pushed'; readonly since: number };

/** A notice comes at once, also from a machine that is busy. */
const FRESH_MS = 60_000;

/** Checkouts of one commit that come this soon after each other may be read when all of them are there already. */
const TOGETHER_SECONDS = 10;

/**
 * The events that a notice of git is about, with the ids and values by which whoever reads the logs finds them too; none where the logs tell
 * something else, as of a commit that a rebase made.
 */
export function findToldGitEvents(notice: GitNotice, state: GitState): readonly NewEvent[] {
  if (notice.name === 'git.pushed') return findPushesSince(notice.since, state);
  const { name, commit } = notice;
  if (state.log.length === 0) return name === 'git.committed' ? findUnlogged(commit, state) : [];
  const indexes = name === 'git.committed' ? findCommitLine(commit, state) : findSwitchLines(commit, state);
  const since = state.readAt[0] - FRESH_MS;
  return indexes.flatMap((index) => findGitHeadEventsAt(index, state, since)).filter((event) => event.name === name);
}

/** A repository that keeps no log of HEAD: all that is known is where HEAD is. */
function findUnlogged(commit: string, state: GitState): readonly NewEvent[] {
  const { head, readAt } = state;
  if (head.commit !== commit) return [];
  const { commit: _, ...before } = head;
  const found = findGitHeadEvents({ ...before, lines: 0, at: readAt[0] - FRESH_MS }, state);
  return found.map(({ event }) => event).filter(({ name }) => name === 'git.committed');
}

/** The last line that moved HEAD to the commit: a checkout that followed may have stayed at it. */
function findCommitLine(commit: string, { log }: GitState): readonly number[] {
  const index = log.findLastIndex((text) => {
    const line = parseReflogLine(text);
    return line?.newCommit === commit && line.oldCommit !== commit;
  });
  return index === -1 ? [] : [index];
}

/** The last line that led to the commit, and those right before it that stayed there. */
function findSwitchLines(commit: string, { log }: GitState): readonly number[] {
  const lines = log.map(parseReflogLine);
  const last = lines.findLastIndex((line) => line?.newCommit === commit);
  const oldest = (lines[last]?.seconds ?? Infinity) - TOGETHER_SECONDS;
  let first = last;
  while (isSwitchTo(lines[first], commit, oldest)) first -= 1;
  return Array.from({ length: last - first }, (_, index) => first + 1 + index);
}

function isSwitchTo(line: ReturnType<typeof parseReflogLine>, commit: string, oldest: number): boolean {
  if (line === undefined || line.newCommit !== commit || line.seconds < oldest) return false;
  return toReflogStep(line.what).kind === 'switch';
}

function findPushesSince(since: number, { remoteLogs, remotes, readAt }: GitState): readonly NewEvent[] {
  const times = [since * 1000, readAt[1]] as const;
  const found = [...remoteLogs].flatMap(([name, log]) => {
    const known = log.findLastIndex((text) => (parseReflogLine(text)?.seconds ?? Infinity) < since) + 1;
    return findGitPushes({ name, log, mark: toReflogMark(log, known), remotes, times });
  });
  const events = found.map(({ event }) => event);
  return events.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
}
