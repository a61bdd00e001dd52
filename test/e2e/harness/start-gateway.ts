import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createEnvironment, ROOT, type Entry, type YardFolder } from './create-yard-folder.ts';
import { RawClient } from './raw-client.ts';

/** One of the two built commands. */
export type Program = 'toolyard' | 'mcp-simple-aggregator';

/** How a gateway is started. */
export interface GatewayOptions {
  readonly program?: Program;
  /** Words after the command. */
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The script of a built command. */
function scriptOf(program: Program = 'toolyard'): string {
  const script = join(ROOT, 'apps/cli/dist', `${program}.js`);
  if (!existsSync(script)) throw new Error('The command is not built. Run "npm run build" first.');
  return script;
}

/** The command line of a gateway on this configuration. */
export function gatewayArgs(file: string, { program = 'toolyard', words = [] }: GatewayOptions = {}): string[] {
  return [scriptOf(program), ...(program === 'toolyard' ? ['serve'] : []), '--config', file, ...words];
}

/** Starts the built gateway on the folder's configuration; it is gone after the test. */
export function startGateway({ folder, file }: YardFolder, options: GatewayOptions = {}): RawClient {
  const args = gatewayArgs(file, options);
  return track(new RawClient({ command: process.execPath, args, cwd: folder, env: environment(folder, options) }));
}

/** The same, after the handshake. */
export async function openGateway(place: YardFolder, options: GatewayOptions = {}): Promise<RawClient> {
  const gateway = startGateway(place, options);
  await gateway.initialize();
  return gateway;
}

/** Starts one server without any gateway, to compare with. */
export async function openDirect({ folder }: YardFolder, entry: Entry): Promise<RawClient> {
  const { command, args } = entry;
  if (typeof command !== 'string' || !Array.isArray(args)) throw new Error('The entry has no command line.');
  const client = track(new RawClient({ command, args, cwd: folder, env: createEnvironment(folder) }));
  await client.initialize();
  return client;
}

function environment(folder: string, options: GatewayOptions): Record<string, string> {
  return createEnvironment(folder, options.env);
}

function track(client: RawClient): RawClient {
  onTestFinished(async () => {
    client.child.stdout.resume();
    // The gateway ends its servers when it is asked to; only one that does not listen is forced.
    client.child.kill('SIGTERM');
    const force = setTimeout(() => client.child.kill('SIGKILL'), 10_000);
    await client.ended;
    clearTimeout(force);
  });
  return client;
}
