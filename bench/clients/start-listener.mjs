// A process that listens on a port of loopback.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startProcess } from './start-process.mjs';

const LIMIT_MS = 60_000;

/** Starts a command and resolves once something answers at `port`. */
export async function startListener({ command, args, env, cwd, port }) {
  const { child, end } = startProcess({ command, args, env, cwd }, { stdio: 'ignore', withGroup: true });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  async function close() {
    if (hasEnded()) return;
    const closed = once(child, 'close');
    end();
    await closed;
  }
  const endAt = performance.now() + LIMIT_MS;
  while (!(await isAnswered(port))) {
    if (hasEnded() || performance.now() > endAt) {
      await close();
      throw new Error(`${command} ${args.join(' ')} does not listen`);
    }
    await wait(10);
  }
  return { pid: child.pid, close };
}

async function isAnswered(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A port that is free now. */
export async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
