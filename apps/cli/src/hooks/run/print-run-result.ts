import { dropControlCharacters, isJsonObject, type ToolResult } from '@toolyard/core';
import type { RunRecord } from '@toolyard/hooks';
import { printResult } from '../../call/print-result.ts';
import type { CommandContext } from '../../terminal/command-context.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Prints what a run gave, as `toolyard call` would: the tool's result, or what the program wrote. */
export async function printRunResult({ action, result, text }: RunRecord, context: CommandContext): Promise<void> {
  if (result === undefined) return;
  const isProgram = action === 'custom' || action === 'agent';
  if (isProgram && isJsonObject(result) && text === undefined) {
    const { stdout, stderr } = result;
    if (typeof stdout === 'string') print(context.terminal.stdout, stdout);
    if (typeof stderr === 'string') print(context.terminal.stderr, stderr);
    return;
  }
  await printResult(toToolResult(text ?? result), context, context.surroundings.cwd);
}

function print(stream: Terminal['stdout'], text: string): void {
  stream.write(stream.isTTY === true ? dropControlCharacters(text) : text);
}

/** A record has the value that a tool gave: a text, its blocks where not all of them are texts, or JSON. */
function toToolResult(value: unknown): ToolResult {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  const isBlocks = Array.isArray(value) && value.length > 0 && value.every(isBlock);
  return isBlocks ? { content: value } : { structuredContent: value };
}

function isBlock(value: unknown): boolean {
  return isJsonObject(value) && typeof value['type'] === 'string';
}
