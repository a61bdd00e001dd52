import type { DockerClient } from './create-docker-client.ts';
import { parseContainers, type ListedContainer } from './parse-docker-reply.ts';

/** The containers that run and, unless `onlyRunning`, those that do not, as the engine's filters select them. */
export async function listContainers(
  engine: DockerClient,
  filters: Readonly<Record<string, readonly string[]>>,
  onlyRunning = false,
): Promise<readonly ListedContainer[]> {
  const query = { all: String(!onlyRunning), filters: JSON.stringify(filters) };
  return parseContainers(await engine.ask({ method: 'GET', path: '/containers/json', query }));
}
