import { isJsonObject, toVisibleLine } from '@toolyard/core';
import type { RunRecord, RunStatus } from '@toolyard/hooks';
import type { Screen, Tone } from '../../terminal/create-screen.ts';

/** How each status is coloured. */
export const RUN_TONES: Readonly<Record<RunStatus, Tone>> = {
  success: 'good',
  error: 'bad',
  timeout: 'bad',
  cancelled: 'busy',
  interrupted: 'bad',
  skipped: 'quiet',
  refused: 'busy',
};

const SHORT_ID = 8;
const SHORT_COMMIT = 7;

/** A run on one line: time, hook, event and what it was about, status, duration, reason, and the chain that led to it. */
export function renderRun(record: RunRecord, screen: Pick<Screen, 'paint'>): string {
  return renderRunAt(record, screen, toShownTime(record.endedAt));
}

/** The same with the beginning of its id, by which it can be shown in full and repeated. */
export function renderLoggedRun(record: RunRecord, screen: Pick<Screen, 'paint'>): string {
  return renderRunAt(record, screen, `${toShownTime(record.endedAt)}  ${toVisibleLine(record.id.slice(0, SHORT_ID))}`);
}

/** The same after a time of one's own. */
export function renderRunAt(record: RunRecord, screen: Pick<Screen, 'paint'>, time: string): string {
  const { status, reason, ms, chain } = record;
  const parts = [
    screen.paint('quiet', time),
    screen.paint('strong', toVisibleLine(record.hook)),
    nameEvent(record),
    screen.paint(RUN_TONES[status], status),
    ...(ms === undefined ? [] : [`${Math.round(ms)} ms`]),
    ...marksOf(record),
  ];
  const why = reason === undefined ? '' : `: ${toOneLine(reason)}`;
  const cause = chain.length === 0 ? '' : screen.paint('quiet', ` (chain: ${renderChain(record)})`);
  return `${parts.join('  ')}${why}${cause}`;
}

/** The hooks that led to a run, and its own: `a → b (guessed) → a`. */
export function renderChain({ chain, hook }: Pick<RunRecord, 'chain' | 'hook'>): string {
  const links = chain.map((link) => `${toVisibleLine(link.hook)}${link.inferred ? ' (guessed)' : ''}`);
  return [...links, toVisibleLine(hook)].join(' → ');
}

/** The event of a run with what it was about: its path, how many paths it had, its commit, branch or hook. */
export function nameEvent({ event, count }: Pick<RunRecord, 'event' | 'count'>): string {
  const subject = findSubject(event);
  const words = [
    event.name,
    ...(typeof subject === 'string' ? [toVisibleLine(subject)] : []),
    ...(count === undefined ? [] : [`(${count} times)`]),
  ];
  return words.join(' ');
}

function findSubject({ name, context }: RunRecord['event']): unknown {
  const { path, paths, commit, branch, hook, scheduled, headers, operation, task, command } = context;
  if (name === 'agent' && typeof operation === 'string')
    return typeof path === 'string' ? `${operation} ${path}` : operation;
  if (Array.isArray(paths) && paths.length > 1) return `${paths.length} paths`;
  if (path !== undefined) return path;
  if (name === 'git.branch-changed') return branch;
  if (name === 'hook.ended') return hook;
  if (name === 'schedule') return scheduled;
  if (name === 'webhook') return isJsonObject(headers) ? findWebhookEvent(headers) : undefined;
  if (name === 'task.ended') return task;
  if (name === 'terminal.ended') return command;
  return typeof commit === 'string' ? commit.slice(0, SHORT_COMMIT) : undefined;
}

/** What a forge says that happened, as `issues` of GitHub. */
function findWebhookEvent(headers: Readonly<Record<string, unknown>>): unknown {
  return headers['x-github-event'] ?? headers['x-gitlab-event'] ?? headers['x-gitea-event'] ?? headers['x-event-key'];
}

/** A time of a record for people, in UTC as in the log of the servers. */
export function toShownTime(at: string): string {
  return toVisibleLine(at).replace('T', ' ');
}

/** A reason may hold what a tool said in several lines. */
function toOneLine(text: string): string {
  return toVisibleLine(text.trim().replaceAll(/\s+/g, ' '));
}

function marksOf({ attempts, repeated, replayOf }: RunRecord): string[] {
  return [
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(repeated === true ? ['repeated'] : []),
    ...(replayOf === undefined ? [] : [`replay of ${toVisibleLine(replayOf.slice(0, SHORT_ID))}`]),
  ];
}
