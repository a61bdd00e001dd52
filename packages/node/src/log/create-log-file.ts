import { renameSync, statSync } from 'node:fs';
import { appendFile, mkdir, stat } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { toMessage, ToolyardError, type Clock, type Log, type LogLevel } from '@toolyard/core';
import { tryLock } from '../socket/try-lock.ts';
import { createRedactor } from './create-redactor.ts';
import type { LogLine } from './parse-log-line.ts';

/** Where and how a log is kept. */
export interface LogFileOptions {
  readonly file: string;
  readonly clock: Clock;
  /** Values that no line may hold; see `secretsOf`. */
  readonly secrets: readonly string[];
  /** The file is moved aside before it grows over this; 5 MB where absent. */
  readonly maxBytes?: number;
  /** Told once when writing fails, and again only after it worked in between. */
  onFailure(error: ToolyardError): void;
}

/** A log in a file. */
export interface LogFile extends Log {
  /** Hides these values too from now on, e.g. those of a configuration that was edited. */
  hide(secrets: readonly string[]): void;
  /** Resolves when every line is written, or was found impossible to write. */
  flush(): Promise<void>;
}

const MAX_BYTES = 5_000_000;
const MAX_PENDING = 10_000;
const BATCH_LENGTH = 65_536;

/** Appends JSON lines for the user alone, without secrets; `write` neither waits nor throws, however slow the disk is. */
export function createLogFile(options: LogFileOptions): LogFile {
  const { clock, onFailure, maxBytes = MAX_BYTES } = options;
  let secrets = options.secrets;
  let redact = createRedactor(secrets);
  let pending: string[] = [];
  let lost = 0;
  let running: Promise<void> | undefined;
  let hasFailed = false;

  function toLine(level: LogLevel, text: string, server?: string): string {
    const at = new Date(clock.now()).toISOString();
    const line: LogLine = { at, level, ...(server !== undefined && { server }), text: redact(text) };
    return `${JSON.stringify(line)}\n`;
  }

  function take(): string {
    if (lost > 0) pending.push(toLine('warning', `${lost} lines of the log were lost: the disk was too slow.`));
    lost = 0;
    let length = 0;
    const end = pending.findIndex((line) => (length += line.length) > Math.min(BATCH_LENGTH, maxBytes));
    return pending.splice(0, end < 0 ? pending.length : Math.max(1, end)).join('');
  }

  async function run(): Promise<void> {
    while (pending.length > 0) {
      try {
        await append(options.file, take(), maxBytes);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) onFailure(toFailure(options.file, error));
        hasFailed = true;
      }
    }
    running = undefined;
  }

  return {
    write(level, text, server) {
      if (pending.length >= MAX_PENDING) lost++;
      else pending.push(toLine(level, text, server));
      running ??= Promise.resolve().then(run);
    },
    hide(more) {
      secrets = [...new Set([...secrets, ...more])];
      redact = createRedactor(secrets);
    },
    flush: () => running ?? Promise.resolve(),
  };
}

/** The name that a full log gets: `log.1.jsonl`. */
export function rotatedFileOf(file: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}.1${ext}`);
}

async function append(file: string, text: string, maxBytes: number): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  const room = maxBytes - Buffer.byteLength(text);
  if (stats === undefined) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  else if (stats.size > room) rotate(file, room);
  await appendFile(file, text, { mode: 0o600 });
}

/** Two Toolyards may write one log; were both to move it aside, the second would put a new file over the full one. */
function rotate(file: string, room: number): void {
  const lock = tryLock(`${file}.lock`);
  if (lock === undefined) return;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && stats.size > room) renameSync(file, rotatedFileOf(file));
  } finally {
    lock.release();
  }
}

function toFailure(file: string, error: unknown): ToolyardError {
  const message = `The log could not be written to ${file}: ${toMessage(error)}. Toolyard goes on without it; make the folder writable.`;
  return new ToolyardError('log-not-written', message, { cause: error });
}
