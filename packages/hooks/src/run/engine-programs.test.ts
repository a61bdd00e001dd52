import type { ProgramEnd, ProgramRun } from '@toolyard/core';
import {
  createFakeClock,
  createEngineFixture,
  createHook,
  createSaved,
  type EngineFixture,
  waitUntil,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { Hook } from '../hook/hook.ts';
import type { RunRecord } from './run-record.ts';

const NOTIFY = createHook('notify', {
  action: {
    type: 'custom',
    parameters: {
      command: './notify',
      args: ['--path', '{path}', 'by {user}'],
      cwd: 'tools',
      env: { BRANCH: '{branch}' },
      timeout: 5000,
    },
  },
});

interface Setup {
  readonly fake: EngineFixture;
  readonly programs: ProgramRun[];
  readonly record: RunRecord | undefined;
}

async function run(end: Partial<ProgramEnd>, hook: Hook = NOTIFY): Promise<Setup> {
  const fake = createEngineFixture(createFakeClock(), [hook]);
  const programs: ProgramRun[] = [];
  fake.programs = {
    async run(program) {
      programs.push(program);
      return { outcome: 'exited', stdout: '', stderr: '', ...end };
    },
  };
  const engine = await fake.start();
  const { ended } = await engine.enter([createSaved('$(rm -rf).md', { id: 'e1' })]);
  return { fake, programs, record: (await ended)[0] };
}

it('gives a program its arguments and variables, and the chain that led to it', async () => {
  const { programs, record } = await run({ exitCode: 0, stdout: 'told\n' });
  expect(programs).toEqual([
    {
      command: './notify',
      args: ['--path', '$(rm -rf).md', 'by Ada'],
      cwd: 'tools',
      env: {
        BRANCH: 'main',
        TOOLYARD_HOOK_CHAIN: '[{"hook":"notify","run":"r1","inferred":false,"path":"$(rm -rf).md"}]',
      },
      timeoutMs: 5000,
    },
  ]);
  expect(record).toMatchObject({
    status: 'success',
    action: 'custom',
    target: './notify',
    arguments: {
      command: './notify',
      args: ['--path', '$(rm -rf).md', 'by Ada'],
      cwd: 'tools',
      env: { BRANCH: 'main' },
    },
    result: { exitCode: 0, stdout: 'told\n', stderr: '' },
    attempts: 1,
  });
});

it.each([
  [{ exitCode: 3, stderr: 'first\nno network\n' }, 'error', 'exit code 3: no network'],
  [
    { exitCode: 1, stderr: 'Error: no such note\n    at main (/x.js:1:2)\n' },
    'error',
    'exit code 1: Error: no such note',
  ],
  [{ exitCode: 3 }, 'error', 'exit code 3'],
  [{ reason: 'it was ended by SIGKILL' }, 'error', 'it was ended by SIGKILL'],
  [{ outcome: 'timeout' }, 'timeout', 'Execution timeout after 5000 ms'],
  [{ outcome: 'not-started', reason: '"./notify" was not found' }, 'error', '"./notify" was not found'],
] as const)('%o is kept as %s', async (end, status, reason) => {
  expect((await run(end)).record).toMatchObject({ status, reason });
});

it('starts nothing when a value is missing', async () => {
  const parameters = { command: 'x', args: ['{commit}'], env: { WHY: '{message}' }, timeout: 5000 };
  const { programs, record } = await run({}, createHook('a', { action: { type: 'custom', parameters } }));
  expect(programs).toEqual([]);
  expect(record).toMatchObject({
    status: 'error',
    reason: 'args[0]: "commit" has no value for this event; env.WHY: "message" has no value for this event',
    attempts: 0,
  });
});

it('never runs a program again that was under way when Toolyard ended', async () => {
  const fake = createEngineFixture(createFakeClock(), [NOTIFY]);
  let runs = 0;
  fake.programs = { run: () => new Promise(() => runs++) };
  await (await fake.start()).enter([createSaved('a.md')]);
  await waitUntil(() => runs === 1);
  await (await fake.start()).idle();
  expect(fake.machine.records.map(({ status }) => status)).toEqual(['interrupted']);
  expect(runs).toBe(1);
});

it('takes a program that a stop has ended as interrupted', async () => {
  const fake = createEngineFixture(createFakeClock(), [NOTIFY]);
  let isRunning = false;
  fake.programs = {
    run: (_program, signal) =>
      new Promise((resolve) => {
        isRunning = true;
        signal.addEventListener('abort', () => resolve({ outcome: 'cancelled', stdout: 'half', stderr: '' }));
      }),
  };
  const engine = await fake.start();
  await engine.enter([createSaved('a.md')]);
  await waitUntil(() => isRunning);
  await engine.stop();
  expect(fake.machine.records).toMatchObject([{ status: 'interrupted', result: { stdout: 'half' } }]);
});
