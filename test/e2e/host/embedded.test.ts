import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProcesses } from '@toolyard/testing';
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { createMarker, createYardFolder, fixture } from '../harness/create-yard-folder.ts';

const ENTRY = fileURLToPath(new URL('embedded/embedded-host.ts', import.meta.url));

const LIFE = {
  isJoined: [false, true],
  called: 'success',
  reloaded: ['echo', 'late'],
  blocks: ['success'],
  runs: [['success', 'hello']],
};

const HOOK = {
  id: 'greet',
  trigger: { event: 'manual' },
  action: {
    type: 'mcp',
    parameters: {
      serverId: 'echo',
      toolName: 'echo',
      parameterMappings: [{ toolParam: 'text', source: 'literal', value: 'hello' }],
    },
  },
};

/** What our own sources, and what they bring along, need of Node. */
function builtinsOf({ inputs }: Metafile): readonly string[] {
  const sources = Object.entries(inputs).filter(([path]) => !path.includes('test/e2e/'));
  const names = sources.flatMap(([, { imports }]) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  return [...new Set(names)].toSorted();
}

it('lives twice as one CommonJS file in a process of somebody else, anew while it is still ending, and leaves nothing', async () => {
  const { folder, write } = createYardFolder();
  const outfile = join(folder, 'host.cjs');
  const { metafile } = await build({
    entryPoints: [ENTRY],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    conditions: ['@toolyard/source'],
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'silent',
  });
  expect(builtinsOf(metafile)).toEqual([
    'buffer',
    'node:child_process',
    'node:crypto',
    'node:events',
    'node:fs',
    'node:fs/promises',
    'node:http',
    'node:https',
    'node:net',
    'node:os',
    'node:path',
    'node:stream',
    'node:util',
    'node:zlib',
    'process',
  ]);
  const marker = createMarker();
  write('toolyard.json', { mcpServers: { echo: fixture('echo', [], marker) } });
  write('note.md', '```echo\ntool: echo\ntext: noted\n```\n');
  mkdirSync(join(folder, '.toolyard'));
  write('.toolyard/hooks.json', { version: 1, hooks: [HOOK] });
  const env = { PATH: process.env['PATH'], FOLDER: folder, TOOLYARD_STATE_DIR: join(folder, 'state') };
  // It ends by itself only when nothing is left.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [outfile], { env });
  expect(stderr).toBe('');
  const { lives, timers, resources } = JSON.parse(stdout);
  expect(lives).toEqual([LIFE, LIFE]);
  expect(timers).toBe(0);
  expect(resources.after).toEqual(resources.before);
  expect(findProcesses(marker)).toEqual([]);
});
