import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from './run-toolyard.ts';

it('runs the example of the public API from the repository', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['examples/use-the-yard/main.mjs'], { cwd: ROOT });
  expect(stdout).toContain('everything:echo\n');
  expect(stdout).toContain('memory:read_graph\n');
  expect(stdout).toContain('Echo: Hello from the yard');
});
