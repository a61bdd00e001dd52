import { readdirSync, readFileSync } from 'node:fs';

/**
 * The pids of living processes whose command line or environment holds `marker`; grandchildren inherit an environment,
 * so a variable finds them all. Linux only.
 */
export function findProcesses(marker: string): number[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid);
  return pids.filter((pid) => isLiving(pid) && describe(pid).includes(marker)).map(Number);
}

/** The pid of the process that started `pid`, or that took it over. Linux only. */
export function parentPidOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function isLiving(pid: string): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}

function describe(pid: string): string {
  return read(`/proc/${pid}/cmdline`) + read(`/proc/${pid}/environ`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process ended meanwhile.
    return '';
  }
}
