import type { Link } from '@toolyard/core';
import { serveEngine, type Entered, type HookEngine, type NewEvent } from '@toolyard/hooks';
import { hostYard } from '@toolyard/node';
import { createDoorway } from '../yard/create-doorway.ts';

/** The right to run the hooks of a workspace, which one process at a time has. */
export interface HeldEngine {
  /** Lets others reach the engine, also those that came before it was there. */
  serve(engine: HookEngine): void;
  /** Resolves when nothing runs and nothing comes in; who comes after that is left for the next engine. */
  becomeQuiet(): Promise<void>;
  /** Takes nothing any more that comes from others. */
  turnAway(): void;
  /** Gives the right away; whoever is connected is told by the end of the link, and tries again. */
  release(): Promise<void>;
}

/** Takes the right; `undefined` where another process has it. It has to be held before the journal is opened. */
export async function holdEngine(path: string): Promise<HeldEngine | undefined> {
  const doorway = createDoorway();
  const socket = await hostYard({ path, onLink: (link) => doorway.enter(link) });
  if (socket === undefined) return undefined;
  let guests: Guests | undefined;
  let released: Promise<void> | undefined;
  return {
    serve(engine) {
      const own = createGuests(engine);
      guests = own;
      doorway.open((link) => own.welcome(link));
    },
    becomeQuiet: async () => guests?.becomeQuiet(),
    turnAway: () => guests?.turnAway(),
    release: () => (released ??= socket.close()),
  };
}

interface Guests extends Pick<HeldEngine, 'becomeQuiet' | 'turnAway'> {
  welcome(link: Link): void;
}

/** Between "nothing runs" and the end of an engine no event may be taken, since nobody would run it. */
function createGuests(engine: HookEngine): Guests {
  const served = new Set<ReturnType<typeof serveEngine>>();
  const entering = new Set<Promise<Entered>>();
  let isClosed = false;

  async function enter(events: readonly NewEvent[]): Promise<Entered> {
    // Not refused: its link ends soon, and then it is entered elsewhere.
    if (isClosed) return new Promise(() => undefined);
    const entered = engine.enter(events).finally(() => entering.delete(entered));
    entering.add(entered);
    return entered;
  }

  return {
    welcome(link) {
      const guest = serveEngine(link, { enter });
      served.add(guest);
      void link.closed.then(() => served.delete(guest));
    },
    turnAway: () => void (isClosed = true),
    async becomeQuiet() {
      do {
        await Promise.all([...served].map((guest) => guest.answered()));
        await engine.idle();
      } while (entering.size > 0);
      isClosed = true;
    },
  };
}
