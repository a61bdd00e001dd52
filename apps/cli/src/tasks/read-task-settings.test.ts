import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { readTaskSettings } from './read-task-settings.ts';

const TOKEN = 'a-service-token-of-more-than-32-characters';

async function openContext(dotEnv: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = await mkdtemp(join(tmpdir(), 'toolyard-settings-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(join(cwd, '.env'), dotEnv);
  const stderr = new PassThrough({ encoding: 'utf8' });
  return {
    context: { terminal: { stderr }, surroundings: { cwd, env } },
    said: () => String(stderr.read() ?? '').replaceAll(cwd, 'FOLDER'),
  };
}

it('says on stderr what came from the file of the folder', async () => {
  const { context, said } = await openContext(`SERVICE_AUTH_TOKEN=${TOKEN}\nBACKEND_BASE_URL=http://127.0.0.1:1\n`);
  expect(await readTaskSettings(context, { token: true, backend: true })).toMatchObject({ serviceTokens: [TOKEN] });
  expect(said()).toBe('toolyard: Read from FOLDER/.env: SERVICE_AUTH_TOKEN, BACKEND_BASE_URL.\n');
});

it('says what it did not take from there, before it says what is missing', async () => {
  const { context, said } = await openContext('BACKEND_BASE_URL=http://127.0.0.1:1\n', { SERVICE_AUTH_TOKEN: TOKEN });
  await expect(readTaskSettings(context, { token: true, backend: true })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('BACKEND_BASE_URL is missing.'),
  });
  expect(said()).toBe(
    'toolyard: Ignored in FOLDER/.env: BACKEND_BASE_URL. A file in the working directory may not decide where secrets go: set it in the environment.\n',
  );
});

it('warns of a short service token, and uses it', async () => {
  const { context, said } = await openContext('', { SERVICE_AUTH_TOKEN: 'hunter2' });
  expect(await readTaskSettings(context, { token: true })).toMatchObject({ serviceTokens: ['hunter2'] });
  expect(said()).toBe(
    'toolyard: SERVICE_AUTH_TOKEN has fewer than 32 characters and may be guessed. Use a longer one, for example the output of "openssl rand -hex 32".\n',
  );
});

it('says nothing of a file that is about other things', async () => {
  const { context, said } = await openContext('DATABASE_URL=postgres://another-program/db\nNODE_ENV=test\n');
  await readTaskSettings(context);
  expect(said()).toBe('');
});
