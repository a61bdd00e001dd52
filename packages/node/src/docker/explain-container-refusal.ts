import { cutText, ToolyardError, type DockerServer } from '@toolyard/core';
import type { DockerReply, ListedContainer } from './parse-docker-reply.ts';

/** A container that the engine refused to make or to start. */
export interface ContainerRefusal {
  readonly server: DockerServer;
  readonly reply: DockerReply;
  /** All containers that run, to name the one that has a port. */
  readonly running: readonly ListedContainer[];
}

/** Characters of a message that are looked at; engines say what is wrong in one line. */
const MAX_MESSAGE = 2000;

/** What a refusal means for the user, to be read after `Server "x" did not start: `. */
export function explainContainerRefusal({ server, reply, running }: ContainerRefusal): ToolyardError {
  const message = cutText(reply.message, MAX_MESSAGE);
  const port = findTakenPort(server, message);
  if (port !== undefined) return new ToolyardError('server-start-failed', explainPort(port, running));
  const [, program] = /exec: \\?"(.+?)\\?": (?:executable file not found|stat |permission denied)/.exec(message) ?? [];
  if (program !== undefined) {
    return misconfigured(`image "${server.docker.image}" has no program "${program}". Correct "command" in "docker".`);
  }
  const [, source] = /bind source path does not exist: (.+)$/.exec(message) ?? [];
  if (source !== undefined) {
    return misconfigured(`its mount source "${source}" does not exist. Create it or correct "mounts" in "docker".`);
  }
  const [, network] = /network (?:with name or ID )?(\S+?):? (?:network )?not found/.exec(message) ?? [];
  if (network !== undefined) {
    return misconfigured(`there is no network "${network}". Create it or correct "network" in "docker".`);
  }
  const why = message === '' ? `it answered with status ${reply.status}` : message.replace(/\.$/, '');
  const kind = reply.status === 400 ? 'server-misconfigured' : 'server-start-failed';
  return new ToolyardError(kind, `Docker refused its container: ${why}. Check "docker" in its configuration.`);
}

/** Engines say it in many ways, but always with the address that they wanted. */
function findTakenPort({ docker }: DockerServer, message: string): number | undefined {
  if (!/already allocated|address already in use|ports are not available|port is already/i.test(message))
    return undefined;
  return Object.values(docker.ports).find((port) => new RegExp(`[:/ ]${port}\\b`).test(message));
}

/** Whether a server did not start because somebody else has its port, by the reason that its status gives. */
export function isPortConflict(reason: string): boolean {
  return /^port \d+ is taken by /.test(reason);
}

function explainPort(port: number, running: readonly ListedContainer[]): string {
  const holder = running.find(({ ports }) => ports.includes(port));
  const who = holder === undefined ? 'by another program' : `by container "${holder.name}" (image "${holder.image}")`;
  return `port ${port} is taken ${who}. Stop that, or choose another port in "ports" and "url".`;
}

function misconfigured(message: string): ToolyardError {
  return new ToolyardError('server-misconfigured', message);
}
