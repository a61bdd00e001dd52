import type { IncomingMessage } from 'node:http';
import { createByteList } from '@toolyard/core';
import type { Refusal } from './refusal.ts';

/** Reads the whole body of a request; a refusal where it is too large, `undefined` where the client went away. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | Refusal | undefined> {
  const tooLarge: Refusal = {
    status: 413,
    message: `The body is over ${maxBytes} bytes.`,
    // What the client still sends is not read, so the connection is of no further use.
    headers: { connection: 'close' },
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(tooLarge);
  return new Promise((resolve) => {
    const body = createByteList();
    request.on('data', (part: Buffer) => {
      if (body.size + part.length > maxBytes) {
        request.pause();
        resolve(tooLarge);
      } else body.add(part);
    });
    request.once('end', () => resolve(body.join()));
    request.once('close', () => resolve(undefined));
    request.once('error', () => resolve(undefined));
  });
}
