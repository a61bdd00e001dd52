import { PassThrough } from 'node:stream';
import type { Surroundings } from '@toolyard/host';
import { createProcessSurroundings } from '../src/process/create-process-surroundings.ts';
import { createProcessTerminal } from '../src/process/create-process-terminal.ts';
import { COMMANDS } from '../src/command-table.ts';
import { runToolyard } from '../src/program.ts';

/** What a command printed, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the words of a command to their end in this process, in the surroundings of the process or in others; `input` is piped in. */
export async function runInProcess(
  words: readonly string[],
  changes: Partial<Surroundings> = {},
  input?: string,
): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  const pipe = (name: 'stdout' | 'stderr'): PassThrough =>
    new PassThrough().setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  const stdin = new PassThrough();
  if (input !== undefined) stdin.end(input);
  const context = {
    terminal: { ...createProcessTerminal(), stdin, stdout: pipe('stdout'), stderr: pipe('stderr') },
    surroundings: { ...createProcessSurroundings(), ...changes },
  };
  const code = await runToolyard(words, context, COMMANDS);
  return { code, ...output };
}
