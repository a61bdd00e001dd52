import {
  createRedactor,
  toIsoTime,
  toMessage,
  ToolyardError,
  type Clock,
  type Log,
  type LogLevel,
} from '@toolyard/core';
import { createLineFile } from './create-line-file.ts';
import type { LogLine } from './parse-log-line.ts';

/** Where and how a log is kept. */
export interface LogFileOptions {
  readonly file: string;
  readonly clock: Clock;
  /** Values that no line may hold; see `secretsOf`. */
  readonly secrets: readonly string[];
  /** Gets the same lines at once, without secrets too. */
  readonly shown?: Log;
  /** The file is moved aside before it grows over this; 5 MB where absent. */
  readonly maxBytes?: number;
  /** Told once when writing fails, and again only after it worked in between. */
  onFailure(error: ToolyardError): void;
}

/** A log in a file. */
export interface LogFile extends Log {
  /** Takes what is hidden out of a text. */
  redact(text: string): string;
  /** Hides these values too from now on, e.g. those of a configuration that was edited. */
  hide(secrets: readonly string[]): void;
  /** Resolves when every line is written, or was found impossible to write. */
  flush(): Promise<void>;
}

/** Appends JSON lines for the user alone, without secrets; `write` neither waits nor throws, however slow the disk is. */
export function createLogFile(options: LogFileOptions): LogFile {
  const { file, clock, shown, maxBytes, onFailure } = options;
  let { secrets } = options;
  let redact = createRedactor(secrets);
  const lines = createLineFile({
    file,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    toLossLine: (lost) => toLine('warning', `${lost} lines of the log were lost: the disk was too slow.`),
    onFailure: (error) => onFailure(toFailure(file, error)),
  });

  function toLine(level: LogLevel, text: string, server?: string): string {
    const at = toIsoTime(clock.now());
    const line: LogLine = { at, level, ...(server !== undefined && { server }), text };
    return JSON.stringify(line);
  }

  return {
    write(level, text, server) {
      const redacted = redact(text);
      lines.add(toLine(level, redacted, server));
      shown?.write(level, redacted, server);
    },
    redact: (text) => redact(text),
    hide(more) {
      secrets = [...new Set([...secrets, ...more])];
      redact = createRedactor(secrets);
    },
    flush: () => lines.flush(),
  };
}

function toFailure(file: string, error: unknown): ToolyardError {
  const message = `The log could not be written to ${file}: ${toMessage(error)}. Toolyard continues without it; make the folder writable.`;
  return new ToolyardError('log-not-written', message, { cause: error });
}
