import type { DockerOptions, DockerServer } from '@toolyard/core';

/** What of a server in a container differs from the usual. */
export type DockerServerChanges = Partial<DockerOptions> & Pick<Partial<DockerServer>, 'key' | 'endpoint'>;

/** A server in a container with the key `box` and the image `mcp/box`, everything else as the defaults are. */
export function createDockerServer({ key = 'box', endpoint, ...docker }: DockerServerChanges = {}): DockerServer {
  return {
    kind: 'docker',
    key,
    enabled: true,
    tools: { exclude: [], rename: {} },
    trust: false,
    start: 'eager',
    sharing: 'shared',
    era: 'auto',
    docker: { image: 'mcp/box', command: [], env: {}, ports: {}, mounts: [], pull: 'missing', ...docker },
    ...(endpoint !== undefined && { endpoint }),
  };
}
