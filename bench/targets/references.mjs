// What figures are related to beside other targets: they measure themselves, in the same rounds.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { timeOf } from '../measure/calls.mjs';

const LOOP = fileURLToPath(new URL('../yardsticks/json-loop.mjs', import.meta.url));
const WARM_UP = 20_000;
const COUNT = 100_000;

/** Node itself with nothing to do: what every start here contains. */
export const bareNode = {
  name: 'node -e 0',
  async measure() {
    return { startMs: await timeOf(() => once(spawn(process.execPath, ['-e', '0']), 'exit')) };
  },
};

/** The JSON of a call without any way to pass it on: by it one sees when a yardstick itself gets slower. */
export const jsonAlone = {
  name: 'JSON alone',
  async measure() {
    const { stdout } = await promisify(execFile)(process.execPath, [LOOP, String(WARM_UP), String(COUNT)]);
    return { cpuUs: Number(stdout) };
  },
};
