import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTERNALS_SOCKET } from './ask-for-external.ts';
import type { StartedExternal } from './external-program.ts';
import { isExternalName, EXTERNAL_PROGRAMS, type ExternalName } from './external-programs.ts';

/**
 * Vitest's global setup: starts each program once in a test run, when the first test file asks for it, and stops all at the end.
 *
 * Test files run in processes of their own, so they ask through a socket.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-externals-'));
  const started = new Map<ExternalName, Promise<StartedExternal>>();
  const server = createServer((socket) => answer(socket, started));
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\toolyard-externals-${process.pid}` : join(folder, 'socket');
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  process.env[EXTERNALS_SOCKET] = path;
  return async () => {
    server.close();
    for (const program of started.values()) await (await program).stop?.();
    await rm(folder, { recursive: true, force: true });
  };
}

function answer(socket: Socket, started: Map<ExternalName, Promise<StartedExternal>>): void {
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').once('data', (text: string) => {
    const name = text.trim();
    if (!isExternalName(name)) {
      socket.end(JSON.stringify({ missing: `There is no program called "${name}".` }));
      return;
    }
    const program = started.get(name) ?? startProgram(name);
    started.set(name, program);
    void program.then((place) => socket.end(JSON.stringify(place)));
  });
}

async function startProgram(name: ExternalName): Promise<StartedExternal> {
  try {
    return await EXTERNAL_PROGRAMS[name].start();
  } catch (cause) {
    return {
      missing: `it could not be provided: ${cause instanceof Error ? cause.message : String(cause)}`,
    };
  }
}
