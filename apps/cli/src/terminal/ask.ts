import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ToolyardError } from '@toolyard/core';
import type { Host } from '../host/host.ts';

/** Whether a person sits at both ends of the conversation. */
export function canAsk(host: Host): boolean {
  return host.stdin.isTTY === true && host.stderr.isTTY === true;
}

/**
 * One line from the person; `undefined` where they ended the input, and `interrupted` is thrown where they pressed Ctrl-C.
 * The question goes to stderr, and what is typed is not shown where it is `hidden`.
 */
export async function askLine(host: Host, question: string, hidden = false): Promise<string | undefined> {
  if (hidden) host.stderr.write(question);
  const reader = createInterface({
    input: host.stdin,
    output: hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : host.stderr,
    terminal: true,
  });
  const ended = new AbortController();
  let isInterrupted = false;
  reader.once('close', () => ended.abort());
  reader.once('SIGINT', () => {
    isInterrupted = true;
    reader.close();
  });
  try {
    return await reader.question(hidden ? '' : question, { signal: ended.signal });
  } catch {
    if (isInterrupted) throw new ToolyardError('interrupted', 'Interrupted.');
    return undefined;
  } finally {
    if (hidden) host.stderr.write('\n');
    reader.close();
  }
}

/** Whether the person typed a yes; anything else is a no. */
export async function askYesNo(host: Host, question: string): Promise<boolean> {
  const answer = await askLine(host, `${question} [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}
