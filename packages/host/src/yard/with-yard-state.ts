import type { Log } from '@toolyard/core';
import type { LogFile } from '@toolyard/node';
import type { Host } from '../ports/host.ts';
import { stateStoreOf, type KeptMemory } from '../state/state-store.ts';
import type { YardPlace } from './locate-yard.ts';
import { openYardLog } from './open-yard-log.ts';

/** What a yard of this process writes down. */
export interface YardState {
  readonly log: LogFile;
  readonly memory: KeptMemory;
  /** Resolves when all of it is written, or was found impossible to write. */
  flush(): Promise<void>;
}

/** Opens the state of a yard for `start`; where that starts none, all is written before this settles, since the process may end then. */
export async function withYardState<Started>(
  host: Pick<Host, 'surroundings' | 'state' | 'clock' | 'notify'>,
  { place, shown }: { readonly place: YardPlace; readonly shown: Log },
  start: (state: YardState) => Promise<Started>,
): Promise<Started> {
  const log = openYardLog(place, { shown, clock: host.clock });
  const memory = await stateStoreOf(host).openMemory(place, ({ message }) => log.write('warning', message));
  async function flush(): Promise<void> {
    // The log last: it says what could not be remembered.
    await memory.flush();
    await log.flush();
  }
  let started: Started | undefined;
  try {
    started = await start({ log, memory, flush });
    return started;
  } finally {
    if (started === undefined) await flush();
  }
}
