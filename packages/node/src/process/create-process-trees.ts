import { execFile } from 'node:child_process';
import { posixProcessGroups } from './posix-process-groups.ts';
import type { ProcessTrees } from './process-trees.ts';
import { createTaskkillProcessTrees } from './taskkill-process-trees.ts';

/** The way in which a platform ends processes together with what they started. */
export function createProcessTrees(platform: NodeJS.Platform): ProcessTrees {
  return platform === 'win32' ? createWindowsTrees() : posixProcessGroups;
}

function createWindowsTrees(): ProcessTrees {
  return createTaskkillProcessTrees(
    (file, args) => void execFile(file, args, () => undefined),
    (pid) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    },
  );
}
