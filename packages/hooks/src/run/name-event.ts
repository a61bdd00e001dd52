import { isJsonObject, toVisibleLine } from '@toolyard/core';
import type { RunRecord } from './run-record.ts';

const SHORT_COMMIT = 7;

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
