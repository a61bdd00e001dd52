import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ToolyardError } from '@toolyard/core';
import type { Terminal } from './terminal.ts';

/** Whether a person sits at both ends of the conversation. */
export function canAsk(terminal: Pick<Terminal, 'stdin' | 'stderr'>): boolean {
  // In this order, because looking at stdin opens it.
  return terminal.stderr.isTTY === true && terminal.stdin.isTTY === true;
}

/** How a line is asked for. */
export interface AskOptions {
  /** What is typed is not shown. */
  readonly hidden?: boolean;
  /** Nobody wants the answer any more when it is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * One line from the person; `undefined` where they ended the input or nobody wants it any more, and `interrupted` is
 * thrown where they pressed Ctrl-C. The question goes to stderr.
 */
export async function askLine(
  { stdin, stderr }: Pick<Terminal, 'stdin' | 'stderr'>,
  question: string,
  { hidden = false, signal }: AskOptions = {},
): Promise<string | undefined> {
  // A reader on an input that has ended would never say so.
  if (signal?.aborted === true || stdin.readableEnded) return undefined;
  if (hidden) stderr.write(question);
  const reader = createInterface({
    input: stdin,
    output: hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr,
    terminal: true,
  });
  const ended = new AbortController();
  let isInterrupted = false;
  const close = (): void => reader.close();
  signal?.addEventListener('abort', close);
  reader.once('close', () => ended.abort());
  reader.once('SIGINT', () => {
    isInterrupted = true;
    close();
  });
  try {
    return await reader.question(hidden ? '' : question, { signal: ended.signal });
  } catch {
    // Whatever is written next begins a line of its own.
    if (!hidden) stderr.write('\n');
    if (isInterrupted) throw new ToolyardError('interrupted', 'Interrupted.');
    return undefined;
  } finally {
    if (hidden) stderr.write('\n');
    signal?.removeEventListener('abort', close);
    close();
  }
}

/** Whether the person typed a yes; anything else is a no. */
export async function askYesNo(
  terminal: Pick<Terminal, 'stdin' | 'stderr'>,
  question: string,
  options: Pick<AskOptions, 'signal'> = {},
): Promise<boolean> {
  const answer = await askLine(terminal, `${question} [y/N] `, options);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}
