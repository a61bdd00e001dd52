import { join } from 'node:path';
import { expect } from 'vitest';
import { createEnvironment, createYardFolder, ROOT, type YardFolder } from './create-yard-folder.ts';
import { PASSED_ON, type connectV1, type Launch, type SdkClient } from './sdk-clients.ts';
import { gatewayArgs, type GatewayOptions } from './start-gateway.ts';

interface RealServer {
  readonly command: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
}

interface RealYard extends YardFolder {
  readonly servers: Readonly<Record<string, RealServer>>;
}

function realServer(name: string, ...args: string[]): RealServer {
  const script = join(ROOT, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js');
  return { command: process.execPath, args: [script, ...args] };
}

/** A folder with three servers from npm, and something for each of them to give. */
function createRealYard(): RealYard {
  const place = createYardFolder();
  place.write('hello.txt', 'hello from a file\n');
  const servers = {
    everything: realServer('everything'),
    filesystem: realServer('filesystem', place.folder),
    memory: { ...realServer('memory'), env: { MEMORY_FILE_PATH: join(place.folder, 'memory.json') } },
  };
  place.write('servers.json', { mcpServers: servers });
  place.write('memory.json', '{"type":"entity","name":"Ada","entityType":"person","observations":["wrote"]}\n');
  return { ...place, servers };
}

const callsIn = ({ folder }: YardFolder): [key: string, tool: string, args: Record<string, unknown>][] => [
  ['everything', 'get-structured-content', { location: 'Chicago' }],
  ['filesystem', 'read_text_file', { path: join(folder, 'hello.txt') }],
  ['memory', 'read_graph', {}],
];

/** The command line of a gateway for a client of the SDK. */
export function toGateway({ folder, file }: YardFolder, options: GatewayOptions): Launch {
  return {
    command: process.execPath,
    args: gatewayArgs(file, options),
    cwd: folder,
    env: createEnvironment(folder),
  };
}

function connectDirect(connect: typeof connectV1, { folder, servers }: RealYard, key: string): Promise<SdkClient> {
  const { command = '', args = [], env } = servers[key] ?? {};
  // Some servers have tools only for clients that can be asked, and a shared one is told of all that may come.
  return connect({ command, args, cwd: folder, env: createEnvironment(folder, env) }, PASSED_ON);
}

/** A definition without what the gateway adds. */
function withoutId(tool: Record<string, unknown>): Record<string, unknown> {
  const { 'dev.toolyard/id': _id, ...meta } = Object(tool['_meta']) as Record<string, unknown>;
  const { _meta, ...rest } = tool;
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

/** Three real servers look to a client through a gateway, which puts this after their keys, as they do directly. */
export async function expectAsDirect(
  connect: typeof connectV1,
  program: NonNullable<GatewayOptions['program']>,
  separator: string,
): Promise<void> {
  const place = createRealYard();
  const { servers } = place;
  const gateway = await connect(toGateway(place, { program }));
  const direct = await Promise.all(Object.keys(servers).map((key) => connectDirect(connect, place, key)));
  const keys = Object.keys(servers);
  const lists = await Promise.all(direct.map((client) => client.listTools()));
  const expected = lists.flatMap((tools, index) =>
    tools.map((tool) => ({ ...tool, name: `${keys[index]}${separator}${String(tool['name'])}` })),
  );
  const listed = await gateway.listTools();
  expect(lists.map((tools) => tools.length > 5)).toEqual([true, true, true]);
  expect(listed.map(withoutId)).toEqual(expected);

  for (const [key, tool, args] of callsIn(place)) {
    const there = await direct[keys.indexOf(key)]?.callTool(tool, args);
    expect(await gateway.callTool(`${key}${separator}${tool}`, args)).toEqual(there);
    expect(there).toHaveProperty('content');
    expect(there).not.toMatchObject({ isError: true });
  }
}
