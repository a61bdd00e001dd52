import type { ProcessTrees } from './process-trees.ts';

/** Runs a program of the system and forgets it. */
export type RunProgram = (file: string, args: readonly string[]) => void;

/**
 * Process trees on Windows; unit-tested only, never run there. A console program cannot be asked to leave, so both
 * signals force it; what a process left behind when it ended by itself is not found any more.
 */
export function createTaskkillProcessTrees(run: RunProgram, isRunning: (pid: number) => boolean): ProcessTrees {
  return {
    signal: (pid) => run('taskkill.exe', ['/pid', String(pid), '/T', '/F']),
    isAlive: (pid) => Promise.resolve(isRunning(pid)),
  };
}
