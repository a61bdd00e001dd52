import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { locateYard, type Surroundings } from '@toolyard/host';
import { createFileServerMemory } from '@toolyard/node';
import { hashDefinition } from '@toolyard/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDoctorHome, surroundingsIn, writeIn } from '../../test/doctor-home.ts';
import { checkConfiguration } from './check-configuration.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';

let home = '';
const listening: Server[] = [];
beforeEach(async () => {
  home = await makeDoctorHome();
});
afterEach(async () => {
  for (const server of listening.splice(0)) server.close();
  await rm(home, { recursive: true });
});

const createSurroundings = (env: Readonly<Record<string, string>> = {}): Surroundings => surroundingsIn(home, env);

const OWN = '.config/toolyard/toolyard.json';

const write = (name: string, text: string | object): Promise<string> => writeIn(home, name, text);
const writeServers = (servers: object): Promise<string> => write(OWN, { mcpServers: servers });

async function listen(at: string | number): Promise<Server> {
  const server = createServer();
  listening.push(server);
  await new Promise<void>((resolve) => {
    if (typeof at === 'string') server.listen(at, resolve);
    else server.listen(at, '127.0.0.1', resolve);
  });
  return server;
}

const RIGHT = { command: process.execPath, args: ['server.mjs'] };

interface SetUp {
  readonly name: string;
  /** Breaks something; gives variables for the environment. */
  make(): Promise<Readonly<Record<string, string>> | undefined>;
  readonly finds: string | RegExp;
  readonly level?: Finding['level'];
  readonly config?: string;
  readonly nodeVersion?: string;
}

async function nothing(made: Promise<unknown>): Promise<undefined> {
  await made;
  return undefined;
}

async function socketOf(): Promise<string> {
  const { socket } = await locateYard(createSurroundings(), {});
  await mkdir(dirname(socket), { recursive: true, mode: 0o700 });
  return socket;
}

