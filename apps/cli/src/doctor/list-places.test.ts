import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { locateYard } from '@toolyard/host';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDoctorHome, surroundingsIn, writeIn } from '../../test/doctor-home.ts';
import { listPlaces, type KeptPlace } from './list-places.ts';

let home = '';
beforeEach(async () => {
  home = await makeDoctorHome();
});
afterEach(() => rm(home, { recursive: true }));

const below = async (env: Readonly<Record<string, string>> = {}): Promise<KeptPlace[]> =>
  (await listPlaces(surroundingsIn(home, env))).filter(({ holds }) => holds !== 'sockets' && holds !== 'log');

it('names every place also where nothing is there yet', async () => {
  const none = { exists: false };
  expect(await below()).toEqual([
    {
      holds: 'configuration',
      path: join(home, '.config/toolyard/toolyard.json'),
      variable: 'XDG_CONFIG_HOME',
      ...none,
    },
    { holds: 'hooks', path: join(home, '.config/toolyard/hooks.json'), variable: 'XDG_CONFIG_HOME', ...none },
    { holds: 'state', path: join(home, '.local/state/toolyard'), variable: 'TOOLYARD_STATE_DIR', ...none },
    { holds: 'data', path: join(home, '.local/share/toolyard'), variable: 'TOOLYARD_DATA_DIR', ...none },
  ]);
});

it('names the configuration that a variable or an option names', async () => {
  const named = await writeIn(home, 'named.json', '{}');
  const usual = join(home, '.config/toolyard/toolyard.json');
  const find = async (env: Readonly<Record<string, string>>, config?: string): Promise<unknown[]> =>
    (await listPlaces(surroundingsIn(home, env), config))
      .filter(({ holds }) => holds === 'configuration')
      .map(({ path, variable }) => [path, variable]);
  const found = [usual, 'XDG_CONFIG_HOME'];
  expect(await find({ TOOLYARD_CONFIG: named })).toEqual([[named, 'TOOLYARD_CONFIG'], found]);
  expect(await find({ TOOLYARD_CONFIG: '/other.json' }, named)).toEqual([[named, undefined], found]);
  expect(await find({ TOOLYARD_CONFIG: usual })).toEqual([found]);
});

it('names the log and the folder of the sockets as the yard has them', async () => {
  const surroundings = surroundingsIn(home);
  const { logFile, socket } = await locateYard(surroundings, {});
  const places = new Map((await listPlaces(surroundings)).map(({ holds, path }) => [holds, path]));
  expect(places.get('log')).toBe(logFile);
  expect(socket.startsWith(`${places.get('sockets')}/`)).toBe(true);
});

it('measures what is there, follows the variables, and finds hooks in YAML', async () => {
  await writeIn(home, '.config/toolyard/toolyard.json', '{ "mcpServers": {} }');
  await writeIn(home, '.config/toolyard/hooks.yaml', 'version: 1');
  await mkdir(join(home, 'my-state/x'), { recursive: true });
  await writeIn(home, 'my-state/x/log.jsonl', 'x'.repeat(100));
  const places = await below({ TOOLYARD_STATE_DIR: join(home, 'my-state') });
  expect(places).toMatchObject([
    { holds: 'configuration', exists: true, bytes: 20 },
    { holds: 'hooks', path: join(home, '.config/toolyard/hooks.yaml'), exists: true, bytes: 10 },
    { holds: 'state', path: join(home, 'my-state'), exists: true, bytes: 100 },
    { holds: 'data', exists: false },
  ]);
});

it('names clients that have Toolyard, and what their files were before', async () => {
  const entry = { command: 'toolyard', args: ['serve'] };
  const file = await writeIn(home, '.cursor/mcp.json', { mcpServers: { toolyard: entry } });
  await writeIn(home, '.claude.json', { mcpServers: { other: { command: 'x' } } });
  for (const name of ['mcp.json.toolyard-backup', 'mcp.json.toolyard-backup-1', 'mcp.json.bak']) {
    await writeIn(home, `.cursor/${name}`, '{}');
  }
  const found = (await below()).filter(({ holds }) => holds === 'client' || holds === 'backup');
  expect(found.map(({ holds, path }) => [holds, path])).toEqual([
    ['client', file],
    ['backup', `${file}.toolyard-backup`],
    ['backup', `${file}.toolyard-backup-1`],
  ]);
});

it('names nothing where the places themselves are refused', async () => {
  expect(await listPlaces(surroundingsIn(home, { TOOLYARD_STATE_DIR: 'relative' }))).toEqual([]);
});
