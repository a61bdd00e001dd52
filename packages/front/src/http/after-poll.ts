let turn: Promise<void> | undefined;

/**
 * Resolves when the event loop has polled: for those who were called by the poll when it has read all connections, for
 * those who run after it when the next one has. All who wait go on together and in their order, so what many requests
 * send on to one server leaves in one write, which would cost more than all else for each of them.
 */
export function afterPoll(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
