import { ToolyardError, type DockerServer } from '@toolyard/core';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Throws `server-misconfigured` where no port of the container can lead to the `url` of its server. */
export function checkEndpoint({ docker, endpoint }: DockerServer): void {
  if (endpoint === undefined || !URL.canParse(endpoint.url)) return;
  const { hostname, port, protocol } = new URL(endpoint.url);
  if (!LOOPBACK.test(hostname) || docker.network === 'host') return;
  if (docker.network === 'none') {
    throw misconfigured('"network" is "none", so its "url" cannot be reached. Remove one of the two.');
  }
  const wanted = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (Object.values(docker.ports).includes(wanted)) return;
  throw misconfigured(
    `its "url" uses port ${wanted}, but no entry in "ports" maps to it. Add "CONTAINER PORT": ${wanted}.`,
  );
}

function misconfigured(message: string): ToolyardError {
  return new ToolyardError('server-misconfigured', message);
}
