import type { OwnFile } from '@toolyard/host';
import type { Terminal } from '../terminal/terminal.ts';

/** Tells those who write their first file what is not in it. */
export function noteFirstFile({ stderr }: Pick<Terminal, 'stderr'>, { isFirst }: OwnFile): void {
  if (!isFirst) return;
  stderr.write(
    'This file replaces the default configuration, which only has the task list. To keep that: toolyard add tasks --builtin tasks\n',
  );
}
