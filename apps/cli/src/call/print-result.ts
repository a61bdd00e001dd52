import { dropControlCharacters, type ToolResult } from '@toolyard/core';
import { makeFolder } from '@toolyard/node';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { renderToolResult } from './render-tool-result.ts';
import { writeNewFile } from './write-new-file.ts';

/** Prints a result to stdout: texts as they are, everything else as files in `folder`, whose paths are printed. */
export async function printResult(
  result: ToolResult,
  { terminal, surroundings }: CommandContext,
  folder: string,
): Promise<void> {
  const screen = createScreen(terminal.stdout, surroundings.env);
  const parts = renderToolResult(result);
  if (parts.some(({ kind }) => kind === 'file')) prepareFolder(folder, terminal);
  for (const part of parts) {
    if (part.kind === 'file') screen.line(await writeNewFile(folder, part.suggestedName, part.bytes));
    // A pipe gets the bytes the tool gave; a terminal must not be steered by them.
    else screen.line(screen.isTerminal ? dropControlCharacters(part.text) : part.text);
  }
}

function prepareFolder(folder: string, { stderr }: Pick<CommandContext['terminal'], 'stderr'>): void {
  const made = makeFolder(folder, 0o777);
  if (made !== undefined) stderr.write(`Created the folder ${folder}\n`);
}
