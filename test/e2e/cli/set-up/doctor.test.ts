import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolder, fixture, runToolyard, startToolyard } from '../run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  place = await createFolder({ echo: fixture('echo') });
});
afterEach(() => place.remove());

const run = (...words: string[]): ReturnType<typeof runToolyard> =>
  runToolyard(['doctor', ...words], { cwd: place.folder });

it('ends with 0 where nothing is wrong', async () => {
  const { code, stdout, stderr } = await run('--config', place.file);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'No problems found.\n' });
  expect(stdout).toContain(`ok     ${place.file} has 1 server, 1 enabled\n`);
  expect(stdout).toContain('ok     Server "echo" starts node\n');
});

it('ends with 1 and says what to do where something is', async () => {
  await writeFile(
    join(place.folder, 'toolyard.json'),
    JSON.stringify({ mcpServers: { a: { command: 'gone-program' } } }),
  );
  const { code, stdout, stderr } = await run();
  expect({ code, stderr }).toEqual({ code: 1, stderr: '2 problems found.\n' });
  expect(stdout).toContain('       Review and approve it with "toolyard approve".\n');
  expect(stdout).toContain(
    'wrong  Server "a" cannot start: "gone-program" was not found. Install it or set "command" to its full path.\n',
  );
});

it('tells programs', async () => {
  const { code, stdout } = await run('--json', '--config', 'nowhere.json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([
      {
        check: 'configuration',
        level: 'wrong',
        text: `${join(place.folder, 'nowhere.json')}: $: Config file not found; check the path given with --config`,
        advice: 'Correct the path, or create the file with "toolyard add".',
        code: 'file_not_found',
        path: '$',
      },
    ]),
  });
});

it('leaves the ports of a running yard to it', async () => {
  const up = startToolyard(['up', '--port', '0', '--config', place.file], { cwd: place.folder });
  try {
    await up.saw('stdout', 'mcpServers');
    const { code, stdout } = await run('--config', place.file);
    expect(code).toBe(0);
    expect(stdout).toContain('ok     A Toolyard is running for it\n');
    expect(stdout).not.toContain('Port');
  } finally {
    up.child.kill('SIGTERM');
    await up.finished;
  }
});
