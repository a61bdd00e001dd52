import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runToolyard } from './cli/run-toolyard.ts';
import { createEnvironment, createYardFolder, ROOT, type YardFolder } from './harness/create-yard-folder.ts';
import { connectV1, connectV2, PASSED_ON, type Launch, type SdkClient } from './harness/sdk-clients.ts';
import { gatewayArgs, type GatewayOptions } from './harness/start-gateway.ts';

const CLIENTS = [
  ['v1', connectV1],
  ['v2', connectV2],
] as const;

const GATEWAYS = [
  ['toolyard', '__'],
  ['mcp-simple-aggregator', ':'],
] as const;

function realServer(name: string, ...args: string[]): { command: string; args: string[] } {
  const script = join(ROOT, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js');
  return { command: process.execPath, args: [script, ...args] };
}

let place: YardFolder;
let servers: Record<string, { command: string; args: string[]; env?: Record<string, string> }>;

beforeEach(() => {
  place = createYardFolder();
  place.write('hello.txt', 'hello from a file\n');
  servers = {
    everything: realServer('everything'),
    filesystem: realServer('filesystem', place.folder),
    memory: { ...realServer('memory'), env: { MEMORY_FILE_PATH: join(place.folder, 'memory.json') } },
  };
  place.write('servers.json', { mcpServers: servers });
  place.write('memory.json', '{"type":"entity","name":"Ada","entityType":"person","observations":["wrote"]}\n');
});

const calls = (): [key: string, tool: string, args: Record<string, unknown>][] => [
  ['everything', 'get-structured-content', { location: 'Chicago' }],
  ['filesystem', 'read_text_file', { path: join(place.folder, 'hello.txt') }],
  ['memory', 'read_graph', {}],
];

function toGateway(options: GatewayOptions): Launch {
  const args = gatewayArgs(place.file, options);
  return { command: process.execPath, args, cwd: place.folder, env: createEnvironment(place.folder) };
}

function connectDirect(connect: typeof connectV1, key: string): Promise<SdkClient> {
  const { command = '', args = [], env } = servers[key] ?? {};
  // Some servers have tools only for clients that can be asked, and a shared one is told of all that may come.
  return connect({ command, args, cwd: place.folder, env: createEnvironment(place.folder, env) }, PASSED_ON);
}

/** A definition without what the gateway adds. */
function withoutId(tool: Record<string, unknown>): Record<string, unknown> {
  const { 'dev.toolyard/id': _id, ...meta } = Object(tool['_meta']) as Record<string, unknown>;
  const { _meta, ...rest } = tool;
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

describe.each(GATEWAYS)('three real servers behind %s', (program, separator) => {
  it.each(CLIENTS)('look to the SDK client %s as they do directly', async (_generation, connect) => {
    const gateway = await connect(toGateway({ program }));
    const direct = await Promise.all(Object.keys(servers).map((key) => connectDirect(connect, key)));
    const keys = Object.keys(servers);
    const lists = await Promise.all(direct.map((client) => client.listTools()));
    const expected = lists.flatMap((tools, index) =>
      tools.map((tool) => ({ ...tool, name: `${keys[index]}${separator}${String(tool['name'])}` })),
    );
    const listed = await gateway.listTools();
    expect(lists.map((tools) => tools.length > 5)).toEqual([true, true, true]);
    expect(listed.map(withoutId)).toEqual(expected);

    for (const [key, tool, args] of calls()) {
      const there = await direct[keys.indexOf(key)]?.callTool(tool, args);
      expect(await gateway.callTool(`${key}${separator}${tool}`, args)).toEqual(there);
      expect(there).toHaveProperty('content');
      expect(there).not.toMatchObject({ isError: true });
    }
  });
});

describe('the name and version a client is told', () => {
  it('are given on the command line or are the defaults of the program', async () => {
    const infos = [{}, { words: ['--name', 'mine', '--version', '9.9.9'] }].map(async (options) => {
      const client = await connectV1(toGateway({ program: 'mcp-simple-aggregator', ...options }));
      return client.serverInfo;
    });
    expect(await Promise.all(infos)).toEqual([
      { name: 'mcp-simple-aggregator', version: '1.0.0' },
      { name: 'mine', version: '9.9.9' },
    ]);
  });
});

describe('mcp-simple-aggregator --help', () => {
  it('names its options and ends with 0', async () => {
    const { code, stdout, stderr } = await runToolyard(['--help'], {
      cwd: place.folder,
      program: 'mcp-simple-aggregator',
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const option of ['--config', '--debug', '--name', '--version']) expect(stdout).toContain(option);
  });
});
