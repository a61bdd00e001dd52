/** What writes the lines that wait in each file, for the files in which there are any. */
export const waitingFiles: Set<() => void> = new Set();

/**
 * Writes at once what waits in all line files of this process, for when it exits: asynchronous writes never begin then.
 * A file of its own, so that a program can promise it before it has loaded what writes.
 */
export function writeWaitingLines(): void {
  for (const writeNow of waitingFiles) writeNow();
}
