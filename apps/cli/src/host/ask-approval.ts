import { describeConfiguration } from '@toolyard/host';
import type { WrittenConfiguration } from '@toolyard/node';
import { askYesNo } from '../terminal/ask.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Shows what a configuration would start and asks whether it may. */
export async function askApproval(
  terminal: Pick<Terminal, 'stdin' | 'stderr'>,
  written: WrittenConfiguration,
): Promise<boolean> {
  showServers(terminal, written);
  return askYesNo(terminal, 'Start these servers from now on?');
}

/** Writes to stderr everything that decides what a configuration would start and where data would go. */
export function showServers({ stderr }: Pick<Terminal, 'stderr'>, written: WrittenConfiguration): void {
  for (const line of describeConfiguration(written)) stderr.write(`${line}\n`);
}
