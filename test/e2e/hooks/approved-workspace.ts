import { parseRunRecord, type RunRecord } from '@toolyard/hooks';
import { waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import type { Running } from '../cli/run-toolyard.ts';
import { createWorkspace, type Workspace, type WorkspaceOptions } from './create-workspace.ts';

/** Generous, since the machines that test this are busy. */
export const WAIT_MS = 90_000;

/** A workspace whose hooks a person has approved. */
export async function createApproved(hooks: readonly object[], options: WorkspaceOptions = {}): Promise<Workspace> {
  const workspace = createWorkspace(options);
  workspace.writeHooks(...hooks);
  await approveAll(workspace);
  return workspace;
}

/** Approves the hooks that the workspace has now. */
export async function approveAll(workspace: Workspace): Promise<void> {
  const { code, stderr } = await workspace.hooks('approve', '--yes');
  expect(stderr).toContain('Approved: ');
  expect(code).toBe(0);
}

/** A watch whose records are read as they come. */
export interface ShownRuns {
  readonly running: Running;
  readonly runs: readonly RunRecord[];
  /** Resolves with the first record of which this is true, also one that was shown before. */
  until(isMeant: (run: RunRecord) => boolean): Promise<RunRecord>;
}

/** Watches a workspace, and reads what it shows; also what did not match. */
export async function watchRuns(workspace: Workspace): Promise<ShownRuns> {
  const running = await workspace.watch('--json', '--debug');
  const runs: RunRecord[] = [];
  let rest = '';
  running.child.stdout.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    runs.push(...lines.flatMap((line) => parseRunRecord(JSON.parse(line)) ?? []));
  });
  return {
    running,
    runs,
    async until(isMeant) {
      await waitUntil(() => runs.some(isMeant), WAIT_MS);
      return runs.find(isMeant) ?? expect.fail('It was there a moment ago.');
    },
  };
}

/** A hook that runs a program. */
export function programHook(id: string, trigger: object, command: string, ...args: readonly string[]): object {
  return { id, trigger, action: { type: 'custom', parameters: { command, args } } };
}

/** A hook that runs a few lines of JavaScript with these words. */
export function scriptHook(id: string, trigger: object, script: string, ...args: readonly string[]): object {
  return programHook(id, trigger, process.execPath, '-e', script.replaceAll('{', '{{').replaceAll('}', '}}'), ...args);
}
