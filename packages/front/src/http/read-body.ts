import type { IncomingMessage } from 'node:http';
import type { Refusal } from './refusal.ts';

/** Reads the whole body of a request; a refusal where it is too large, `undefined` where the client went away. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | Refusal | undefined> {
  const tooLarge: Refusal = {
    status: 413,
    message: `The body is over ${maxBytes} bytes.`,
    // What the client still sends is not read, so the connection is of no further use.
    headers: { connection: 'close' },
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(tooLarge);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxBytes) {
        request.pause();
        resolve(tooLarge);
      } else parts.push(part);
    });
    request.once('end', () => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts)));
    request.once('close', () => resolve(undefined));
    request.once('error', () => resolve(undefined));
  });
}
