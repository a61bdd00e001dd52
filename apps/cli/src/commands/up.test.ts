import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { createProcessContext } from '../process/create-process-context.ts';
import type { StopSignal } from '../terminal/terminal.ts';
import { runUp } from './up.ts';

it('is not ended by a hang-up that comes before the servers run', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = join(folder, 'c.json');
  await writeFile(config, '{ "mcpServers": {} }');

  let raise: (signal: StopSignal) => void = () => undefined;
  let shown = '';
  const stdout = new PassThrough().setEncoding('utf8');
  const running = new Promise<string>((resolve) =>
    stdout.on('data', (text: string) => {
      shown += text;
      if (shown.includes('Press Ctrl-C to stop.')) resolve('running');
    }),
  );
  const own = createProcessContext();
  const terminal = {
    ...own.terminal,
    hasTerminal: false,
    stdout,
    stderr: new PassThrough().resume(),
    onStopSignal(listener: (signal: StopSignal) => void) {
      raise = listener;
      return () => undefined;
    },
  };
  const surroundings = { ...own.surroundings, env: {}, cwd: folder, homeDir: folder };

  const ended = runUp({ config, port: 0 }, { terminal, surroundings });
  raise('SIGHUP');
  expect(await Promise.race([running, ended])).toBe('running');
  raise('SIGTERM');
  expect(await ended).toBe(0);
});
