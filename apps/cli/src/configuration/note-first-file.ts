import type { OwnFile } from '@toolyard/host';
import type { Terminal } from '../terminal/terminal.ts';

/** Tells those who write their first file what is not in it. */
export function noteFirstFile({ stderr }: Pick<Terminal, 'stderr'>, { isFirst }: OwnFile): void {
  if (!isFirst) return;
  stderr.write('The task list that runs without a file is not in it. To keep it: toolyard add tasks --builtin tasks\n');
}
