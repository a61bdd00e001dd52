import { onAbort } from '@toolyard/core';

/** The same in every copy of this module: a plugin that is reloaded brings a new one along. */
const ENDINGS = Symbol.for('toolyard.endings');

/**
 * Lets whoever opens the same thing in this process wait until this one has ended: a plugin that is reloaded starts anew
 * while its former self is still ending. `name` says what it is, such as its socket.
 */
export async function endAs(name: string, end: () => Promise<void>): Promise<void> {
  const endings = endingsOfProcess();
  const ending = end();
  // A former self that could not end well is not there any more all the same; one before it may take longer.
  const ended = Promise.all([endings.get(name), ending.catch(() => undefined)]);
  endings.set(name, ended);
  void ended.then(() => endings.get(name) === ended && endings.delete(name));
  await ending;
}

/**
 * Resolves when nothing of that name is ending in this process any more, or when `signal` is aborted: whoever is being ended under
 * that name itself would wait forever.
 */
export async function untilEnded(name: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
  const endings = endingsOfProcess();
  let stopFollowing = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (stopFollowing = onAbort(signal, resolve)));
  for (let ending = endings.get(name); ending !== undefined && !signal.aborted; ending = endings.get(name)) {
    await Promise.race([ending, aborted]);
  }
  stopFollowing();
}

function endingsOfProcess(): Map<string, Promise<unknown>> {
  const known: unknown = Reflect.get(globalThis, ENDINGS);
  if (known instanceof Map) return known;
  const endings = new Map<string, Promise<unknown>>();
  Reflect.set(globalThis, ENDINGS, endings);
  return endings;
}
