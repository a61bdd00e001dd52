import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { createInstalled } from './create-installed.ts';
import { WAIT_MS } from './watch-hooks.ts';

/** How the Toolyard can be that the hooks of git call. */
const SPOILERS = {
  broken: (file: string) => writeFileSync(file, 'throw new Error("broken");'),
  missing: (file: string) => rmSync(file, { force: true }),
  hanging(file: string) {
    const text = `require('fs').appendFileSync(__filename + '.pids', process.pid + ' '); setInterval(() => 0, 1000);`;
    writeFileSync(file, text);
  },
} as const;

/** Does the same with git before and after hooks are installed that call such a Toolyard, and expects the same. */
export async function expectGitAsEver(toolyard: keyof typeof SPOILERS): Promise<void> {
  const { folder, git, install, quiet } = createInstalled();
  const program = join(dirname(folder), 'program.cjs');
  git('init', '--quiet', '--bare', '../origin.git');
  const WORDS = [
    ['commit', '--allow-empty', '-m', 'one'],
    ['checkout', '-b', 'side'],
    ['push', '../origin.git', 'side'],
    ['commit', '-m', 'nothing to commit'],
  ];
  const ends = (): unknown => WORDS.map((words) => ({ ...git(...words), stdout: undefined }));
  const before = ends();
  git('checkout', '--quiet', 'main');
  git('branch', '-D', 'side');
  await install();
  const script = join(folder, '.git', 'hooks', 'toolyard-fire');
  const text = readFileSync(script, 'utf8').replace(/^toolyard='.*'$/m, `toolyard='${program}'`);
  writeFileSync(script, text);
  SPOILERS[toolyard](program);
  rmSync(join(dirname(folder), 'origin.git'), { recursive: true });
  git('init', '--quiet', '--bare', '../origin.git');
  const startedAt = performance.now();
  expect(ends()).toEqual(before);
  // Git does not wait: the program that hangs would keep it for a minute, and its pipes for ever.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  if (toolyard !== 'hanging') return;
  // Each of the three that were told, the push when it was over.
  await waitUntil(() => pidsIn(`${program}.pids`).length === 3, WAIT_MS);
  for (const pid of pidsIn(`${program}.pids`)) process.kill(pid, 'SIGKILL');
  await quiet();
}

function pidsIn(file: string): number[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.split(' ').slice(0, -1).map(Number);
}
