// Starts a target and opens sessions with it.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openHttpConnection } from '../clients/http-connection.mjs';
import { openSdkHttpSession, openSdkStdioSession } from '../clients/open-sdk-session.mjs';
import { openSession } from '../clients/open-session.mjs';
import { findPort, startListener } from '../clients/start-listener.mjs';
import { openStdioConnection } from '../clients/stdio-connection.mjs';

const READY_MS = 30_000;

/**
 * Starts a target on a configuration and gives its pid and a session with it; where it listens, `openAnother` opens more, and `address`
 * is for `openSessionAt`. `place` has the configuration (`file`, `servers`), `cwd` and `env`; `withSdk` takes the SDK's client.
 */
export async function openTarget(target, place, { withSdk = false, onNotification } = {}) {
  const prepared = await target.prepare?.(place);
  const open = target.transport === 'stdio' ? openStdio : openListening;
  const { session, stop, ...opened } = await open(target, place, { withSdk, onNotification });
  return {
    ...opened,
    session,
    async close() {
      await session.close();
      await stop?.();
      await prepared?.close();
    },
  };
}

async function openStdio(target, place, { withSdk, onNotification }) {
  const launched = { ...target.launch(place), env: place.env, cwd: place.cwd };
  if (withSdk) {
    const session = await openSdkStdioSession(launched);
    return { session, pid: session.pid };
  }
  const connection = openStdioConnection({ ...launched, onNotification });
  return { session: await openSession(connection), pid: connection.pid };
}

async function openListening(target, place, { withSdk, onNotification }) {
  const port = await findPort();
  const listener = await startListener({ ...target.launch({ ...place, port }), env: place.env, cwd: place.cwd, port });
  const address = { port, transport: target.transport, era: target.era, withSdk };
  const openAnother = () => openSessionAt(address, onNotification);
  const stop = () => listener.close();
  try {
    const session = await (target.isPeer ? openWhenReady(openAnother) : openAnother());
    return { session, pid: listener.pid, openAnother, address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A session with a target that listens; the raw client has no SSE, so the SDK's speaks that. */
export function openSessionAt({ port, transport, era, withSdk }, onNotification) {
  const url = `http://127.0.0.1:${port}/mcp`;
  if (transport === 'sse' || withSdk) return openSdkHttpSession({ url, isSse: transport === 'sse' });
  return openSession(openHttpConnection({ port, era, onNotification }), era);
}

/** Some peers listen before they can serve: they refuse sessions, or list no tools yet. */
async function openWhenReady(open) {
  const endAt = performance.now() + READY_MS;
  for (;;) {
    try {
      const session = await open();
      if ((await session.tools()).length > 0) return session;
      await session.close();
      throw new Error('lists no tools');
    } catch (error) {
      if (performance.now() > endAt) throw error;
      await wait(50);
    }
  }
}

/** An environment with nothing of the user's own configuration in reach. */
export function createEnvironment(folder) {
  return { PATH: process.env.PATH, HOME: folder, TOOLYARD_STATE_DIR: join(folder, 'state') };
}
