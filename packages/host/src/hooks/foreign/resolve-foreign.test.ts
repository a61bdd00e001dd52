import { join } from 'node:path';
import type { ServerDefinition } from '@toolyard/core';
import { expect, it } from 'vitest';
import { createTestHome, type TestHome } from '../../../test/create-test-home.ts';
import { readForeignServers } from './read-foreign-servers.ts';
import { resolveForeign } from './resolve-foreign.ts';

const INPUTS = [
  { id: 'token', type: 'promptString', password: true, description: 'Token' },
  { id: 'place', type: 'pickString', options: ['eu', 'us'], default: 'eu' },
  { id: 'from', type: 'command', command: 'pick' },
];

async function resolve(home: TestHome, answers: Readonly<Record<string, string>> = {}): Promise<ServerDefinition> {
  const [server] = (await readForeignServers(home.surroundings, { servers: [] })).servers;
  if (server === undefined) return expect.fail('no server was found');
  const inputs = { answer: async ({ id }: { readonly id: string }) => answers[id] };
  return resolveForeign('vscode/a', server, { surroundings: home.surroundings, inputs });
}

async function createHome(entry: object, env: Readonly<Record<string, string>> = {}): Promise<TestHome> {
  const home = await createTestHome(env);
  await home.write('work/.vscode/mcp.json', { inputs: INPUTS, servers: { a: entry } });
  return home;
}

it('puts in where things are, and what the environment says', async () => {
  const home = await createHome(
    { command: '${workspaceFolder}/run', args: ['${userHome}', '${env:WHO}'], cwd: 'sub' },
    { WHO: 'me' },
  );
  const { cwd } = home.surroundings;
  expect(await resolve(home)).toMatchObject({
    key: 'vscode/a',
    command: join(cwd, 'run'),
    args: [home.folder, 'me'],
    cwd: join(cwd, 'sub'),
  });
});

it('puts in the answers to inputs, from the environment before all', async () => {
  const entry = { command: 'a', env: { T: '${input:token}', P: '${input:place}', F: '${input:from}' } };
  const home = await createHome(entry, { TOOLYARD_INPUT_token: 'from-env' });
  const definition = await resolve(home, { token: 'typed', place: 'us', from: 'x' });
  expect(definition).toMatchObject({ env: { T: 'from-env', P: 'us', F: 'x' }, secrets: ['from-env'] });
  expect(definition).not.toHaveProperty('missing');
});

it('names what nobody answered', async () => {
  const home = await createHome({ command: 'a', args: ['${input:token}', '${env:NOPE}'] });
  expect((await resolve(home)).missing).toEqual(['TOOLYARD_INPUT_TOKEN', 'NOPE']);
});

it('reads the variables of a file as they are, and lets those of the entry win', async () => {
  const home = await createHome({ command: 'a', envFile: '.env', env: { B: 'entry' } });
  await home.write('work/.env', '# a comment\nA="x y"\nexport B=file\nC=${HOME} $PATH\n');
  expect(await resolve(home)).toMatchObject({ env: { A: 'x y', B: 'entry', C: '${HOME} $PATH' } });
});

it('refuses what makes no sense with its values', async () => {
  const home = await createHome({ type: 'http', url: '${env:ADDRESS}' }, { ADDRESS: 'ftp://x' });
  await expect(resolve(home)).rejects.toMatchObject({ code: 'config-invalid' });
});
