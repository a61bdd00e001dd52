import { expect, it } from 'vitest';
import { createTaskkillProcessTrees } from './taskkill-process-trees.ts';

it('forces the whole tree on Windows', async () => {
  const runs: string[] = [];
  const trees = createTaskkillProcessTrees(
    (file, args) => void runs.push([file, ...args].join(' ')),
    (pid) => pid === 7,
  );
  trees.signal(7, 'SIGTERM');
  expect(runs).toEqual(['taskkill.exe /pid 7 /T /F']);
  expect([await trees.isAlive(7), await trees.isAlive(8)]).toEqual([true, false]);
});
