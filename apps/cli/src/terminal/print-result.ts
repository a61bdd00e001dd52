import { dropSteering, type ToolResult } from '@toolyard/core';
import { makeFolder } from '@toolyard/node';
import { renderResult } from '../call/render-result.ts';
import type { Host } from '../host/host.ts';
import { createScreen } from './create-screen.ts';
import { writeNewFile } from './write-new-file.ts';

/** Prints a result to stdout: texts as they are, everything else as files in `folder`, whose paths are printed. */
export async function printResult(result: ToolResult, host: Host, folder: string): Promise<void> {
  const screen = createScreen(host.stdout, host.env);
  const parts = renderResult(result);
  if (parts.some(({ kind }) => kind === 'file')) prepareFolder(folder, host);
  for (const part of parts) {
    if (part.kind === 'file') screen.line(await writeNewFile(folder, part.suggestedName, part.bytes));
    // A pipe gets the bytes the tool gave; a terminal must not be steered by them.
    else screen.line(screen.isTerminal ? dropSteering(part.text) : part.text);
  }
}

function prepareFolder(folder: string, { stderr }: Host): void {
  const made = makeFolder(folder, 0o777);
  if (made !== undefined) stderr.write(`Made the folder ${folder}\n`);
}
