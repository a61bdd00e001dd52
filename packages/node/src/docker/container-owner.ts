import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The labels that tell Toolyard's containers from strangers'. */
export const LABELS = {
  toolyard: 'dev.toolyard',
  configuration: 'dev.toolyard.configuration',
  key: 'dev.toolyard.key',
  owner: 'dev.toolyard.owner',
} as const;

/** Names this process among all that ever ran on this machine, as far as the system allows. */
export function createOwner(pid: number = process.pid): string {
  return `${hostname()}/${pid}/${readStart(pid)}`;
}

/** The pid of a container's owner where that still runs; none is found of another machine, or of a system that restarted. */
export function findLiveOwner(owner: string | undefined): number | undefined {
  const [, host, pid, start] = /^(.*)\/(\d+)\/(\d*)$/.exec(owner ?? '') ?? [];
  if (host !== hostname() || pid === undefined || !isAlive(Number(pid))) return undefined;
  // The number may have gone to another program since.
  return readStart(Number(pid)) === start ? Number(pid) : undefined;
}

/** Whether a container's owner ran on this machine and does not any more; whether one of another machine runs is not known here. */
export function isOwnerGone(owner: string | undefined): boolean {
  return (owner ?? '').startsWith(`${hostname()}/`) && findLiveOwner(owner) === undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process was started, in ticks since the system was; empty where the system does not tell. */
function readStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in parentheses and may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
