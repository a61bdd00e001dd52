import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fixture } from '../harness/create-yard-folder.ts';
import { createWorkspace } from './create-workspace.ts';
import { FENCE, watchAgain } from './watch-hooks.ts';

/** Twenty runs are wanted, and with these settings of the configuration so many of them are under way at the same time. */
export async function expectRunsAtOnce(atOnce: number, settings: object): Promise<void> {
  const workspace = createWorkspace({ servers: { count: fixture('counts-at-once') }, settings });
  const parameterMappings = [{ toolParam: 'file', source: 'literal', value: workspace.release }];
  const parameters = { serverId: 'count', toolName: 'hold', parameterMappings };
  const trigger = { event: 'file.saved', paths: ['src/**'] };
  workspace.writeHooks({ id: 'hold', trigger, action: { type: 'mcp', parameters } }, FENCE);
  const watched = await watchAgain(workspace, '--yes', '--debug');
  for (let index = 0; index < 20; index += 1) workspace.write(`src/${index}.md`, 'first');
  await watched.untilSaid(`running ${atOnce}\n`);
  writeFileSync(workspace.release, '');
  await watched.untilRuns(20, ({ hook, status }) => hook === 'hold' && status === 'success');
  const { runs } = await watched.end();
  const held = runs.filter(({ attempts }) => attempts > 0);
  expect(held).toHaveLength(20);
  expect(new Set(held.map(({ status }) => status))).toEqual(new Set(['success']));
  expect(new Set(held.map(({ event }) => event.context['path'])).size).toBe(20);
  const most = held.map(({ result }) => Number(/^at most (\d+)$/.exec(String(result))?.[1]));
  expect(Math.max(...most)).toBe(atOnce);
}
