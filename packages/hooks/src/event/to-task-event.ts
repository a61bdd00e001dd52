import { maskLine, maskWords, quoteWord } from '@toolyard/core';
import type { NewEvent } from './hook-event.ts';

/** A task that has ended: a build, a test run, whatever a person or an editor started. */
export interface EndedTask {
  /** What people call it; made of the command where absent. */
  readonly name?: string;
  /** The program and its arguments; empty where it is not a program. */
  readonly words: readonly string[];
  /** What a shell was given instead of a program and its arguments. */
  readonly line?: string;
  /** Absent where nobody knows, e.g. because an editor took it away. */
  readonly exitCode?: number;
  /** The signal that ended it, such as `SIGTERM`. */
  readonly signal?: string;
  /** How long it took; absent where its start was not seen. */
  readonly ms?: number;
}

/** In characters; the journal keeps each event whole. */
const MAX_NAME = 200;
const MAX_COMMAND = 10_000;

/** The event that a task has ended. Words of its command that may be secrets are masked. */
export function toTaskEvent({ name, words, line, exitCode, signal, ms }: EndedTask): NewEvent {
  const masked = maskWords(words);
  const command = line === undefined ? masked.map(quoteWord).join(' ') : maskLine(line);
  return {
    name: 'task.ended',
    values: {
      task: cut(name ?? nameTask(masked), MAX_NAME),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(signal === undefined ? {} : { signal }),
      ...(command === '' ? {} : { command: cut(command, MAX_COMMAND) }),
      ...(ms === undefined ? {} : { ms: Math.round(ms) }),
    },
  };
}

/** The program and what stands before its first option: `npm run build` of `/usr/bin/npm run build --watch`. */
function nameTask([program = '', ...args]: readonly string[]): string {
  const option = args.findIndex((word) => word.startsWith('-'));
  const before = option < 0 ? args : args.slice(0, option);
  return [program.split(/[\\/]/).at(-1), ...before].join(' ');
}

function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
