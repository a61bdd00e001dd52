import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startToolyard, type Finished, type Running } from '../cli/run-toolyard.ts';
import type { Workspace } from './create-workspace.ts';

/** The variables with which the commands of a workspace run. */
export function variablesOf({ folder }: Workspace): Readonly<Record<string, string>> {
  return { HOME: join(dirname(folder), 'home'), GIT_CONFIG_GLOBAL: '/dev/null' };
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
