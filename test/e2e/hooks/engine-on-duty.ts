import { join } from 'node:path';
import { createHookEngineClient, type RunRecord } from '@toolyard/hooks';
import { joinYard, socketPathOf, systemClock } from '@toolyard/node';
import { expect, onTestFinished } from 'vitest';
import type { Running } from '../cli/run-toolyard.ts';
import type { Workspace } from './create-workspace.ts';

/** A built command that runs the hooks of a workspace, and takes events as `hooks run` hands them over. */
export interface EngineOnDuty {
  readonly running: Running;
  /** Runs one hook, as `toolyard hooks run ID` does, with these values of an event; gives its record. */
  run(hook: string, data?: Readonly<Record<string, unknown>>): Promise<RunRecord>;
}

/** Watches a workspace whose hooks a person approves. Starting a command for each event would take most of the time of a test. */
export async function startEngine(workspace: Workspace, ...hooks: readonly object[]): Promise<EngineOnDuty> {
  workspace.writeHooks(...hooks);
  const running = await workspace.watch('--yes', '--json');
  const userId = process.getuid?.() ?? 0;
  const configFile = join(workspace.folder, '.toolyard engine');
  const link = await joinYard(await socketPathOf({ platform: process.platform, userId, configFile }));
  if (link === undefined) return expect.fail('Nobody runs the hooks.');
  onTestFinished(() => link.close());
  const client = createHookEngineClient(link, systemClock);
  return {
    running,
    async run(hook, data = {}) {
      const event = { name: 'manual', values: { data }, target: hook } as const;
      const [record] = await client.enter(event, new AbortController().signal);
      return record ?? expect.fail(`No run of ${hook}.`);
    },
  };
}
