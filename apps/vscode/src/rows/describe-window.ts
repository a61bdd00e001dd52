import type { FolderLook } from './row.ts';
import { isHeldByApproval } from './duty-rows.ts';
import { needsApproval } from './hook-rows.ts';
import { countThings } from './text-row.ts';
import { isFailure } from './to-run-row.ts';

/** What the status bar says of all folders of a window. */
export interface WindowStatus {
  /** With the icon before it. */
  readonly text: string;
  /** In sentences. */
  readonly detail: string;
  /** Whether it should stand out. */
  readonly isWarning: boolean;
}

interface Counts {
  readonly hooks: number;
  readonly running: number;
  readonly unapproved: number;
  readonly problems: number;
  /** Folders whose servers wait for approval. */
  readonly servers: number;
}

/** Says the most important thing about the hooks of a window in a few words, and the rest in sentences. */
export function describeWindow(folders: readonly FolderLook[]): WindowStatus {
  const counts = countHooks(folders);
  const detail = describeCounts(folders, counts);
  const say = (icon: string, words: string, isWarning = false): WindowStatus => ({
    text: `$(${icon}) Toolyard: ${words}`,
    detail,
    isWarning,
  });
  const { hooks, running, unapproved, problems, servers } = counts;
  if (folders.some(({ state }) => state.duty.kind === 'untrusted')) return say('workspace-untrusted', 'not trusted');
  // What is saved before all is watched is no event yet.
  if (folders.some(({ state }) => state.duty.kind === 'starting')) return say('loading~spin', 'starting');
  if (running > 0) return say('sync~spin', `${running} running`);
  if (problems > 0) return say('error', countThings(problems, 'problem'), true);
  if (servers > 0) return say('shield', 'servers not approved', true);
  if (unapproved > 0) return say('shield', `${unapproved} not approved`, true);
  if (hooks === 0) return say('zap', 'no hooks');
  if (folders.every(({ state }) => state.duty.kind === 'off')) return say('circle-slash', 'off');
  return say('zap', countThings(hooks, 'hook'));
}

/** The hooks that a person should look at: those to approve, and those that failed since `lookedAt`, in milliseconds since 1970. */
export function countAttention(folders: readonly FolderLook[], lookedAt: number): number {
  const waiting = new Set<string>();
  for (const { path, state } of folders) {
    for (const shown of state.hooks) {
      const { known } = shown.resolved;
      const { lastRun } = shown;
      const hasFailed = lastRun !== undefined && isFailure(lastRun) && Date.parse(lastRun.endedAt) > lookedAt;
      // A user's own hook is one, in however many folders it failed.
      if (needsApproval(shown) || hasFailed) {
        waiting.add(JSON.stringify([known.source === 'user' ? 'user' : path, known.hook.id]));
      }
    }
  }
  return waiting.size;
}

function countHooks(folders: readonly FolderLook[]): Counts {
  const ids = new Set<string>();
  let running = 0;
  let unapproved = 0;
  let problems = 0;
  let servers = 0;
  for (const { path, state } of folders) {
    running += state.live.length;
    problems += state.findings.filter(({ severity }) => severity === 'error').length;
    if (isHeldByApproval(state)) servers++;
    else if (state.duty.kind === 'blocked') problems++;
    else if (state.configurationProblem !== undefined && state.hooks.length > 0) problems++;
    for (const shown of state.hooks) {
      const { known } = shown.resolved;
      const id = JSON.stringify([known.source === 'user' ? 'user' : path, known.hook.id]);
      if (ids.has(id)) continue;
      ids.add(id);
      if (needsApproval(shown)) unapproved++;
      if (shown.state.startsWith('invalid')) problems++;
    }
  }
  return { hooks: ids.size, running, unapproved, problems, servers };
}

function describeCounts(
  folders: readonly FolderLook[],
  { hooks, running, unapproved, problems, servers }: Counts,
): string {
  const isUntrusted = folders.some(({ state }) => state.duty.kind === 'untrusted');
  const isElsewhere = folders.some(({ state }) => state.duty.kind === 'elsewhere');
  return [
    `${countThings(hooks, 'hook')}, ${running} running.`,
    ...(isUntrusted ? ['The workspace is not trusted, so nothing runs.'] : []),
    ...(problems === 0 ? [] : [`${countThings(problems, 'problem')}.`]),
    ...(servers === 0 ? [] : ['The servers are not approved, so no hook that needs one runs.']),
    ...(unapproved === 0 ? [] : [`${countThings(unapproved, 'hook')} not approved.`]),
    ...(isElsewhere ? ['Another window or command runs them.'] : []),
    'Click to show the hooks.',
  ].join(' ');
}
