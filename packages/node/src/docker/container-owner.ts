import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAlive } from '../process/is-alive.ts';
import { readBootId, readProcessStart } from '../process/read-process-start.ts';
import type { ListedContainer } from './parse-docker-reply.ts';

/** The labels that tell Toolyard's containers from strangers'. */
export const LABELS = {
  toolyard: 'dev.toolyard',
  configuration: 'dev.toolyard.configuration',
  key: 'dev.toolyard.key',
  owner: 'dev.toolyard.owner',
} as const;

/** The pid of a container's owner where that runs; otherwise whether it is known not to. */
export type OwnerState = number | 'gone' | 'unknown';

/** Names this process among all that ever ran on this machine, as far as the system allows. */
export function createOwner(pid: number = process.pid): string {
  return `${hostname()}/${readSpace()}/${pid}/${readStart(pid)}`;
}

/**
 * What is known of the Toolyard that made a container.
 *
 * A pid says something only in the machine, the boot and the pid namespace that it is of: a process of a sandbox is not
 * to be seen from outside. The container itself has ended when its owner did, as a rule, so one that has is nobody's.
 */
export function resolveOwnerState({ labels, state }: Pick<ListedContainer, 'labels' | 'state'>): OwnerState {
  const owner = labels[LABELS.owner];
  if (owner === undefined) return 'gone';
  const [, host, space, pid, start] = /^(.*)\/([^/]*)\/(\d+)\/(\d*)$/.exec(owner) ?? [];
  if (host !== hostname()) return 'unknown';
  if (space !== readSpace()) return state === 'exited' || state === 'dead' ? 'gone' : 'unknown';
  const number = Number(pid);
  // The number may have gone to another program since.
  return isAlive(number) && readStart(number) === start ? number : 'gone';
}

/** The boot and the namespace that pids are of; empty where the system does not tell. */
function readSpace(): string {
  const boot = readBootId();
  if (boot === undefined) return '';
  try {
    const [, namespace = ''] = /\[(\d+)\]/.exec(readlinkSync('/proc/self/ns/pid')) ?? [];
    return `${boot}:${namespace}`;
  } catch {
    return '';
  }
}

/** Empty where the system does not tell. */
function readStart(pid: number): string {
  return readProcessStart(pid)?.ticks ?? '';
}
