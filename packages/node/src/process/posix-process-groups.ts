import { readdir, readFile } from 'node:fs/promises';
import type { ProcessTrees } from './process-trees.ts';

/** Process groups: a server is started as the leader of its own, and what it starts stays in it. */
export const posixProcessGroups: ProcessTrees = {
  signal(pid, signal) {
    try {
      process.kill(-pid, signal);
    } catch {
      // ESRCH: nobody is left. EPERM: what is left runs as another user, and is not ours to end.
    }
  },
  async isAlive(pid) {
    if (!hasGroup(pid)) return false;
    return process.platform === 'linux' ? await hasRunningMember(pid) : true;
  },
};

function hasGroup(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Dead orphans count as members until init has read their exit codes, which some containers' init never does. */
async function hasRunningMember(pid: number): Promise<boolean> {
  // A member may start another and end while /proc is read, so that neither is seen: only a second look is sure.
  return (await isRunning(pid)) || (await isRunning(pid));
}

async function isRunning(group: number): Promise<boolean> {
  const groups = await readGroups();
  // Without /proc a group is alive as long as the system knows it.
  return groups === undefined || groups.has(group);
}

let reading: Promise<ReadonlySet<number> | undefined> | undefined;

/** The groups with a running member; all who ask at the same time share one reading, since 200 servers may stop at once. */
function readGroups(): Promise<ReadonlySet<number> | undefined> {
  reading ??= scanProcesses().finally(() => (reading = undefined));
  return reading;
}

async function scanProcesses(): Promise<ReadonlySet<number> | undefined> {
  const entries = await readdir('/proc').catch(() => undefined);
  if (entries === undefined) return undefined;
  const pids = entries.filter((entry) => /^\d+$/.test(entry));
  const groups = await Promise.all(pids.map(readRunningGroup));
  return new Set(groups.filter((group) => group !== undefined));
}

/** The process group of a process; `undefined` where it is dead. */
async function readRunningGroup(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may hold anything, so the fields are counted from its end.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined || state === 'Z' || state === 'X' ? undefined : Number(group);
}
