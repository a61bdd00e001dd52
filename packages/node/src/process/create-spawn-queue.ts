/** Lets processes begin one after another, in the order in which they were asked for. */
export interface SpawnQueue {
  /** Runs `spawn` when nothing else of the queue is beginning; settles like it. The place is free once the process exists. */
  run<Process>(spawn: () => Promise<Process>): Promise<Process>;
}

/**
 * A queue that leaves the event loop free between two processes.
 *
 * Node waits for the system until a process exists. Forty of them at once would leave every client without an answer, even
 * to a ping, for as long as all of them take together.
 */
export function createSpawnQueue(): SpawnQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(spawn) {
      const spawned = last.then(spawn);
      last = spawned.catch(() => undefined).then(untilLoopTurned);
      return spawned;
    },
  };
}

/** Resolves when the event loop has dealt with all that came in meanwhile. */
function untilLoopTurned(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
