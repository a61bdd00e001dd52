import { ToolyardError } from '@toolyard/core';
import { systemDelay } from '../clock/system-delay.ts';
import type { DockerClient } from './create-docker-client.ts';

const LIMIT_MS = 20_000;
const POLL_MS = 50;

/** Ends and removes a container; resolves with whether it is gone, and never rejects. */
export async function removeContainer(engine: DockerClient, id: string): Promise<boolean> {
  const path = `/containers/${encodeURIComponent(id)}`;
  const until = performance.now() + LIMIT_MS;
  try {
    await engine.ask({ method: 'DELETE', path, query: { force: 'true', v: 'true' }, limitMs: LIMIT_MS });
    // It may be on its way out by itself, which the engine does not wait for.
    while ((await engine.ask({ method: 'GET', path: `${path}/json`, limitMs: LIMIT_MS })).status !== 404) {
      if (performance.now() > until) return false;
      await systemDelay(POLL_MS);
    }
    return true;
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    return false;
  }
}
