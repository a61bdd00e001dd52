import { hasCode } from '../file/has-code.ts';

/** Whether there is a process with this number, of whatever user; one that has ended counts until its parent has asked about it. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** The number by which others find this process. */
export function ownPid(): number {
  return process.pid;
}
