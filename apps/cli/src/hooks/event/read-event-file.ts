import { resolve } from 'node:path';
import { ToolyardError, toVisibleLine } from '@toolyard/core';
import { parseEventFile, type GivenEvent } from '@toolyard/hooks';
import { refuseFindings, toFinding } from '@toolyard/host/hooks';
import { readTextFile } from '@toolyard/node';
import type { CommandContext } from '../../terminal/command-context.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The name for stdin in the place of a file. */
const STDIN = '-';
/** More than the longest event that is read. */
const MAX_BYTES = 134_217_728;

/**
 * The event of a file, or of stdin for `-`. Throws `usage` where there is no such file, and `config-invalid` with a line `FILE:LINE:COLUMN: $.path: …`
 * for everything that is wrong with it.
 */
export async function readEventFile(file: string, { terminal, surroundings }: CommandContext): Promise<GivenEvent> {
  const isStdin = file === STDIN;
  const path = isStdin ? '(stdin)' : resolve(surroundings.cwd, file);
  const parsed = parseEventFile(isStdin ? await readInput(terminal) : await readGiven(path));
  if ('event' in parsed) return parsed.event;
  refuseFindings(parsed.problems.map((problem) => toFinding(path, problem)));
  throw new Error('A wrong event file was not refused');
}

async function readGiven(path: string): Promise<string> {
  const read = await readTextFile(path);
  if (read.kind === 'text') return read.text;
  const reason = read.kind === 'missing' ? 'it does not exist' : read.reason;
  throw new ToolyardError('usage', `The event file ${toVisibleLine(path)} was not read: ${reason}.`);
}

async function readInput({ stdin }: Terminal): Promise<string> {
  if (stdin.isTTY === true) {
    throw new ToolyardError(
      'usage',
      'Nothing is piped into stdin. Name a file with --event FILE, or pipe an event in.',
    );
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > MAX_BYTES) throw new ToolyardError('usage', `The event on stdin is over ${MAX_BYTES} bytes long.`);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
