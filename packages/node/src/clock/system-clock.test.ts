import { spawnSync } from 'node:child_process';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import { repeatEvery, systemClock } from './system-clock.ts';

/** Does the work where timers are numbers, as in an Electron renderer. */
function withNumbers<T>(work: () => T): T {
  const { setTimeout, setInterval } = globalThis;
  const numbered = (start: (action: () => void, ms: number) => NodeJS.Timeout) => (action: () => void, ms: number) =>
    Number(start(action, ms));
  Object.assign(globalThis, { setTimeout: numbered(setTimeout), setInterval: numbered(setInterval) });
  try {
    return work();
  } finally {
    Object.assign(globalThis, { setTimeout, setInterval });
  }
}

const PLACES = [
  { timers: 'objects', within: <T>(work: () => T): T => work() },
  { timers: 'numbers', within: withNumbers },
];

it.each(PLACES)('runs an action once after its time, with timers that are $timers', async ({ within }) => {
  const startedAt = systemClock.now();
  await new Promise<void>((resolve) => within(() => void systemClock.after(20, resolve)));
  expect(systemClock.now() - startedAt).toBeGreaterThanOrEqual(19);
});

it.each(PLACES)('repeats an action until it is stopped, with timers that are $timers', async ({ within }) => {
  let count = 0;
  await new Promise<void>((resolve) => {
    const stop = within(() =>
      repeatEvery(1, () => {
        count += 1;
        if (count < 3) return;
        stop();
        resolve();
      }),
    );
  });
  await new Promise<void>((resolve) => void systemClock.after(20, resolve));
  expect(count).toBe(3);
});

it.each(PLACES)('takes an action back, with timers that are $timers', async ({ within }) => {
  const done: string[] = [];
  const takeBack = within(() => systemClock.after(1, () => done.push('first')));
  takeBack();
  await new Promise<void>((resolve) => void systemClock.after(10, resolve));
  expect(done).toEqual([]);
});

it.each(['systemClock.after(100_000, () => {})', 'repeatEvery(100_000, () => {})'])(
  'does not keep a process alive: %s',
  (call) => {
    const stdin = {
      contents: `import { repeatEvery, systemClock } from './system-clock.ts'; ${call}; console.log('left')`,
      resolveDir: new URL('.', import.meta.url).pathname,
    };
    const [built] = buildSync({ stdin, bundle: true, platform: 'node', write: false }).outputFiles;
    const run = spawnSync(process.execPath, ['-e', built?.text ?? ''], { timeout: 10_000, encoding: 'utf8' });
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: 'left\n' });
  },
);
