import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PARTS_SOCKET } from './ask-for-part.ts';
import type { StartedPart } from './part.ts';
import { isPartName, PARTS, type PartName } from './parts.ts';

/**
 * Vitest's global setup: starts each part once in a test run, when the first test file asks for it, and stops all at the end.
 *
 * Test files run in processes of their own, so they ask through a socket.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-parts-'));
  const started = new Map<PartName, Promise<StartedPart>>();
  const server = createServer((socket) => answer(socket, started));
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\toolyard-parts-${process.pid}` : join(folder, 'socket');
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  process.env[PARTS_SOCKET] = path;
  return async () => {
    server.close();
    for (const part of started.values()) await (await part).stop?.();
    await rm(folder, { recursive: true, force: true });
  };
}

function answer(socket: Socket, started: Map<PartName, Promise<StartedPart>>): void {
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').once('data', (text: string) => {
    const name = text.trim();
    if (!isPartName(name)) {
      socket.end(JSON.stringify({ missing: `There is no part called "${name}".` }));
      return;
    }
    const part = started.get(name) ?? startPart(name);
    started.set(name, part);
    void part.then((place) => socket.end(JSON.stringify(place)));
  });
}

async function startPart(name: PartName): Promise<StartedPart> {
  try {
    return await PARTS[name].start();
  } catch (cause) {
    return {
      missing: `it could not be provided: ${cause instanceof Error ? cause.message : String(cause)}`,
    };
  }
}