const BROKEN: readonly SetUp[] = [
  {
    name: 'no file where --config says',
    make: async () => undefined,
    config: 'gone.json',
    finds: 'gone.json: $: Config file not found; check the path given with --config',
  },
  {
    name: 'no file where TOOLYARD_CONFIG says',
    make: async () => ({ TOOLYARD_CONFIG: '/nowhere/x.json' }),
    finds: '/nowhere/x.json: $: Config file not found; check the path in $TOOLYARD_CONFIG',
  },
  {
    name: 'a folder in place of the file',
    make: () => nothing(mkdir(join(home, OWN), { recursive: true })),
    finds: 'Config file is a directory',
  },
  { name: 'a comma too few', make: () => nothing(write(OWN, '{ "a": 1 "b": 2 }')), finds: 'Invalid JSON at line 1' },
  { name: 'an empty file', make: () => nothing(write(OWN, '')), finds: 'the file is empty' },
  { name: 'no servers', make: () => nothing(write(OWN, {})), finds: 'Missing required field: mcpServers' },
  {
    name: 'a misspelled field',
    make: () => nothing(writeServers({ a: { comand: 'x' } })),
    finds: '$.mcpServers.a.command: ',
  },
  {
    name: 'a binding to a server that is not there',
    make: () =>
      nothing(
        write(OWN, {
          mcpServers: { weather: RIGHT },
          toolyard: { bindings: [{ document: '*.md', heading: '# A', server: 'wether' }] },
        }),
      ),
    finds: '$.toolyard.bindings[0].server: Server not found: wether; did you mean "weather"?',
  },
  {
    name: 'a missing variable',
    make: () => nothing(writeServers({ a: { ...RIGHT, env: { T: '${TOKEN_THAT_IS_NOT_SET}' } } })),
    finds: /\$\.mcpServers\.a\.env\.T: .*TOKEN_THAT_IS_NOT_SET/,
  },
  {
    name: 'a file of the working directory that nobody approved',
    make: () => nothing(write('project/.mcp.json', { mcpServers: { a: RIGHT } })),
    finds: 'was found in the working directory and is not approved',
  },
  {
    name: 'a program that is not installed',
    make: () => nothing(writeServers({ a: { command: 'uvx', args: ['x'] } })),
    finds: 'Server "a" cannot start: "uvx" was not found. Install uv or set "command" to its full path.',
  },
  {
    name: 'a path that does not exist',
    make: () => nothing(writeServers({ a: { command: './gone' } })),
    finds: 'gone" does not exist. Correct "command".',
  },
  {
    name: 'a file that may not be executed',
    make: async () => nothing(writeServers({ a: { command: await write('tool', '#!/bin/sh\n') } })),
    finds: 'is not executable. Run chmod +x',
  },
  {
    name: 'a whole command line in "command"',
    make: () => nothing(writeServers({ a: { command: 'npx -y server' } })),
    finds: 'Leave only the program, "npx", in "command" and put the rest into "args".',
  },
  {
    name: 'a part of the command line in "command"',
    make: () => nothing(writeServers({ a: { command: 'node ./x.js', args: ['--stdio'] } })),
    finds: '"node ./x.js" was not found. Leave only the program, "node", in "command" and put the rest into "args".',
  },
  {
    name: 'a working directory that does not exist',
    make: () => nothing(writeServers({ a: { ...RIGHT, cwd: './gone' } })),
    finds: 'does not exist. Create it or correct "cwd".',
  },
  {
    name: 'Docker that does not run',
    make: async () => {
      await writeServers({ a: { docker: { image: 'mcp/time' } } });
      return { DOCKER_HOST: `unix://${home}/docker.sock` };
    },
    finds: /^Docker is not running: there is no .*docker\.sock\. Start Docker/,
  },
  {
    name: 'a DOCKER_HOST that cannot be used',
    make: async () => {
      await writeServers({ a: { docker: { image: 'mcp/time' } } });
      return { DOCKER_HOST: 'ssh://me@example.com' };
    },
    finds: 'Toolyard does not speak ssh.',
  },
  {
    name: 'a container whose port is taken',
    make: async () => {
      const { port } = (await listen(0)).address() as AddressInfo;
      await writeServers({ a: { docker: { image: 'x', ports: { '80': port } } } });
      return { DOCKER_HOST: `unix://${home}/docker.sock` };
    },
    finds: /^Port \d+, which server "a" needs, is taken$/,
  },
  {
    name: 'a container whose url leads nowhere',
    make: async () => {
      await writeServers({ a: { url: 'http://127.0.0.1:39001/mcp', docker: { image: 'x', ports: { '80': 39002 } } } });
      return { DOCKER_HOST: `unix://${home}/docker.sock` };
    },
    finds: 'its "url" uses port 39001, but no entry in "ports" maps to it.',
  },
  {
    name: 'a file in place of the state folder',
    make: async () => ({ TOOLYARD_STATE_DIR: await write('state', '') }),
    finds: /cannot be used for the state of Toolyard: .*state is not a folder$/,
  },
  {
    name: 'a file in place of a folder above the data folder',
    make: async () => ({ TOOLYARD_DATA_DIR: join(await write('data', ''), 'below') }),
    finds: /cannot be used for the task list: .*data is not a folder$/,
  },
  {
    name: 'an old Node',
    make: async () => undefined,
    nodeVersion: '20.18.3',
    finds: 'Node 20.18.3 is too old',
  },
  {
    name: "a client's file that is broken",
    make: () => nothing(write('.cursor/mcp.json', '{ "mcpServers": ')),
    finds: /mcp\.json cannot be read: Invalid JSON at line 1, column 17/,
  },
  {
    name: "a client's file that is huge",
    make: () => nothing(write('.claude.json', ' '.repeat(10 * 1024 * 1024 + 1))),
    finds: '.claude.json cannot be read: it is over 10 MB',
  },
  {
    name: 'a client that starts a Toolyard that is gone',
    make: () => nothing(write('.cursor/mcp.json', { mcpServers: { toolyard: serve('/gone/toolyard.js') } })),
    finds: /mcp\.json starts Toolyard with \/gone\/toolyard\.js, which does not exist$/,
  },
  {
    name: 'a client whose configuration is gone',
    make: async () => {
      const script = await write('toolyard.js', '');
      return nothing(write('.cursor/mcp.json', { mcpServers: { t: serve(script, '--config', '/gone/servers.json') } }));
    },
    finds: /mcp\.json starts Toolyard with \/gone\/servers\.json, which does not exist$/,
  },
  {
    name: 'a server that was given up',
    make: async () => {
      await writeServers({ a: RIGHT });
      const memory = await createFileServerMemory(
        (await locateYard(createSurroundings(), {})).stateFolder,
        () => undefined,
      );
      const given = { autoDisabledAt: 1, autoDisabledReason: 'it exited with code 1' };
      memory.remember({ key: 'a', definitionHash: 'h', failures: 4, ...given });
      return nothing(memory.flush());
    },
    finds: 'Server "a" was auto-disabled: it exited with code 1',
  },
  {
    name: 'a list of tools that costs much',
    make: async () => {
      await writeServers({ a: RIGHT, b: RIGHT });
      const surroundings = createSurroundings();
      const { stateFolder } = await locateYard(surroundings, {});
      const memory = await createFileServerMemory(stateFolder, () => undefined);
      const { configuration } = await checkConfiguration(surroundings, undefined);
      const tools = [JSON.stringify({ name: 'long', description: 'x'.repeat(200_000), inputSchema: {} })];
      for (const server of configuration?.servers ?? []) {
        // What was learned from another definition does not count.
        const definitionHash = server.key === 'a' ? hashDefinition(server) : 'other';
        memory.remember({ key: server.key, definitionHash, failures: 0, lists: { tools } });
      }
      return nothing(memory.flush());
    },
    level: 'note',
    finds: 'Models get 1 tool, about 50,000 tokens in every request',
  },
  {
    name: 'something else in place of the socket',
    make: async () => {
      await writeServers({ a: RIGHT });
      return nothing(symlink('/dev/null', await socketOf()));
    },
    finds: 'The running Toolyard cannot be reached safely: ',
  },
  {
    name: 'a socket that a killed Toolyard left',
    make: async () => {
      await writeServers({ a: RIGHT });
      const socket = await socketOf();
      const server = await listen(join(home, 's'));
      // Its own path is removed when it closes, so the file is moved before.
      await rename(join(home, 's'), socket);
      return nothing(new Promise((resolve) => void server.close(resolve)));
    },
    level: 'note',
    finds: /was left by a Toolyard that was killed; the next one replaces it$/,
  },
  {
    name: 'a lock of a process that is gone',
    make: async () => {
      await writeServers({ a: RIGHT });
      return nothing(writeFile(`${await socketOf()}.lock`, '999999999 abc'));
    },
    level: 'note',
    finds: /\.lock was left by process 999999999, which is gone/,
  },
  {
    name: 'secrets that others can read',
    make: async () => nothing(chmod(await writeServers({ a: { ...RIGHT, env: { TOKEN: 'hunter2-hunter2' } } }), 0o644)),
    level: 'note',
    finds: /may hold secrets and can be read by other users$/,
  },
];

