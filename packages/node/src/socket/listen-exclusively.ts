import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { toMessage, ToolyardError, type Link } from '@toolyard/core';
import { systemDelay } from '../clock/system-delay.ts';
import { hasTrustedSocket, prepareSocketFolder } from './check-socket-place.ts';
import { isAnswered } from './connect-socket.ts';
import { createSocketLink } from './create-socket-link.ts';
import { isPipe } from './socket-path-of.ts';
import { tryLock, type Lock } from '../lock/try-lock.ts';

/** How a yard is made reachable. */
export interface ExclusiveListenOptions {
  readonly path: string;
  /** Called for every connection; one that only looked whether a yard lives ends at once. */
  onLink(link: Link): void;
}

/** A socket that this process listens on. */
export interface ExclusiveListener {
  /** Ends every link; removes the socket unless another yard has taken its place. */
  close(): Promise<void>;
}

interface Listener {
  readonly server: Server;
  readonly links: ReadonlySet<Link>;
}

const LIMIT_MS = 10_000;

/**
 * Listens at the path for this user alone; `undefined` where another yard already does. Of many that start at the same
 * moment exactly one listens. Rejects with `socket-refused` where the folder is not the user's own, and with
 * `socket-unavailable` where the system does not let it.
 */
export async function listenExclusively(options: ExclusiveListenOptions): Promise<ExclusiveListener | undefined> {
  if (isPipe(options.path)) return hostPipe(options);
  try {
    return await hostSocket(options);
  } catch (error) {
    if (ToolyardError.is(error) || !(error instanceof Error && 'syscall' in error)) throw error;
    throw toUnreachable(options.path, error);
  }
}

async function hostSocket(options: ExclusiveListenOptions): Promise<ExclusiveListener | undefined> {
  await prepareSocketFolder(options.path);
  const endAt = performance.now() + LIMIT_MS;
  while (performance.now() < endAt) {
    if (await isTaken(options.path)) return undefined;
    const lock = tryLock(`${options.path}.lock`);
    const hosted = lock === undefined ? 'not-locked' : await hostLocked(options, lock).finally(() => lock.release());
    if (hosted !== 'not-locked') return hosted;
    await systemDelay(5 + Math.random() * 20);
  }
  const message = `Other programs cannot connect at ${options.path}: another Toolyard holds its lock. If none is running, remove ${options.path}.lock.`;
  throw new ToolyardError('socket-unavailable', message);
}

async function isTaken(path: string): Promise<boolean> {
  return (await hasTrustedSocket(path)) && (await isAnswered(path));
}

/**
 * The socket is made under a name of its own and moved to the path when it is ready: it is never seen with the wrong
 * mode, replaces a dead one in one step, and libuv, which removes a socket by the name it was made under, can never
 * remove that of another yard.
 */
async function hostLocked(
  options: ExclusiveListenOptions,
  lock: Lock,
): Promise<ExclusiveListener | undefined | 'not-locked'> {
  const { path } = options;
  if (await isTaken(path)) return undefined;
  removeLeftovers(path);
  const temporary = `${path}.${randomBytes(3).toString('hex')}`;
  const listener = await listen(options, temporary);
  const identity = identify(temporary);
  if (!lock.isHeld() || identity === undefined) {
    await closeListener(listener);
    return 'not-locked';
  }
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
  return {
    async close() {
      if (identify(path) === identity) rmSync(path, { force: true });
      await closeListener(listener);
    },
  };
}

/** The system gives a pipe to one process alone, and takes it back when that ends. */
async function hostPipe(options: ExclusiveListenOptions): Promise<ExclusiveListener | undefined> {
  if (await isAnswered(options.path)) return undefined;
  const listener = await listen(options, options.path);
  return { close: () => closeListener(listener) };
}

async function listen({ onLink }: ExclusiveListenOptions, path: string): Promise<Listener> {
  const links = new Set<Link>();
  const server = createServer((socket) => {
    const link = createSocketLink(socket);
    links.add(link);
    void link.closed.then(() => links.delete(link));
    onLink(link);
  });
  server.listen({ path });
  await once(server, 'listening').catch((error: unknown) => {
    throw toUnreachable(path, error);
  });
  // Too many open files: who wanted to connect sees it fail, and everybody else is served on.
  server.on('error', () => undefined);
  return { server, links };
}

function toUnreachable(path: string, error: unknown): ToolyardError {
  const message = `Other programs cannot connect at ${path}: ${toMessage(error)}.`;
  return new ToolyardError('socket-unavailable', message, { cause: error });
}

async function closeListener({ server, links }: Listener): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await Promise.all([...links].map((link) => link.close()));
  await closed;
}

/** Starters that were killed half-way; under the lock there is no other. */
function removeLeftovers(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(prefix) && /^([0-9a-f]{6}|lock\.[0-9a-f]{12})$/.test(name.slice(prefix.length))) {
      rmSync(join(dirname(path), name), { force: true });
    }
  }
}

/** Inode numbers come again soon after a file is gone; the time tells them apart, and a move does not change it. */
function identify(path: string): string | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}:${stats.mtimeNs}`;
}
