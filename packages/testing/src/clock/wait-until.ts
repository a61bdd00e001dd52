const LONGEST_PAUSE_MS = 20;

/** Looks again and again, at first after every turn of the event loop, until `isTrue`; fails after `limitMs`. */
export async function waitUntil(isTrue: () => boolean, limitMs = 5000): Promise<void> {
  const end = Date.now() + limitMs;
  // Looking often takes time from what is waited for, so a long wait looks less often.
  for (let pauseMs = 1; !isTrue(); pauseMs = Math.min(pauseMs * 1.2, LONGEST_PAUSE_MS)) {
    if (Date.now() > end) throw new Error(`not true within ${limitMs} ms: ${isTrue.toString()}`);
    await new Promise((resolve) => void setTimeout(resolve, pauseMs));
  }
}
