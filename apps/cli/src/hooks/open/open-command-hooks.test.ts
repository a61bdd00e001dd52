import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openConfiguration } from '@toolyard/host';
import { resolveApprovals } from '@toolyard/host/hooks';
import { expect, it, onTestFinished } from 'vitest';
import { createProcessContext } from '../../process/create-process-context.ts';
import { openCommandHooks } from './open-command-hooks.ts';

it('tells a warning of the configuration once, however often it is read', async () => {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  onTestFinished(() => rm(home, { recursive: true }));
  const file = join(home, 'c.json');
  await writeFile(file, '{ "mcpServers": { "a": { "command": "x", "argz": [] } } }', { mode: 0o600 });
  const { terminal, surroundings } = createProcessContext();
  const stderr = new PassThrough();
  const context = {
    terminal: { ...terminal, stderr },
    surroundings: { ...surroundings, env: {}, cwd: home, homeDir: home },
  };
  const opened = await openCommandHooks(context, { workspace: home, config: file });
  await resolveApprovals(opened);
  await openConfiguration(opened.host, opened.named);
  expect(String(stderr.read())).toBe(
    `warning: ${file}: $.mcpServers.a.argz: Unknown key "argz" is ignored; did you mean "args"?\n`,
  );
});
