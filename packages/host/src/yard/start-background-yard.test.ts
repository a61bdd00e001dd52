import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@toolyard/node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Notice } from '../ports/host.ts';
import { startBackgroundYard } from './start-background-yard.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-background-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function start(program: string, limitMs?: number): Promise<readonly Notice[]> {
  const script = join(folder, 'program.mjs');
  await writeFile(script, program);
  const notices: Notice[] = [];
  const host: Parameters<typeof startBackgroundYard>[0] = {
    program: { command: process.execPath, args: [script] },
    surroundings: { cwd: folder, env: process.env, homeDir: folder, platform: process.platform, userId: 0 },
    clock: systemClock,
    notify: (notice) => void notices.push(notice),
  };
  await startBackgroundYard(host, {}, limitMs);
  return notices;
}

it('resolves when it is ready', async () => {
  expect(await start(`process.stderr.write('a warning\\n', () => console.log('ready'))`)).toEqual([
    { level: 'info', message: 'a warning' },
  ]);
});

it('rejects with what it wrote when it ends before', async () => {
  await expect(start(`console.error('no'); process.exit(1)`)).rejects.toThrow(
    'The background Toolyard did not start: no',
  );
});

it('ends one that never becomes ready, and says so', async () => {
  const stuck = `setInterval(() => undefined, 1_000_000);`;
  await expect(start(stuck, 500)).rejects.toMatchObject({
    code: 'socket-unavailable',
    message: 'The background Toolyard did not start: It was not ready in time and was stopped.',
  });
});
