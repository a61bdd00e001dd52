import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewEvent, RunRecord } from '@toolyard/hooks';
import { expect, it } from 'vitest';
import { createApprovedFolder, ECHO_HOOK, untilState } from '../../test/fakes/create-test-folder.ts';
import { startFolderProcess } from '../../test/fakes/start-folder-process.ts';
import type { Folder } from './folder.ts';

const { parameters } = ECHO_HOOK.action;
const NUMBERED = {
  id: 'numbered',
  trigger: { event: 'task.ended' },
  action: {
    type: 'mcp',
    parameters: {
      ...parameters,
      parameterMappings: [{ toolParam: 'text', source: 'template', value: '{task}' }],
    },
  },
};

function ended(from: number, count: number): NewEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    name: 'task.ended' as const,
    values: { task: `t${from + index}`, exitCode: 0 },
  }));
}

function tasksOf(runs: readonly RunRecord[]): string[] {
  return runs.map((run) => String(run.event.context['task']));
}

async function untilAll(folder: Folder, count: number): Promise<readonly RunRecord[]> {
  await untilState(folder, ({ runs }) => new Set(tasksOf(runs)).size >= count);
  return folder.state().runs;
}

it('hands its events to the window on duty', async () => {
  const made = await createApprovedFolder(NUMBERED);
  const first = await startFolderProcess(made);
  await first.until('here');
  const second = made.open();
  await untilState(second, ({ duty }) => duty.kind === 'elsewhere');
  await Promise.all([second.tell(ended(0, 20)), second.tell(ended(20, 20))]);
  const runs = await untilAll(second, 40);
  expect(runs).toHaveLength(40);
  expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['success']));
  expect(second.state().duty.kind).toBe('elsewhere');
});

it('loses and doubles nothing while the window on duty is killed and this one takes over', async () => {
  const made = await createApprovedFolder(NUMBERED);
  const first = await startFolderProcess(made);
  await first.until('here');
  const second = made.open();
  await untilState(second, ({ duty }) => duty.kind === 'elsewhere');
  const telling: Promise<void>[] = [];
  for (let from = 0; from < 90; from += 5) {
    telling.push(second.tell(ended(from, 5)));
    if (from === 30) await first.kill();
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await Promise.all(telling);
  await untilState(second, ({ duty }) => duty.kind === 'here');
  await second.tell(ended(90, 10));
  const runs = await untilAll(second, 100);
  expect(new Set(tasksOf(runs)).size).toBe(100);
  expect(runs).toHaveLength(100);
  // What the killed one was in the middle of is known to have been begun, and is not begun again.
  expect(runs.filter(({ status }) => status !== 'success' && status !== 'interrupted')).toEqual([]);
  expect(runs.filter(({ status }) => status === 'interrupted').length).toBeLessThanOrEqual(5);
});

it('sees what changed while nobody was on duty', async () => {
  const made = await createApprovedFolder(ECHO_HOOK);
  const first = await startFolderProcess(made);
  await first.until('here');
  await first.kill();
  await writeFile(join(made.path, 'between.md'), 'x');
  const second = made.open();
  await untilState(second, ({ runs }) => runs.some(({ event }) => event.context['path'] === 'between.md'));
  expect(second.state().runs).toHaveLength(1);
});

it('ends in seconds with runs under way, which the next window keeps and goes on with', async () => {
  const script = `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)`;
  const slow = {
    trigger: { event: 'task.ended' },
    action: { type: 'custom', parameters: { command: process.execPath, args: ['-e', script], timeout: 60_000 } },
  };
  const made = await createApprovedFolder(
    ...Array.from({ length: 5 }, (_, index) => ({ ...slow, id: `slow-${index}` })),
  );
  const first = made.open();
  await untilState(first, ({ duty }) => duty.kind === 'here');
  await first.tell(ended(0, 2));
  await untilState(first, ({ live }) => live.length === 5);
  const startedAt = performance.now();
  await first.close();
  expect(performance.now() - startedAt).toBeLessThan(5000);

  const second = made.open();
  await untilState(second, ({ runs, live }) => runs.length === 5 && live.length === 5);
  expect(second.state().runs.map(({ status }) => status)).toEqual(Array(5).fill('interrupted'));
  expect(new Set(tasksOf(second.state().runs))).toEqual(new Set(['t0']));
});
