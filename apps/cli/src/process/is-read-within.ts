import type { Writable } from 'node:stream';

/** Whether all that was written to the stream has left it within `ms`; false where its reader has stopped reading. */
export function isReadWithin(stream: Writable, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(false), ms);
    stream.write('', () => {
      clearTimeout(limit);
      resolve(true);
    });
  });
}
