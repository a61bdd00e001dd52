import { dropSteering, type ToolResult } from '@toolyard/core';
import type { Surroundings } from '@toolyard/host';
import { makeFolder } from '@toolyard/node';
import { renderResult } from '../call/render-result.ts';
import type { Terminal } from './terminal.ts';
import { createScreen } from './create-screen.ts';
import { writeNewFile } from './write-new-file.ts';

/** Prints a result to stdout: texts as they are, everything else as files in `folder`, whose paths are printed. */
export async function printResult(
  result: ToolResult,
  host: Pick<Terminal, 'stdout' | 'stderr'> & Pick<Surroundings, 'env'>,
  folder: string,
): Promise<void> {
  const screen = createScreen(host.stdout, host.env);
  const parts = renderResult(result);
  if (parts.some(({ kind }) => kind === 'file')) prepareFolder(folder, host);
  for (const part of parts) {
    if (part.kind === 'file') screen.line(await writeNewFile(folder, part.suggestedName, part.bytes));
    // A pipe gets the bytes the tool gave; a terminal must not be steered by them.
    else screen.line(screen.isTerminal ? dropSteering(part.text) : part.text);
  }
}

function prepareFolder(folder: string, { stderr }: Pick<Terminal, 'stderr'>): void {
  const made = makeFolder(folder, 0o777);
  if (made !== undefined) stderr.write(`Made the folder ${folder}\n`);
}
