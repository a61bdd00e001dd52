import { existsSync } from 'node:fs';
import type { Log } from '@toolyard/core';
import { createWatchdog, type Watchdog } from '../process/create-watchdog.ts';
import type { DockerClientOptions } from './create-docker-client.ts';
import { resolveDockerAddress } from './resolve-docker-address.ts';

// With their volumes, as everywhere else. Whoever has an engine mostly has its client; curl, which macOS and most systems bring along,
// reaches it by its socket.
const REMOVE = `
docker rm -f -v $left >/dev/null 2>&1 && exit 0
for id in $left; do
  curl -s -m 20 -X DELETE --unix-socket "\${DOCKER_HOST#unix://}" "http://localhost/containers/$id?force=true&v=true" >/dev/null 2>&1
done
`;

/** Where Docker's client is, besides the usual places. */
const PATH = '/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin';

/** What Docker's own client needs to reach an engine by TCP. */
const NAMES = ['HOME', 'DOCKER_HOST', 'DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY'];

/** Removes containers where Toolyard is killed: most end when their stdin does, but not those that are reached at a port. POSIX only. */
export function createContainerWatchdog({ env, platform }: DockerClientOptions, log: Log): Watchdog<string> {
  return createWatchdog<string>(log, {
    script: REMOVE,
    env() {
      const address = resolveDockerAddress({ env, platform, exists: existsSync });
      const own = NAMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
      return {
        ...Object.fromEntries(own),
        PATH,
        ...(address.kind === 'socket' && { DOCKER_HOST: `unix://${address.path}` }),
      };
    },
  });
}
