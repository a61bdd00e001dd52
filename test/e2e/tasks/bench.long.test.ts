import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../cli/run-toolyard.ts';

it('measures the task backend, and many clients at once lose and double nothing', async () => {
  const words = ['bench/tasks.mjs', '--quick', '--only', 'embedded', '--seconds', '1', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT });
  const { embedded } = JSON.parse(stdout);
  expect(embedded.many).toMatchObject({ lost: 0, doubled: 0 });
  expect(embedded.many.created).toBeGreaterThanOrEqual(100);
  for (const times of [embedded.list, ...Object.values(embedded.single)])
    expect(times).toMatchObject({ p95: expect.any(Number) });
}, 240_000);
