import { writeSync } from 'node:fs';
import { fireAndLeave } from '../hooks/event/fire-and-leave.ts';
import { parseFireWords } from '../hooks/event/parse-fire-words.ts';
import { createProcessSurroundings } from '../process/create-process-surroundings.ts';

/**
 * `toolyard hooks fire --no-wait`, apart from the other commands: git runs it after every commit. False where the words are for the whole
 * command line: those that it explains, and those that lead to an error, which it meets again and reports.
 */
export async function fireAtOnce(words: readonly string[]): Promise<boolean> {
  const options = parseFireWords(words);
  if (options === undefined) return false;
  try {
    await fireAndLeave(options, createProcessSurroundings(), {
      out: (text) => write(1, text),
      err: (text) => write(2, text),
    });
    return true;
  } catch {
    return false;
  }
}

/** Without Node's streams, which would have to be loaded. The event is safe by now, so it is no failure where nobody reads this. */
function write(fd: number, text: string): void {
  if (text === '') return;
  try {
    writeSync(fd, text);
  } catch {
    // The reader is gone.
  }
}
