import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../harness/create-yard-folder.ts';

it('shows in the pictures of the README what the command shows', () => {
  expect(() =>
    execFileSync(process.execPath, [join(ROOT, 'tools/write-screens.mjs'), '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});