/** An engine that has one image. */
async function startEngine(): Promise<Readonly<Record<string, string>>> {
  const path = join(home, 'engine.sock');
  const server = createHttpServer((request, response) => {
    const isThere = !request.url?.includes('/images/') || request.url.includes('/images/there/');
    response.writeHead(isThere ? 200 : 404, { 'api-version': '1.45', 'content-type': 'application/json' });
    response.end(JSON.stringify({ Version: '27.0.1' }));
  });
  listening.push(server);
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  return { DOCKER_HOST: `unix://${path}` };
}

function serve(...words: readonly string[]): object {
  const [script = '', ...rest] = words;
  return { command: process.execPath, args: [script, 'serve', '--shared', ...rest] };
}

describe('the doctor', () => {
  it.each(BROKEN)('names $name', async ({ make, finds, level = 'wrong', config, nodeVersion = '20.20.0' }) => {
    const surroundings = createSurroundings(await make());
    try {
      const found = await examine(surroundings, { nodeVersion, ...(config !== undefined && { config }) });
      const hits = found.filter(({ text }) => (typeof finds === 'string' ? text.includes(finds) : finds.test(text)));
      expect(hits, JSON.stringify(found, undefined, 2)).toHaveLength(1);
      expect(hits[0]?.level).toBe(level);
      const whole = `${hits[0]?.text} ${hits[0]?.advice ?? ''}`;
      expect(whole).toMatch(/Correct|Fix|Set|Run|Install|Start|Leave|Create|Review|Stop|Remove|Forward|Add|next/);
      expect(JSON.stringify(found)).not.toContain('hunter2');
    } finally {
      const { socket } = await locateYard(createSurroundings(), {});
      for (const file of [socket, `${socket}.lock`]) await rm(file, { force: true });
    }
  });

  it('says what a misspelled field may have meant where the file does not load because of it', async () => {
    await writeServers({ a: { comand: 'x' } });
    const { findings } = await checkConfiguration(createSurroundings(), undefined);
    expect(findings).toMatchObject([
      { level: 'wrong', path: '$.mcpServers.a.command' },
      { level: 'note', text: expect.stringContaining('did you mean "command"?') },
    ]);
  });

  it('finds nothing wrong with a set-up that works', async () => {
    await writeServers({ a: RIGHT, b: { url: 'https://a.example/mcp' }, off: { command: 'gone', enabled: false } });
    const script = await write('toolyard.js', '');
    await write('.cursor/mcp.json', { mcpServers: { toolyard: serve(script) } });
    const found = await examine(createSurroundings(), { nodeVersion: '22.1.0' });
    expect(found.filter(({ level }) => level === 'wrong')).toEqual([]);
    const texts = found.map(({ text }) => text);
    expect(texts).toContain(`${join(home, OWN)} has 3 servers, 2 enabled`);
    expect(texts).toContain('Server "a" starts node');
    expect(texts).toContain(`Cursor is connected (${join(home, '.cursor/mcp.json')})`);
  });

  it('looks at the servers that have their variables, and names what the others miss', async () => {
    await writeServers({
      a: { ...RIGHT, env: { T: '${ONE}', U: '${TWO}' } },
      b: RIGHT,
    });
    const found = await examine(createSurroundings(), { nodeVersion: '22.1.0' });
    expect(found.filter(({ level }) => level === 'wrong')).toMatchObject([
      { code: 'missing_env_var', server: 'a', path: '$.mcpServers.a.env.T', line: 1 },
      { code: 'missing_env_var', server: 'a', path: '$.mcpServers.a.env.U', line: 1 },
    ]);
    expect(found.map(({ text }) => text)).toContain('Server "b" starts node');
  });

  it('asks the engine for its version and for the images', async () => {
    const docker = (image: string, pull = 'missing'): object => ({ docker: { image, pull } });
    await writeServers({ a: docker('there'), b: docker('later'), c: docker('gone', 'never') });
    const found = await examine(createSurroundings(await startEngine()), { nodeVersion: '22.1.0' });
    expect(found.filter(({ check }) => check === 'docker')).toEqual([
      { check: 'docker', level: 'good', text: 'Docker 27.0.1 answers' },
      {
        check: 'docker',
        level: 'note',
        text: 'The image later of server "b" is not on this machine yet; the first start pulls it',
      },
      {
        check: 'docker',
        level: 'wrong',
        text: 'The image gone of server "c" is not on this machine',
        advice: 'Run "docker pull gone", or remove "pull": "never".',
      },
    ]);
  });

  it('says how to begin where there is nothing yet', async () => {
    const [first] = await examine(createSurroundings(), { nodeVersion: '22.1.0' });
    expect(first).toMatchObject({ level: 'note', text: 'There is no configuration yet' });
  });
});
