import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@toolyard/node';
import { waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createTestWorkspace, type TestWorkspace } from '../../../test/create-test-workspace.ts';
import type { HooksEvent } from '../engine/hooks-event.ts';
import { openUncheckedHooks } from '../read/open-hooks.ts';
import { keepWatch, type KeepWatchOptions } from './keep-watch.ts';

const WAIT_MS = 20_000;

interface Kept {
  /** What was told, without what every engine tells. */
  told(): readonly HooksEvent['type'][];
  until(type: HooksEvent['type'], count?: number): Promise<void>;
  end(): Promise<void>;
}

function keep({ createHost, workspace, config }: TestWorkspace, changes: Partial<KeepWatchOptions> = {}): Kept {
  const events: HooksEvent[] = [];
  const stop = new AbortController();
  const host = createHost();
  const running = keepWatch({
    clock: systemClock,
    signal: stop.signal,
    onEvent: (event) => void events.push(event),
    read: () => openUncheckedHooks(host, { config, workspace }),
    mayRun: async () => true,
    ...changes,
  });
  const end = async (): Promise<void> => {
    stop.abort();
    await running;
  };
  onTestFinished(end);
  const told = (): HooksEvent['type'][] => events.map(({ type }) => type);
  return {
    told,
    until: (type, count = 1) => waitUntil(() => told().filter((each) => each === type).length >= count, WAIT_MS),
    end,
  };
}

it('says nothing where there are no hooks, and begins when there are', async () => {
  const made = await createTestWorkspace();
  await rm(join(made.workspace, '.toolyard', 'hooks.json'));
  const kept = keep(made);
  const seen = Promise.race([kept.until('watch-started'), kept.until('warning')]);
  const action = { type: 'custom', parameters: { command: 'ls' } };
  await made.writeHooks([{ id: 'a', trigger: { event: 'manual' }, action }]);
  await seen;
  expect(kept.told()).toEqual(['hooks-resolved', 'watch-started']);
});

it('tells of a file with problems once, and begins when it is mended', async () => {
  const made = await createTestWorkspace();
  const file = join(made.workspace, '.toolyard', 'hooks.json');
  await writeFile(file, '{');
  const kept = keep(made);
  await kept.until('hooks-wrong');
  await made.writeHooks([]);
  await made.writeHooks([
    { id: 'a', trigger: { event: 'manual' }, action: { type: 'custom', parameters: { command: 'ls' } } },
  ]);
  await kept.until('watch-started');
  expect(kept.told()).toEqual(['hooks-wrong', 'hooks-resolved', 'watch-started']);
});

it('waits while another process runs the hooks, and goes on when that ends', async () => {
  const made = await createTestWorkspace();
  const other = await made.open();
  await other.watch();
  const kept = keep(made);
  await kept.until('watch-elsewhere');
  await other.close();
  await kept.until('watch-started');
  expect(kept.told().filter((type) => type === 'watch-elsewhere')).toHaveLength(1);
});

it('runs nothing that may not run here, and ends while it waits', async () => {
  const made = await createTestWorkspace();
  let asked = 0;
  const kept = keep(made, {
    mayRun: async () => {
      asked++;
      return false;
    },
  });
  await waitUntil(() => asked === 1, WAIT_MS);
  await kept.end();
  expect(kept.told()).toEqual([]);
});

it('tells what failed once, however often it is tried', async () => {
  const made = await createTestWorkspace();
  let tries = 0;
  const clock = { now: () => 0, after: (_: number, action: () => void) => (setImmediate(action), () => undefined) };
  const kept = keep(made, {
    clock,
    read: async () => {
      tries++;
      throw new Error('no such disk');
    },
  });
  await waitUntil(() => tries > 3, WAIT_MS);
  await kept.end();
  expect(kept.told()).toEqual(['watch-failed']);
});
