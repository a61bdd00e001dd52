import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describeExternal, findProcesses, openDockerEngine, takePort } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createMarker, createYardFolder, ROOT } from '../harness/create-yard-folder.ts';
import { useProductImage } from './product-image.ts';

const TOKEN = 'token-of-the-test';

/** Prints the users of all processes of a container, but for those that the engine is about to make a health check of. */
const TELLS_USERS = `
const { readdirSync, readFileSync } = require('node:fs');
const users = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).flatMap((pid) => {
  try {
    const status = readFileSync('/proc/' + pid + '/status', 'utf8');
    return /^Name:[^a-z]*runc/.test(status) ? [] : Number(status.match(/^Uid:[^0-9]*([0-9]+)/m)[1]);
  } catch {
    return []; // It ended meanwhile.
  }
});
console.log(JSON.stringify(users));
`;

interface StartOptions {
  /** The folder to mount. */
  readonly configuration: string;
  readonly init?: boolean;
  readonly token?: string;
}

await describeExternal('Docker', (where) => {
  const engine = openDockerEngine(where);
  const image = useProductImage(engine);

  /** A folder with the configuration of a real server, which keeps what it is told in the volume. */
  function createConfiguration(marker: string): string {
    const { folder, write } = createYardFolder();
    const script = '/srv/node_modules/@modelcontextprotocol/server-memory/dist/index.js';
    const env = { MEMORY_FILE_PATH: `/var/lib/toolyard/${marker}.jsonl` };
    const memory = { command: 'node', args: [script], env };
    write('toolyard.json', { mcpServers: { memory }, toolyard: { listWaitMs: 30_000 } });
    // The container has another user.
    chmodSync(folder, 0o755);
    return folder;
  }

  /** Runs the image as the guide does, with a volume of the same name; gives the port that leads to it. */
  async function start(marker: string, { configuration, init = true, token = TOKEN }: StartOptions): Promise<number> {
    const port = await takePort();
    onTestFinished(() => engine.remove(marker));
    await engine.run(marker, {
      Image: image,
      Env: [`TOOLYARD_TOKEN=${token}`, `MARKER=${marker}`],
      // As the image says, but more often.
      Healthcheck: { Interval: 500_000_000 },
      HostConfig: {
        Init: init,
        ReadonlyRootfs: true,
        Tmpfs: { '/tmp': '' },
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
        PortBindings: { '7420/tcp': [{ HostIp: '127.0.0.1', HostPort: String(port) }] },
        Binds: [
          `${configuration}:/etc/toolyard:ro`,
          `${join(ROOT, 'node_modules')}:/srv/node_modules:ro`,
          `${marker}:/var/lib/toolyard`,
        ],
      },
    });
    return port;
  }

  const stateOf = async (name: string): Promise<Record<string, unknown>> =>
    (await engine.inspect(name))?.['State'] as Record<string, unknown>;

  /** Starts a container, waits for its health check, and connects a client. */
  async function open(marker: string, options: StartOptions): Promise<{ readonly client: Client; readonly url: URL }> {
    const url = new URL(`http://127.0.0.1:${await start(marker, options)}/mcp`);
    const health = async (): Promise<unknown> => (await stateOf(marker))['Health'];
    await expect.poll(health, { timeout: 30_000 }).toMatchObject({ Status: 'healthy' });
    const client = new Client({ name: 'e2e', version: '1.0.0' });
    onTestFinished(() => client.close());
    const headers = { authorization: `Bearer ${TOKEN}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return { client, url };
  }

  /** Ends a container as `docker stop` does: in order, soon, with nothing left running; then removes it. */
  async function stop(name: string): Promise<void> {
    const startedAt = performance.now();
    expect((await engine.ask('POST', `/containers/${name}/stop?t=60`)).status).toBe(204);
    expect(performance.now() - startedAt).toBeLessThan(8000);
    expect(findProcesses(name)).toEqual([]);
    expect(await stateOf(name)).toMatchObject({ ExitCode: 0 });
    await engine.remove(name);
  }

  /** What a command prints that is run in a container. */
  async function exec(name: string, ...command: readonly string[]): Promise<string> {
    const made = await engine.ask('POST', `/containers/${name}/exec`, { AttachStdout: true, Tty: true, Cmd: command });
    return (await engine.ask('POST', `/exec/${JSON.parse(made.text).Id}/start`, { Tty: true })).text;
  }

  it('runs with a mounted configuration, not as root, ends when asked to, and keeps its volume for the next', async () => {
    const marker = createMarker();
    const configuration = createConfiguration(marker);
    onTestFinished(async () => void (await engine.ask('DELETE', `/volumes/${marker}?force=true`)));

    const first = await open(marker, { configuration });
    expect((await fetch(first.url, { method: 'POST', body: '{}' })).status).toBe(401);
    const entity = { name: 'Ada', entityType: 'person', observations: ['writes programs'] };
    await first.client.callTool({ name: 'memory__create_entities', arguments: { entities: [entity] } });
    expect(await exec(marker, 'toolyard', 'status', '--json')).toMatch(/"yard": ?"running"/);
    const users: readonly number[] = JSON.parse(await exec(marker, 'node', '-e', TELLS_USERS));
    // An init, Toolyard, its watchdog, the server, and whoever tells this.
    expect(users.length).toBeGreaterThanOrEqual(5);
    expect(new Set(users)).toEqual(new Set([1000]));
    await first.client.close();
    await stop(marker);

    // Without an init Toolyard is the first process, which gets no signal that it does not ask for.
    const next = await open(marker, { configuration, init: false });
    const graph = await next.client.callTool({ name: 'memory__read_graph', arguments: {} });
    expect(JSON.stringify(graph.content)).toContain('writes programs');
    await next.client.close();
    await stop(marker);

    expect(await engine.inspect(marker)).toBeUndefined();
    expect((await engine.ask('DELETE', `/volumes/${marker}`)).status).toBe(204);
  });

  it('does not start without a token, and says what to do', async () => {
    const marker = createMarker();
    onTestFinished(async () => void (await engine.ask('DELETE', `/volumes/${marker}?force=true`)));
    await start(marker, { configuration: createConfiguration(marker), token: '' });
    const { text } = await engine.ask('POST', `/containers/${marker}/wait`);
    expect(JSON.parse(text)).toMatchObject({ StatusCode: 2 });
    const log = await engine.ask('GET', `/containers/${marker}/logs?stdout=true&stderr=true`);
    expect(log.text).toContain('TOOLYARD_TOKEN');
  });
});
