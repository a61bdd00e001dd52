import { expect } from 'vitest';
import { runToolyard } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture, type Entry } from './create-yard-folder.ts';

/** Servers of which three are wrong, each in its way. */
export const MIXED: Readonly<Record<string, Entry>> = {
  first: fixture('echo'),
  absent: { command: 'no-such-program-here' },
  garbage: fixture('prints-garbage'),
  stderr: fixture('fills-stderr'),
  pages: fixture('lists-in-pages'),
  loops: fixture('lists-in-pages', ['--loop']),
  dies: fixture('exits-on-call'),
  early: fixture('exits-on-start'),
  last: fixture('echo'),
};

/** One more, which starts until its time is over. */
export const HANGS: Readonly<Record<string, Entry>> = { hangs: fixture('never-answers') };

const STATES: Readonly<Record<string, object>> = {
  first: { state: 'running', tools: 3, failures: 0 },
  absent: { state: 'failed', tools: 0, phase: 'startup' },
  garbage: { state: 'running', tools: 1, failures: 0 },
  stderr: { state: 'running', tools: 1, failures: 0 },
  pages: { state: 'running', tools: 14, failures: 0 },
  loops: { state: 'running', tools: 14, failures: 0 },
  dies: { state: 'running', tools: 1, failures: 0 },
  early: { state: 'retrying', tools: 0, phase: 'initialization' },
  last: { state: 'running', tools: 3, failures: 0 },
  hangs: { state: 'retrying', tools: 0, phase: 'initialization' },
};

/** Why those that are wrong are, by their keys. */
const REASONS: Readonly<Record<string, unknown>> = {
  absent: '"no-such-program-here" was not found. Install it or set "command" to its full path.',
  early: expect.stringContaining('exited with code 3; on its stderr: cannot find the thing it needs'),
  hangs: expect.stringMatching(/did not answer within \d+ ms/),
};

/** `status` tells the truth about each of these servers. */
export async function expectToldInStatus(servers: Readonly<Record<string, Entry>>): Promise<void> {
  // Only one that hangs takes so long, also on a busy machine, and none is tried again meanwhile.
  const { file, folder } = createYardFolder(servers, { startTimeoutMs: 30_000, retryDelaysMs: [600_000] });
  const words = ['status', '--wait', '100000', '--json', '--config', file];
  const { code, stdout, stderr } = await runToolyard(words, { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  const told: { key: string; reason?: string }[] = JSON.parse(stdout).servers;
  expect(told).toMatchObject(Object.keys(servers).map((key) => ({ key, ...STATES[key] })));
  expect(told.map(({ reason }) => reason)).toEqual(Object.keys(servers).map((key) => REASONS[key]));
}
