import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createYardFolder, ROOT, type YardFolder } from '../harness/create-yard-folder.ts';

const EXAMPLE = join(ROOT, 'examples/own-host');
const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

/** The example in a folder of its own, with its server from this repository instead of the registry. */
function copyExample(command: string): YardFolder {
  const place = createYardFolder();
  cpSync(EXAMPLE, place.folder, { recursive: true });
  place.write('toolyard.json', { mcpServers: { demo: { command, args: [EVERYTHING] } } });
  return place;
}

function run({ folder }: YardFolder): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, TOOLYARD_STATE_DIR: join(folder, 'state'), TOOLYARD_DATA_DIR: join(folder, 'data') };
  return promisify(execFile)(process.execPath, [join(EXAMPLE, 'main.mjs'), folder], { env });
}

it('runs a note and a hook with a host of under 60 lines that approves in its own way', async () => {
  expect(readFileSync(join(EXAMPLE, 'main.mjs'), 'utf8').split('\n').length).toBeLessThan(60);
  const place = copyExample(process.execPath);
  const { stdout } = await run(place);
  expect(stdout).toContain('toolyard.json would start:\n  demo\n');
  expect(stdout).toContain('demo:get-sum: success\ngreet: success Echo: Hello, Ada\n');
  expect(readFileSync(join(place.folder, 'NOTE.md'), 'utf8')).toContain('The sum of 2 and 3 is 5.');
  // What was approved once is not shown again.
  expect((await run(place)).stdout).not.toContain('would start');
});

it('starts nothing that its host does not approve', async () => {
  const place = copyExample(process.execPath);
  place.write('toolyard.json', { mcpServers: { demo: { command: 'npx', args: ['-y', 'another-server'] } } });
  await expect(run(place)).rejects.toMatchObject({ stderr: expect.stringContaining('config-not-approved') });
});

it('runs no program that its host does not approve', async () => {
  const place = copyExample(process.execPath);
  const hook = {
    id: 'greet',
    trigger: { event: 'manual' },
    action: { type: 'custom', parameters: { command: 'touch', args: ['ran'] } },
  };
  place.write('.toolyard/hooks.json', { version: 1, hooks: [hook] });
  const { stdout } = await run(place);
  expect(stdout).toContain('greet: skipped');
  expect(existsSync(join(place.folder, 'ran'))).toBe(false);
});
