import type { Frame } from '@toolyard/core';

const END = Buffer.from('\n\n');

/** A message, which is one line as all frames are, as one event of a stream. */
export function encodeEvent({ bytes }: Frame, id?: string): Buffer {
  const head = Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: `);
  return Buffer.concat([head, bytes, END]);
}
