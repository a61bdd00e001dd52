import { MAX_LINE, toLine } from '@toolyard/core';
import { completeWords, type CompletedCommands } from '../completion/complete-words.ts';
import { readKnown } from '../completion/read-known.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';

/** The hidden command that shells ask: one candidate a line, with what it is after a tab. */
export async function runComplete(
  words: readonly string[],
  commands: CompletedCommands,
  { terminal, surroundings }: CommandContext,
): Promise<number> {
  const found = await completeWords(words, { commands, known: (config) => readKnown(surroundings, config) });
  for (const { word, about } of found) {
    // Half a name is no name.
    if (word.length > MAX_LINE) continue;
    terminal.stdout.write(about === undefined ? `${toLine(word)}\n` : `${toLine(word)}\t${toLine(about)}\n`);
  }
  return EXIT.done;
}
