const followers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `action` once when `signal` is aborted, at once where it is; the returned function takes that back.
 *
 * However many calls share a signal, it gets one listener: hosts warn of a leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  if (signal.aborted) {
    action();
    return () => undefined;
  }
  // Wrapped, since the same action may be given twice.
  const follower = (): void => action();
  const all = followers.get(signal) ?? follow(signal);
  all.add(follower);
  return () => void all.delete(follower);
}

function follow(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>();
  followers.set(signal, all);
  const tellAll = (): void => {
    followers.delete(signal);
    for (const follower of all) if (all.delete(follower)) follower();
  };
  signal.addEventListener('abort', tellAll, { once: true });
  return all;
}
