/** Lets processes begin one after another, in the order in which they were asked for. */
export interface SpawnQueue {
  /** Runs `spawn` when nothing else of the queue is beginning; settles like it, once those that wait have begun too. */
  run<Process>(spawn: () => Promise<Process>): Promise<Process>;
}

/** For so many milliseconds, at most, a process that exists waits for others to begin. */
const MOST_HELD_MS = 1000;

interface Begun {
  readonly at: number;
  handOut(): void;
}

/**
 * A queue that leaves the event loop free between two processes.
 *
 * Node waits for the system until a process exists. Forty of them at once would leave every client without an answer, even
 * to a ping, for as long as all of them take together.
 *
 * Nobody works with a process while others are to begin, since that makes these expensive: for each of them the system copies
 * the page tables of all memory in use, some milliseconds for a hundred megabytes, and afterwards the first write to every page is a
 * fault. Most programs take longer to start than they are held back here.
 */
export function createSpawnQueue(mostHeldMs: number = MOST_HELD_MS): SpawnQueue {
  const waiting: (() => void)[] = [];
  const begun: Begun[] = [];
  let isTurning = false;

  function takeTurn(): void {
    const [first] = begun;
    const isHeldLong = first !== undefined && performance.now() - first.at > mostHeldMs;
    const begin = isHeldLong ? undefined : waiting.shift();
    if (begin === undefined) begun.shift()?.handOut();
    else begin();
    isTurning = waiting.length > 0 || begun.length > 0;
    if (isTurning) setImmediate(takeTurn);
  }

  return {
    run(spawn) {
      return new Promise((resolve) => {
        waiting.push(() => {
          const spawned = spawn();
          // It may fail before it is handed out.
          spawned.catch(() => undefined);
          begun.push({ at: performance.now(), handOut: () => resolve(spawned) });
        });
        if (isTurning) return;
        isTurning = true;
        setImmediate(takeTurn);
      });
    },
  };
}
