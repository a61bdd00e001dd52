import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import { ROOT, startToolyard, type Finished, type Running } from '../cli/run-toolyard.ts';
import { quote } from '../cli/start-terminal.ts';
import { WAIT_MS } from './approved-workspace.ts';
import { noteHook, textsOf, type Workspace } from './create-workspace.ts';
import { homeOf } from './look-at-hooks.ts';

/** Notes every task. */
export const TASK: object = noteHook('task', { event: 'task.ended' }, '{task} ended with {exitCode}');
/** Notes the tasks that failed. */
export const FAILED: object = noteHook(
  'failed',
  { event: 'task.ended', if: { exitCode: { not: 0 } } },
  '{command} failed',
);

/** Waits for so many calls of a tool by whoever runs the hooks; gives their texts. */
export async function takeTexts(workspace: Workspace, count: number): Promise<string[]> {
  await waitUntil(() => workspace.calls().length >= count, WAIT_MS);
  return textsOf(workspace).toSorted();
}

/** Ends a watch as a person does. */
export async function endWatch({ child, finished }: Running): Promise<void> {
  child.kill('SIGINT');
  await finished;
}

/** The variables with which the commands of a workspace run. */
export function variablesOf(workspace: Workspace): Readonly<Record<string, string>> {
  return { HOME: homeOf(workspace), GIT_CONFIG_GLOBAL: '/dev/null' };
}

/** `toolyard hooks exec …`, which runs on. */
export function startExec(
  workspace: Workspace,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  const running = startToolyard(['hooks', 'exec', '--config', workspace.config, ...words], {
    cwd: workspace.folder,
    env: { ...variablesOf(workspace), ...env },
  });
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return running;
}

/** The same to its end, with an empty stdin. */
export function exec(workspace: Workspace, ...words: readonly string[]): Promise<Finished> {
  const running = startExec(workspace, words);
  running.child.stdin.end();
  return running.finished;
}

/** The words of `toolyard hooks exec` in a workspace, for another program that starts it. */
export function execWords({ config }: Workspace): string[] {
  return [process.execPath, join(ROOT, 'apps/cli/dist/toolyard.js'), 'hooks', 'exec', '--config', config];
}

/** The same for a shell. */
export function execLine(workspace: Workspace): string {
  return execWords(workspace).map(quote).join(' ');
}
