import type { EngineClient } from './create-engine-client.ts';
import { parseContainers, type ListedContainer } from './parse-engine-reply.ts';

/** The containers that run and, unless `onlyRunning`, those that do not, as the engine's filters select them. */
export async function listContainers(
  engine: EngineClient,
  filters: Readonly<Record<string, readonly string[]>>,
  onlyRunning = false,
): Promise<readonly ListedContainer[]> {
  const query = { all: String(!onlyRunning), filters: JSON.stringify(filters) };
  return parseContainers(await engine.ask({ method: 'GET', path: '/containers/json', query }));
}
