// What a process used so far, from /proc.
import { readdirSync, readFileSync } from 'node:fs';

const TICK_US = 10_000;

/** CPU time of all threads of a process in microseconds. */
export function cpuOf(pid) {
  try {
    // Nanoseconds, where the kernel keeps them; threads that are gone do not matter, since Node's live as long as it.
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return times.reduce((sum, time) => sum + time, 0) / 1000;
  } catch {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_US;
  }
}

/** Resident memory of a process in megabytes. */
export function memoryOf(pid) {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match[1]) / 1024;
}
