import { spawnSync } from 'node:child_process';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import { systemClock } from './system-clock.ts';

it('runs an action once after its time', async () => {
  const startedAt = systemClock.now();
  await new Promise<void>((resolve) => void systemClock.after(20, resolve));
  expect(systemClock.now() - startedAt).toBeGreaterThanOrEqual(19);
});

it('takes an action back', async () => {
  const done: string[] = [];
  const takeBack = systemClock.after(1, () => done.push('first'));
  takeBack();
  await new Promise<void>((resolve) => void systemClock.after(10, resolve));
  expect(done).toEqual([]);
});

it('does not keep a process alive', () => {
  const stdin = {
    contents: `import { systemClock } from './system-clock.ts'; systemClock.after(100_000, () => {}); console.log('left')`,
    resolveDir: new URL('.', import.meta.url).pathname,
  };
  const [built] = buildSync({ stdin, bundle: true, platform: 'node', write: false }).outputFiles;
  const run = spawnSync(process.execPath, ['-e', built?.text ?? ''], { timeout: 10_000, encoding: 'utf8' });
  expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: 'left\n' });
});
