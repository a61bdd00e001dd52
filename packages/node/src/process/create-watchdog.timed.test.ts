import { createMemoryLog, findProcesses, parentPidOf } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createWatchdog } from './create-watchdog.ts';

it('leaves at once where nothing is registered', async () => {
  const watchdog = createWatchdog(createMemoryLog());
  watchdog.start();
  const startedAt = performance.now();
  await watchdog.stop();
  expect(performance.now() - startedAt).toBeLessThan(900);
  expect(findProcesses('toolyard-watchdog').filter((pid) => parentPidOf(pid) === process.pid)).toEqual([]);
});
