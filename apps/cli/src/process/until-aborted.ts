/** Resolves when the signal is aborted, and keeps the process alive until then. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  // A timer, because a yard without servers gives the process nothing else to live for.
  const alive = setInterval(() => undefined, 2 ** 30);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  clearInterval(alive);
}
