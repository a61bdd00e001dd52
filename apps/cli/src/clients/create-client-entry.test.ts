import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
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

it('names the interpreter and the script, and the configuration', () => {
  expect(entryOf({ PATH: folder })).toEqual({ command: '/bin/node', args: [script, 'serve', '--config', '/c.json'] });
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
