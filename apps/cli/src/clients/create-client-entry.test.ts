import { chmod, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigurationSource } from '@toolyard/node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClientEntry } from './create-client-entry.ts';

let folder = '';
let script = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  script = join(folder, 'real.js');
  await writeFile(script, '');
  await chmod(script, 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

const NAMED = { kind: 'option', file: '/c.json' } as const;

const entryOf = (
  env: Record<string, string>,
  runs = script,
  options: readonly string[] = [],
  source: ConfigurationSource = NAMED,
): unknown => {
  const place = {
    terminal: { program: { interpreter: '/bin/node', script: runs } },
    surroundings: { env, platform: 'linux' },
  } as const;
  return JSON.parse(createClientEntry(place, source, options)).mcpServers.toolyard;
};

it('names the interpreter and the script where the command is not on the PATH', () => {
  expect(entryOf({ PATH: folder })).toEqual({ command: '/bin/node', args: [script, 'serve', '--config', '/c.json'] });
});

it('names the command where the PATH leads to this very script', async () => {
  await symlink(script, join(folder, 'toolyard'));
  expect(entryOf({ PATH: `/nowhere:${folder}` })).toEqual({
    command: 'toolyard',
    args: ['serve', '--config', '/c.json'],
  });
});

it('does not name a file in the cache of npx', () => {
  const cached = '/home/me/.npm/_npx/1a2b/node_modules/toolyard/dist/toolyard.js';
  expect(entryOf({}, cached)).toEqual({ command: 'npx', args: ['-y', 'toolyard', 'serve', '--config', '/c.json'] });
});

it('gives serve the options it was started with', () => {
  expect(entryOf({}, script, ['--shared'])).toMatchObject({
    args: [script, 'serve', '--shared', '--config', '/c.json'],
  });
});

it.each([
  ['option', ['--config', '/c.json']],
  ['environment', ['--config', '/c.json']],
  ['user', ['--config', '/c.json']],
  ['folder', ['--found', '/c.json']],
] as const)('names a file that comes from the %s so that an approval by its hash still counts', (kind, words) => {
  expect(entryOf({}, script, [], { kind, file: '/c.json' })).toMatchObject({ args: [script, 'serve', ...words] });
});

it('names no file where there is none', () => {
  expect(entryOf({}, script, [], { kind: 'default' })).toMatchObject({ args: [script, 'serve'] });
});
