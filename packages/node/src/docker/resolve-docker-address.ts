import { ToolyardError } from '@toolyard/core';
import type { Environment } from '../process/create-server-environment.ts';
import { readFolder } from '../state/resolve-places.ts';

/** Where a container engine listens. */
export type DockerAddress = SocketAddress | TcpAddress;

interface SocketAddress {
  readonly kind: 'socket';
  /** A unix socket, or a named pipe of Windows. */
  readonly path: string;
}

interface TcpAddress {
  readonly kind: 'tcp';
  readonly host: string;
  readonly port: number;
  readonly tls?: {
    /** Holds `ca.pem`, `cert.pem` and `key.pem`. */
    readonly folder: string;
    readonly verify: boolean;
  };
}

/** What an address is found with. */
export interface DockerAddressOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  exists(path: string): boolean;
}

const PLAIN_PORT = 2375;
const TLS_PORT = 2376;
const DOCKER_SOCKET = '/var/run/docker.sock';
const DOCKER_PIPE = '//./pipe/docker_engine';
const PODMAN_PIPE = '//./pipe/podman-machine-default';

/**
 * Where the engine is: `DOCKER_HOST`, else the first socket that exists of Docker's and then of Podman's, else Docker's usual place.
 *
 * Throws `server-misconfigured` for a `DOCKER_HOST` that cannot be used.
 */
export function resolveDockerAddress(search: DockerAddressOptions): DockerAddress {
  const given = search.env['DOCKER_HOST'];
  if (given !== undefined && given !== '') return parseHost(given, search.env);
  if (search.platform === 'win32') {
    const path = [DOCKER_PIPE, PODMAN_PIPE].find((pipe) => search.exists(pipe)) ?? DOCKER_PIPE;
    return { kind: 'socket', path };
  }
  const path = socketsOf(search.env).find((socket) => search.exists(socket)) ?? DOCKER_SOCKET;
  return { kind: 'socket', path };
}

/** An address as people write it. */
export function describeAddress(address: DockerAddress): string {
  return address.kind === 'socket' ? address.path : `${address.host}:${address.port}`;
}

function socketsOf(env: Environment): string[] {
  const home = readFolder(env['HOME']);
  const runtime = readFolder(env['XDG_RUNTIME_DIR']);
  const atHome = home === undefined ? [] : ['.docker/run', '.docker/desktop', '.colima/default', '.rd'];
  return [
    DOCKER_SOCKET,
    ...(runtime === undefined ? [] : [`${runtime}/docker.sock`]),
    ...atHome.map((folder) => `${home}/${folder}/docker.sock`),
    ...(runtime === undefined ? [] : [`${runtime}/podman/podman.sock`]),
    '/run/podman/podman.sock',
    ...(home === undefined ? [] : [`${home}/.local/share/containers/podman/machine/podman.sock`]),
  ];
}

function parseHost(given: string, env: Environment): DockerAddress {
  const [, scheme, rest] = /^([a-z]+):\/\/(.+)$/i.exec(given) ?? [];
  if (scheme === 'unix' && rest !== undefined) return { kind: 'socket', path: rest };
  if (scheme === 'npipe' && rest !== undefined) return { kind: 'socket', path: rest.replaceAll('\\', '/') };
  if (['tcp', 'http', 'https'].includes(scheme ?? '') && URL.canParse(`http://${rest}`)) {
    return parseTcp(new URL(`http://${rest}`), scheme === 'https', env);
  }
  const advice =
    scheme === 'ssh'
      ? 'Toolyard does not speak ssh. Forward the socket (ssh -L) and name that.'
      : 'Write it as unix:///path, npipe:////./pipe/name or tcp://host:port.';
  throw new ToolyardError('server-misconfigured', `DOCKER_HOST is "${withoutPassword(given)}". ${advice}`);
}

/** TLS as Docker's own client has it: with a folder of certificates, or where verification is asked for. */
function parseTcp({ hostname, port }: URL, isHttps: boolean, env: Environment): DockerAddress {
  const folder = env['DOCKER_CERT_PATH'] ?? '';
  const verify = (env['DOCKER_TLS_VERIFY'] ?? '') !== '';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (folder === '' && !verify && !isHttps) {
    return { kind: 'tcp', host, port: port === '' ? PLAIN_PORT : Number(port) };
  }
  const tls = {
    folder: folder === '' ? `${readFolder(env['HOME']) ?? ''}/.docker` : folder,
    verify: verify || folder === '',
  };
  return { kind: 'tcp', host, port: port === '' ? TLS_PORT : Number(port), tls };
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^@/]*@/, '//');
}
