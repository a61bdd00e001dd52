import { describeConfiguration } from '@toolyard/host';
import type { WrittenConfiguration } from '@toolyard/node';
import { askYesNo } from '../terminal/ask.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Shows what a configuration would start and asks whether it may; a question that is taken back is a no. */
export async function askApproval(
  terminal: Pick<Terminal, 'stdin' | 'stderr'>,
  written: WrittenConfiguration,
  signal?: AbortSignal,
): Promise<boolean> {
  showServers(terminal, written);
  return askYesNo(terminal, 'Start these servers from now on?', signal === undefined ? {} : { signal });
}

/** Writes to stderr everything that decides what a configuration would start and where data would go. */
export function showServers({ stderr }: Pick<Terminal, 'stderr'>, written: WrittenConfiguration): void {
  for (const line of describeConfiguration(written)) stderr.write(`${line}\n`);
}
