import { withDeadline, type Yard } from '@toolyard/core';
import { systemClock } from '@toolyard/node';
import type { CommandContext } from '../terminal/command-context.ts';
import { createSpinner } from '../terminal/create-spinner.ts';

/** How long a command waits for servers of which it needs no particular one, in milliseconds. */
export const WAIT_MS = 30_000;

/** Waits until no server (or not the one with `key`) is starting, at most `ms`, and shows on a terminal which ones still are. */
export async function waitForServers(
  yard: Yard,
  { terminal, surroundings }: CommandContext,
  { ms, signal, key }: { readonly ms: number; readonly signal: AbortSignal; readonly key?: string },
): Promise<void> {
  const spinner = createSpinner(terminal.stderr, surroundings.env);
  const show = (): void => {
    const keys = yard.servers().flatMap(({ key, state }) => (state === 'starting' ? [key] : []));
    if (keys.length > 0) spinner.show(`Starting ${keys.join(', ')}`);
  };
  const unsubscribe = yard.on(show);
  show();
  try {
    await withDeadline({ clock: systemClock, ms, signal }, (until) =>
      yard.settled(key === undefined ? { signal: until } : { key, signal: until }),
    );
  } finally {
    unsubscribe();
    spinner.stop();
  }
}
