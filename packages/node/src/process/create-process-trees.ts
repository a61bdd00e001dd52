import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { readVariable, type Environment } from './create-server-environment.ts';
import { isAlive } from './is-alive.ts';
import { posixProcessGroups } from './posix-process-groups.ts';
import type { ProcessTrees } from './process-trees.ts';
import { createTaskkillProcessTrees } from './taskkill-process-trees.ts';

/** The way in which a platform ends processes together with what they started. */
export function createProcessTrees(platform: NodeJS.Platform, env: Environment): ProcessTrees {
  return platform === 'win32' ? createWindowsTrees(env) : posixProcessGroups;
}

function createWindowsTrees(env: Environment): ProcessTrees {
  const systemRoot = readVariable(env, 'win32', 'SystemRoot') ?? String.raw`C:\Windows`;
  return createTaskkillProcessTrees(
    // By its full path, since Windows would look for the bare name in the working directory first.
    (file, args) => void execFile(win32.join(systemRoot, 'System32', file), args, () => undefined),
    isAlive,
  );
}
