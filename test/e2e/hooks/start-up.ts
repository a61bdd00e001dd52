import { onTestFinished } from 'vitest';
import { startToolyard, type Running } from '../cli/run-toolyard.ts';
import { noteHook, type Workspace } from './create-workspace.ts';
import { homeOf } from './look-at-hooks.ts';

/** A hook that notes which file was saved. */
export const SAVED: object = noteHook('saved', { event: 'file.saved', paths: ['*.md'] }, '{path}');

/** `toolyard up` in a workspace, at a free port; ended after the test. */
export function startUp(
  workspace: Workspace,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Running {
  const options = { cwd: workspace.folder, env: { HOME: homeOf(workspace), ...env } };
  const up = startToolyard(['up', '--port', '0', '--config', workspace.config, ...words], options);
  onTestFinished(() => void up.child.kill('SIGKILL'));
  return up;
}
