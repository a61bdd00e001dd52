/** Looks again after every turn of the event loop until `isTrue`, and fails after `limitMs`. */
export async function waitUntil(isTrue: () => boolean, limitMs = 5000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`not true within ${limitMs} ms: ${isTrue.toString()}`);
    await new Promise((resolve) => void setTimeout(resolve, 2));
  }
}
