import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';

/** Who holds a data folder. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Tells this process from a later one with the same number; empty where the system does not say. */
  readonly started: string;
  readonly host: string;
  /** What it was started as, for people. */
  readonly command: string;
}

/** This process. */
export function identifyThisProcess(): ProcessIdentity {
  return { pid: process.pid, started: readStat(process.pid)[1], host: hostname(), command: nameCommand(process.argv) };
}

/** The program and its command: the words behind them can be secrets. */
function nameCommand([, program = '', ...words]: readonly string[]): string {
  const end = words.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith('-'));
  return [basename(program), ...words.slice(0, end === -1 ? 2 : Math.min(end, 2))].join(' ');
}

/** Whether that process still runs. One on another host counts as running, since it cannot be asked. */
export function isRunning({ pid, started, host }: ProcessIdentity): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process cannot be signalled, but it is there.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const [state, now] = readStat(pid);
  // One that ended, but that its parent has not asked about yet, still has its number.
  if (state === 'Z' || state === 'X') return false;
  return started === '' || now === '' || started === now;
}

/** What `identifyThisProcess` gave, read back; `undefined` for anything else. */
export function parseProcessIdentity(text: string): ProcessIdentity | undefined {
  try {
    const { pid, started, host, command } = JSON.parse(text) as Record<string, unknown>;
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return { pid, started: textOf(started), host: textOf(host), command: textOf(command) };
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A process's state, and the boot and the moment in it at which it started, where the system has `/proc`. */
function readStat(pid: number): readonly [state: string, started: string] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything, so the fields are counted from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return [fields[0] ?? '', fields[19] === undefined ? '' : `${boot}/${fields[19]}`];
  } catch {
    return ['', ''];
  }
}
