import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runToolyard } from './cli/run-toolyard.ts';
import { createYardFolder } from './harness/create-yard-folder.ts';
import { expectApprovalCounts, expectNoHome, expectNotSprung } from './harness/trap.ts';

describe('a toolyard.json that merely lies in the working directory', () => {
  it.each(['serve', 'call hostile:x'])('starts nothing with %s', (line) => expectNotSprung('toolyard.json', line));

  it('works after approval, and not any more after an edit', () => expectApprovalCounts('toolyard.json'));
});

it('is not taken for the home folder where HOME is ".."', () => expectNoHome('..'));

it.each(['TOOLYARD_STATE_DIR', 'TOOLYARD_DATA_DIR'])('is not where a relative %s leads to', async (name) => {
  const { folder, file } = createYardFolder();
  const { code, stderr } = await runToolyard(['status', '--config', file], { cwd: folder, env: { [name]: 'rel' } });
  expect(stderr).toBe(`${name} is "rel", which is not an absolute path. Set it to one, or unset it.\n`);
  expect(code).toBe(1);
  expect(existsSync(join(folder, 'rel'))).toBe(false);
});
