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
  const entries = await readdir('/proc').catch(() => undefined);
  if (entries === undefined) return true;
  const pids = entries.filter((entry) => /^\d+$/.test(entry));
  const members = await Promise.all(pids.map((each) => isRunningMember(each, pid)));
  return members.includes(true);
}

async function isRunningMember(entry: string, group: number): Promise<boolean> {
  const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
  // The name in brackets may hold anything, so the fields are counted from its end.
  const [state, , ownGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(ownGroup) === group && state !== 'Z' && state !== 'X';
}
