import type { DockerServer } from '@toolyard/core';
import { checkEndpoint } from '../docker/check-endpoint.ts';
import { createDockerClient, type DockerClientOptions } from '../docker/create-docker-client.ts';

/** What is known of an engine and its images. */
export interface DockerCheck {
  /** Of the engine. */
  readonly version: string;
  hasImage(image: string): Promise<boolean>;
}

const LIMIT_MS = 10_000;

/** Reaches the container engine; rejects with `ToolyardError` where it does not answer as one. */
export async function checkDockerEngine(options: DockerClientOptions): Promise<DockerCheck> {
  const engine = createDockerClient(options);
  const { body } = await engine.ask({ method: 'GET', path: '/version', limitMs: LIMIT_MS });
  const version = typeof body === 'object' && body !== null && 'Version' in body ? String(body.Version) : 'unknown';
  return {
    version,
    async hasImage(image) {
      const path = `/images/${encodeURIComponent(image)}/json`;
      return (await engine.ask({ method: 'GET', path, limitMs: LIMIT_MS })).status === 200;
    },
  };
}

/** Throws `server-misconfigured` where a container could not be reached as it is written. */
export function checkContainer(server: DockerServer): void {
  checkEndpoint(server);
}
