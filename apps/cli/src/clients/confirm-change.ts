import { ToolyardError } from '@toolyard/core';
import { askYesNo, canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Tone } from '../terminal/create-screen.ts';
import { maskLines } from './mask-lines.ts';
import { renderEntryDiff } from './render-entry-diff.ts';
import type { EntryPath } from './take-out-entry.ts';

/** A change of a client's file that a person has to see first. */
export interface ClientChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The way to the entry inside the file. */
  readonly path: EntryPath;
  /** What else becomes of the file. */
  readonly note?: string | undefined;
  /** The value of `--yes`. */
  readonly yes: boolean;
}

const TONES: Readonly<Record<string, Tone>> = { '+': 'good', '-': 'bad' };

/** Shows the difference and asks; throws `usage` where nobody can be asked. */
export async function confirmChange(
  { terminal, surroundings }: CommandContext,
  change: ClientChange,
): Promise<boolean> {
  const { file, before, after, path, note, yes } = change;
  const screen = createScreen(terminal.stderr, surroundings.env);
  for (const line of maskLines(renderEntryDiff(file, path, before, after), [before, after], path.slice(0, -1))) {
    const tone = TONES[line[0] ?? ''];
    screen.line(tone === undefined ? line : screen.paint(tone, line));
  }
  if (note !== undefined) screen.line(note);
  if (yes) return true;
  if (canAsk(terminal)) return askYesNo(terminal, 'Write this change?');
  throw new ToolyardError('usage', `Nothing was written. Add --yes to change ${file}.`);
}
