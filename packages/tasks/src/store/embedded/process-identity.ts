import { hostname } from 'node:os';
import { basename } from 'node:path';
import { isAlive, readBootId, readProcessStart } from '@toolyard/node';

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
  return { pid: process.pid, started: readStart(process.pid), host: hostname(), command: nameCommand(process.argv) };
}

/** The program and its command: the words behind them can be secrets. */
function nameCommand([, program = '', ...words]: readonly string[]): string {
  const end = words.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith('-'));
  return [basename(program), ...words.slice(0, end === -1 ? 2 : Math.min(end, 2))].join(' ');
}

/** Whether that process still runs. One on another host counts as running, since it cannot be asked. */
export function isRunning({ pid, started, host }: ProcessIdentity): boolean {
  if (host !== hostname()) return true;
  // One that ended, but that its parent has not asked about yet, still has its number.
  const state = readProcessStart(pid)?.state;
  if (!isAlive(pid) || state === 'Z' || state === 'X') return false;
  const now = readStart(pid);
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

/** The boot and the moment in it at which a process started; empty where the system does not say. */
function readStart(pid: number): string {
  const [boot, start] = [readBootId(), readProcessStart(pid)];
  return boot === undefined || start === undefined || start.ticks === '' ? '' : `${boot}/${start.ticks}`;
}
