// Starts a target and opens sessions with it.
import { join } from 'node:path';
import { openHttpConnection } from '../clients/http-connection.mjs';
import { openSdkHttpSession, openSdkStdioSession } from '../clients/open-sdk-session.mjs';
import { openSession } from '../clients/open-session.mjs';
import { findPort, startListener } from '../clients/start-listener.mjs';
import { openStdioConnection } from '../clients/stdio-connection.mjs';

/** The two kinds of clients. */
export const RAW = 'raw';
export const SDK = 'sdk';

/**
 * Starts a target on a configuration and gives its pid and a session with it; `openAnother` opens more where it listens.
 * `place` has the configuration (`file`, `servers`), `cwd` and `env`.
 */
export async function openTarget(target, place, { client = RAW, onNotification } = {}) {
  const prepared = await target.prepare?.(place);
  const opened = target.transport === 'stdio' ? openStdio : openListening;
  const { session, pid, openAnother, stop } = await opened(target, place, { client, onNotification });
  return {
    pid,
    session,
    openAnother,
    async close() {
      await session.close();
      await stop?.();
      await prepared?.close();
    },
  };
}

async function openStdio(target, place, { client, onNotification }) {
  const launched = { ...target.launch(place), env: place.env, cwd: place.cwd };
  if (client === SDK) {
    const session = await openSdkStdioSession(launched);
    return { session, pid: session.pid };
  }
  const connection = openStdioConnection({ ...launched, onNotification });
  return { session: await openSession(connection), pid: connection.pid };
}

async function openListening(target, place, { client, onNotification }) {
  const port = await findPort();
  const listener = await startListener({ ...target.launch({ ...place, port }), env: place.env, cwd: place.cwd, port });
  const openAnother = () => {
    if (client === SDK) return openSdkHttpSession({ url: toUrl(target, port), isSse: target.transport === 'sse' });
    return openSession(openHttpConnection({ port, era: target.era, onNotification }), target.era);
  };
  const stop = () => listener.close();
  try {
    return { session: await openAnother(), pid: listener.pid, openAnother, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function toUrl({ path = '/mcp' }, port) {
  return `http://127.0.0.1:${port}${path}`;
}

/** An environment with nothing of the user's own configuration in reach. */
export function createEnvironment(folder) {
  return { PATH: process.env.PATH, HOME: folder, TOOLYARD_STATE_DIR: join(folder, 'state') };
}
