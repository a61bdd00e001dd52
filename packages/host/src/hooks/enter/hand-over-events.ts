import { VERSION } from '@toolyard/core';
import { createHookEngineClient, ENGINE_PROTOCOL, type NewEvent } from '@toolyard/hooks';
import { joinYard, systemClock } from '@toolyard/node';
import { meetRunning } from '../../lifetime/meet-running.ts';

/**
 * Hands events over to the engine at a path; gives those that it did not take in time. It may still take them later, and knows by their
 * ids that they are the same. Never rejects.
 */
export async function handOverEvents<Event extends NewEvent>(
  path: string,
  events: readonly Event[],
  withinMs: number,
): Promise<readonly Event[]> {
  const taken = new Set<NewEvent>();
  const leave = new AbortController();
  const limit: { stop?: () => void } = {};
  const late = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    limit.stop = () => clearTimeout(timer);
  });
  await Promise.race([enterAll(path, events, { signal: leave.signal, onTaken: (event) => taken.add(event) }), late]);
  limit.stop?.();
  leave.abort();
  return events.filter((event) => !taken.has(event));
}

interface Handing {
  readonly signal: AbortSignal;
  onTaken(event: NewEvent): void;
}

/** Resolves when all are taken, or when no more can be. */
async function enterAll(path: string, events: readonly NewEvent[], { signal, onTaken }: Handing): Promise<void> {
  const link = await joinYard(path).catch(() => undefined);
  if (link === undefined) return;
  const own = { version: VERSION, protocol: ENGINE_PROTOCOL };
  // One of another version is not talked about: what it does not understand waits for the next one.
  const hearer = { notify: () => undefined };
  const client = createHookEngineClient(link, systemClock, (about) => meetRunning({ name: path, about }, own, hearer));
  const entered = events.map(
    (event) =>
      new Promise<void>((resolve) => {
        const take = (): void => {
          onTaken(event);
          resolve();
        };
        void client.enter(event, signal, take).then(take, () => resolve());
      }),
  );
  await Promise.all(entered);
  // The other side may hang, and nothing is expected from it any more.
  void link.close();
}
