let turn: Promise<void> | undefined;

/**
 * Resolves when everything was read that the connections had for this turn of the event loop, for all who wait at once
 * and in their order. What many requests send on to one server then leaves in one write, which would cost more than all
 * else for each of them.
 */
export function polled(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
