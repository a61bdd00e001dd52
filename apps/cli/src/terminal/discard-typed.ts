import { setTimeout } from 'node:timers/promises';
import type { Terminal } from './terminal.ts';

const SETTLE_MS = 20;

/** Drops the lines that were typed before a question is shown, so that they answer nothing. */
export async function discardTyped({ stdin }: Pick<Terminal, 'stdin'>): Promise<void> {
  const drop = (): void => undefined;
  stdin.on('data', drop);
  // What lies in a terminal comes when it is read, and nothing says that there is no more of it.
  await setTimeout(SETTLE_MS);
  stdin.off('data', drop);
  stdin.pause();
}
