import { ToolyardError } from '@toolyard/core';
import { askYesNo, canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Tone } from '../terminal/create-screen.ts';
import { maskLines } from './mask-lines.ts';
import { renderDiff } from './render-diff.ts';

/** A change of a client's file that a person has to see first. */
export interface ClientChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The way to the servers inside the file. */
  readonly path: readonly string[];
  /** The value of `--yes`. */
  readonly yes: boolean;
}

const TONES: Readonly<Record<string, Tone>> = { '+': 'good', '-': 'bad' };

/** Shows the difference and asks; throws `usage` where nobody can be asked. */
export async function confirmChange(
  { terminal, surroundings }: CommandContext,
  change: ClientChange,
): Promise<boolean> {
  const { file, before, after, path, yes } = change;
  const screen = createScreen(terminal.stderr, surroundings.env);
  for (const line of maskLines(renderDiff(file, before, after), [before, after], path)) {
    const tone = TONES[line[0] ?? ''];
    screen.line(tone === undefined ? line : screen.paint(tone, line));
  }
  if (yes) return true;
  if (canAsk(terminal)) return askYesNo(terminal, 'Write this?');
  throw new ToolyardError('usage', `Nothing was written. Add --yes to change ${file}.`);
}
