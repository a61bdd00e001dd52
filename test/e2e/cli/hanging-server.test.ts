import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, fixture, runToolyard, startToolyard, type Running } from './run-toolyard.ts';

// Whatever nobody holds is collected at once, so that a wait that hangs on luck never ends.
const COLLECT = `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
setFlagsFromString('--expose-gc');
setInterval(runInNewContext('gc'), 50).unref();
`;

let place: Awaited<ReturnType<typeof createFolder>>;
let env: Record<string, string>;
beforeAll(async () => {
  place = await createFolder();
  const mcpServers = { echo: fixture('echo'), hangs: fixture('never-answers') };
  await writeFile(place.file, JSON.stringify({ mcpServers, toolyard: { startTimeoutMs: 600_000 } }));
  const collect = join(place.folder, 'collect.mjs');
  await writeFile(collect, COLLECT);
  env = { NODE_OPTIONS: `--import=${pathToFileURL(collect).href}`, TOOLYARD_STATE_DIR: join(place.folder, 'state') };
});
afterAll(() => place.remove());

const run = (...words: string[]): ReturnType<typeof runToolyard> =>
  runToolyard([...words, '--config', place.file], { cwd: place.folder, env });

async function expectAnswers(): Promise<void> {
  const [status, tools, call] = await Promise.all([
    run('status', '--wait', '2000', '--json'),
    run('tools', '--wait', '2000', '--json'),
    run('call', 'echo', 'text=hi', '--wait', '2000'),
  ]);
  expect(JSON.parse(status.stdout)).toMatchObject({
    servers: [
      { key: 'echo', state: 'running' },
      { key: 'hangs', state: 'starting' },
    ],
  });
  expect(status.code).toBe(0);
  expect(tools.stdout).toContain('"echo:echo"');
  expect(tools.stderr).toContain('hangs');
  expect(call).toMatchObject({ code: 0, stdout: 'hi\n' });
}

describe('beside a server that never answers', () => {
  it('status, tools and a call by a bare name come back in time', expectAnswers, 40_000);

  describe('of a Toolyard that runs', () => {
    let yard: Running;
    beforeAll(async () => {
      yard = startToolyard(['up', '--port', '0', '--config', place.file], { cwd: place.folder, env });
      await yard.saw('stdout', 'echo is running');
    });
    afterAll(async () => {
      yard.child.kill('SIGTERM');
      await yard.finished;
    });

    it('they do, too', expectAnswers, 40_000);
  });
});
