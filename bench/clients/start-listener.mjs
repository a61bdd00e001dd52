// A process that listens on a port of loopback.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const LIMIT_MS = 60_000;

/** Starts a command and resolves once something answers at `port`. */
export async function startListener({ command, args, env, cwd, port }) {
  const child = spawn(command, args, { env, cwd, stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  async function close() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    // The whole group, since some peers leave their servers behind.
    process.kill(-child.pid, 'SIGKILL');
    await closed;
  }
  const endAt = performance.now() + LIMIT_MS;
  while (!(await isAnswered(port))) {
    if (child.exitCode === null && performance.now() < endAt) await wait(10);
    else {
      await close();
      throw new Error(`${command} ${args.join(' ')} does not listen`);
    }
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
