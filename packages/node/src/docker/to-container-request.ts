import type { DockerServer } from '@toolyard/core';
import { LABELS } from './container-owner.ts';

export interface ContainerOptions {
  /** Tells the containers of one configuration from those of others. */
  readonly configuration: string;
  readonly owner: string;
  readonly chain?: readonly string[];
}

const MEGABYTE = 1024 * 1024;
const NANO = 1_000_000_000;

/** The body of the request that creates a server's container. */
export function toContainerRequest(server: DockerServer, options: ContainerOptions): object {
  const { docker, endpoint, key } = server;
  const isStdio = endpoint === undefined;
  const chain = options.chain === undefined ? [] : [`TOOLYARD_CHAIN=${JSON.stringify(options.chain)}`];
  const ports = Object.entries(docker.ports).map(([port, hostPort]) => [toPort(port), hostPort] as const);
  return {
    Image: docker.image,
    ...(docker.command.length > 0 && { Cmd: docker.command }),
    Env: [...Object.entries(docker.env).map(([name, value]) => `${name}=${value}`), ...chain],
    Labels: {
      [LABELS.toolyard]: 'true',
      [LABELS.configuration]: options.configuration,
      [LABELS.key]: key,
      [LABELS.owner]: options.owner,
    },
    Tty: false,
    OpenStdin: isStdio,
    // Closes stdin when the one connection to it is gone, so that servers see the end of a Toolyard that was killed.
    StdinOnce: isStdio,
    AttachStdin: isStdio,
    AttachStdout: true,
    AttachStderr: true,
    ExposedPorts: Object.fromEntries(ports.map(([port]) => [port, {}])),
    HostConfig: toHostConfig(docker, ports),
  };
}

function toHostConfig(docker: DockerServer['docker'], ports: readonly (readonly [string, number])[]): object {
  const { memoryMb, cpus, pids, network } = docker;
  return {
    AutoRemove: true,
    Init: true,
    SecurityOpt: ['no-new-privileges'],
    // Toolyard reads all output itself; the engine's own copy would hold every message, and grow without limit.
    LogConfig: { Type: 'none' },
    PortBindings: Object.fromEntries(
      ports.map(([port, hostPort]) => [port, [{ HostIp: '127.0.0.1', HostPort: String(hostPort) }]]),
    ),
    ...toMounts(docker.mounts),
    // Without a limit for swap the engine adds as much again.
    ...(memoryMb !== undefined && { Memory: memoryMb * MEGABYTE, MemorySwap: memoryMb * MEGABYTE }),
    ...(cpus !== undefined && { NanoCpus: Math.round(cpus * NANO) }),
    ...(pids !== undefined && { PidsLimit: pids }),
    ...(network !== undefined && { NetworkMode: network }),
  };
}

function toPort(port: string): string {
  return port.includes('/') ? port : `${port}/tcp`;
}

/** Mounts refuse a source that is missing, where the engine's older binds make an empty folder; only those know other options. */
function toMounts(mounts: readonly string[]): { Mounts: object[]; Binds: string[] } {
  const known = mounts.map((mount) => [mount, parseMount(mount)] as const);
  return {
    Mounts: known.flatMap(([, mount]) => (mount === undefined ? [] : [mount])),
    Binds: known.flatMap(([text, mount]) => (mount === undefined ? [text] : [])),
  };
}

function parseMount(text: string): object | undefined {
  if (!text.includes(':')) return { Type: 'volume', Target: text };
  // A source on Windows begins with a letter and a colon.
  const [, source, target, option] = /^((?:[A-Za-z]:[\\/])?[^:]*):([^:]+)(?::(ro|rw))?$/.exec(text) ?? [];
  if (source === undefined || target === undefined) return undefined;
  const Type = /^(\/|[A-Za-z]:[\\/])/.test(source) ? 'bind' : 'volume';
  return { Type, Source: source, Target: target, ReadOnly: option === 'ro' };
}
