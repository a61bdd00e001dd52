import { createHmac } from 'node:crypto';
import { waitUntil } from '@toolyard/testing';
import type { Running } from '../cli/run-toolyard.ts';
import { WAIT_MS } from './approved-workspace.ts';
import { noteHook, type Workspace } from './create-workspace.ts';

/** With which `sign` signs. */
export const SECRET = 'hunter2-hunter2';
/** The variables that the hooks below name. */
export const ENV = { GITHUB_WEBHOOK_SECRET: SECRET, GITLAB_TOKEN_HERE: 'a-token' };

/** A hook for issues, which GitHub signs. */
export const GITHUB: object = noteHook(
  'gh',
  { event: 'webhook', secretEnv: 'GITHUB_WEBHOOK_SECRET', if: { 'headers.x-github-event': 'issues' } },
  '{data.issue.title}',
);
/** A hook with a token, as GitLab sends it. */
export const GITLAB: object = noteHook(
  'gl',
  { event: 'webhook', secretEnv: 'GITLAB_TOKEN_HERE', auth: 'token' },
  '{data.name} {hook}',
);
/** A hook that cannot be served, because nobody has its secret. */
export const UNSET: object = noteHook('unset', { event: 'webhook', secretEnv: 'NOT_SET_ANYWHERE' }, 'x');

/** What the sender of a webhook is told. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a webhook. */
export async function post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const all = { 'content-type': 'application/json', ...headers };
  const response = await fetch(url, { method: 'POST', body, headers: all });
  return { status: response.status, body: await response.json() };
}

/** The headers with which GitHub sends a body. */
export function sign(body: string, event = 'issues'): Record<string, string> {
  const digest = createHmac('sha256', SECRET).update(body).digest('hex');
  return { 'x-hub-signature-256': `sha256=${digest}`, 'x-github-event': event };
}

/** The address of a hook as the command printed it. */
export async function findUrl(running: Running, stream: 'stdout' | 'stderr', hook: string): Promise<string> {
  let text = '';
  running.child[stream].on('data', (part: string) => (text += part));
  const pattern = new RegExp(`Webhook: (http://127\\.0\\.0\\.1:\\d+/hooks/${hook})\n`);
  await waitUntil(() => pattern.test(text), WAIT_MS);
  return pattern.exec(text)?.[1] ?? '';
}

/** The body of a webhook about an issue. */
export const issue = (title: string): string => JSON.stringify({ issue: { title } });

/** A watch that takes webhooks at a free port. */
export function watchWebhooks(workspace: Workspace): Running {
  return workspace.start('watch', '--webhooks', '0');
}
