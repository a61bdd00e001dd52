let waiting: (() => void)[] = [];

function runAll(): void {
  const actions = waiting;
  waiting = [];
  for (const action of actions) action();
}

/**
 * Runs an action when everything was read that the connections had for this turn of the event loop, together with the
 * others of it, in their order. What many requests send on to one server then leaves in one write, which would cost more
 * than all else for each of them.
 */
export function afterPoll(action: () => void): void {
  if (waiting.push(action) === 1) setImmediate(runAll);
}
