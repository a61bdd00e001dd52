import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createMemoryLog, findProcesses, fixturePath, parentPidOf, waitUntil } from '@toolyard/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createWatchdog } from './create-watchdog.ts';
import { posixProcessGroups } from './posix-process-groups.ts';

const sleepers: ChildProcess[] = [];

afterEach(() => {
  for (const { pid } of sleepers.splice(0)) if (pid !== undefined) posixProcessGroups.signal(pid, 'SIGKILL');
});

function startSleeper(script = 'sleep 1000; :'): { pid: number; exited: Promise<unknown[]> } {
  const child = spawn('/bin/sh', ['-c', script, 'toolyard-sleeper'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  sleepers.push(child);
  return { pid: child.pid ?? 0, exited: once(child, 'exit') };
}

function watchdogsOf(parent: number | undefined): number[] {
  return findProcesses('toolyard-watchdog').filter((pid) => parentPidOf(pid) === parent);
}

function ignoresTerm(pid: number | undefined): boolean {
  const [, mask = '0'] = /^SigIgn:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (BigInt(`0x${mask}`) & (1n << 14n)) !== 0n;
}

describe('createWatchdog', { timeout: 30_000 }, () => {
  it('ends the groups that are registered when its input ends, and no others', async () => {
    const watchdog = createWatchdog(createMemoryLog());
    watchdog.start();
    const [first, second, third] = [startSleeper(), startSleeper(), startSleeper()];
    for (const { pid } of [first, second, third]) watchdog.add(pid);
    watchdog.remove(second.pid);
    await watchdog.stop();
    expect((await first.exited)[1]).toBe('SIGTERM');
    expect((await third.exited)[1]).toBe('SIGTERM');
    expect(findProcesses('toolyard-sleeper')).toContain(second.pid);
  });

  it('forces a group that ignores SIGTERM', async () => {
    const watchdog = createWatchdog(createMemoryLog());
    watchdog.start();
    const stubborn = startSleeper("trap '' TERM; while :; do sleep 1000; done");
    await waitUntil(() => ignoresTerm(stubborn.pid));
    watchdog.add(stubborn.pid);
    await watchdog.stop();
    expect((await stubborn.exited)[1]).toBe('SIGKILL');
  });

  it('ignores signals', async () => {
    const watchdog = createWatchdog(createMemoryLog());
    watchdog.start();
    const [pid] = watchdogsOf(process.pid);
    await waitUntil(() => ignoresTerm(pid));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid ?? 0, signal);
    const sleeper = startSleeper();
    watchdog.add(sleeper.pid);
    expect(watchdogsOf(process.pid)).toEqual([pid]);
    await watchdog.stop();
    expect((await sleeper.exited)[1]).toBe('SIGTERM');
  });

  it('is started again when it dies, and still knows the groups', async () => {
    const log = createMemoryLog();
    const watchdog = createWatchdog(log);
    watchdog.start();
    const sleeper = startSleeper();
    watchdog.add(sleeper.pid);
    const [pid] = watchdogsOf(process.pid);
    process.kill(pid ?? 0, 'SIGKILL');
    await waitUntil(() => watchdogsOf(process.pid).some((other) => other !== pid));
    expect(log.at('debug')).toEqual(['The watchdog process ended (SIGKILL). It is started again.']);
    await watchdog.stop();
    expect((await sleeper.exited)[1]).toBe('SIGTERM');
  });
});

const PROGRAM = `
import { createCommandLinkStarter } from './create-command-link-starter.ts';
import { createFixtureServer, createMemoryLog, createTestClient } from '@toolyard/testing';

const { env, platform, argv } = process;
const starter = createCommandLinkStarter({ log: createMemoryLog(), env, platform });
for (const name of ['has-grandchildren', 'ignores-end', 'echo']) {
  const server = createFixtureServer(name, { env: { MARKER: env.MARKER } });
  const args = [argv[2] + '/' + name + '.mjs'];
  const link = await starter.start({ ...server, args }, new AbortController().signal);
  await createTestClient(link).initialize();
}
console.log('ready');
if (argv[3] === 'exit') process.exit(0);
`;

describe('a Toolyard that ends without stopping its servers', { timeout: 30_000 }, () => {
  it.each([
    ['kill -9', 'stay'],
    ['process.exit', 'exit'],
  ])('leaves none of their processes after %s', async (_name, how) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-'));
    const outfile = join(folder, 'program.mjs');
    const stdin = { contents: PROGRAM, resolveDir: new URL('.', import.meta.url).pathname, loader: 'ts' } as const;
    const conditions = ['@toolyard/source'];
    await build({
      stdin,
      outfile,
      conditions,
      mainFields: ['module', 'main'],
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    const marker = `toolyard-marker-${process.pid}-${how}`;
    const program = spawn(process.execPath, [outfile, fixturePath('.'), how], {
      env: { ...process.env, MARKER: marker },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(program.stdout, 'data');
    const watchdogs = watchdogsOf(program.pid);
    if (how === 'stay') {
      expect(findProcesses(marker).length).toBeGreaterThanOrEqual(5);
      program.kill('SIGKILL');
    }
    await waitUntil(() => findProcesses(marker).length === 0, 5000);
    await waitUntil(() => !findProcesses('toolyard-watchdog').some((pid) => watchdogs.includes(pid)), 5000);
    await rm(folder, { recursive: true });
  });
});
