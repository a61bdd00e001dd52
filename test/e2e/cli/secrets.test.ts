import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolder, runToolyard } from './run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  place = await createFolder();
});
afterEach(() => place.remove());

const SECRET = 's3cr3t/ü+ value';
const FORMS = [
  SECRET,
  encodeURIComponent(SECRET),
  new URLSearchParams({ x: SECRET }).toString().slice(2),
  Buffer.from(SECRET).toString('base64'),
  Buffer.from(SECRET).toString('base64url'),
  Buffer.from(`me:${SECRET}`).toString('base64').slice(4),
];

/** What a server says that repeats what it was given, and ends. */
const SCRIPT = `
const s = process.env.GIVEN ?? process.argv[2];
const b = (t, e) => Buffer.from(t).toString(e);
const forms = [s, encodeURIComponent(s), new URLSearchParams({ x: s }), b(s, 'base64'), b(s, 'base64url'), b('me:' + s, 'base64')];
for (const form of forms) console.error('got ' + form);
console.log('got ' + b(s, 'base64'));
process.exitCode = 1;
`;

describe('a secret that a server repeats', () => {
  it.each([
    ['in its environment', { args: ['./leaks.cjs'], env: { GIVEN: '${VALUE_TOKEN}' } }],
    ['in an argument, by the name of its variable', { args: ['./leaks.cjs', '${VALUE_TOKEN}'] }],
  ])('%s is masked in every form', async (_where, server) => {
    await writeFile(join(place.folder, 'leaks.cjs'), SCRIPT);
    await writeFile(
      place.file,
      JSON.stringify({
        mcpServers: { leaky: { command: process.execPath, ...server } },
        toolyard: { retryDelaysMs: [] },
      }),
    );
    const run = (...words: string[]): ReturnType<typeof runToolyard> =>
      runToolyard([...words, '--json', '--config', place.file], {
        cwd: place.folder,
        env: { VALUE_TOKEN: SECRET },
      });
    for (const { stdout, stderr } of [await run('test', 'leaky'), await run('status', '--wait', '20000')]) {
      expect(stdout).toContain('got ***');
      for (const form of FORMS) expect(stdout + stderr).not.toContain(form.replace(/=+$/, ''));
    }
  });
});
