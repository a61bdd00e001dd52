import type { IncomingMessage } from 'node:http';
import type { Refusal } from './refusal.ts';

/** Reads the whole body of a request; a refusal where it is too large, `undefined` where the client went away. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | Refusal | undefined> {
  const tooLarge: Refusal = {
    status: 413,
    message: `The body is over ${maxBytes} bytes.`,
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(tooLarge);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const take = (part: Buffer): void => {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else {
        request.off('data', take);
        parts.length = 0;
        resolve(tooLarge);
      }
    };
    request.on('data', take);
    request.once('end', () => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts)));
    request.once('close', () => resolve(undefined));
    request.once('error', () => resolve(undefined));
  });
}

/** Reads the rest of a body and drops it, for at most that time; resolves when there is no more to read. */
export function discardBody(request: IncomingMessage, maxMs: number): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxMs);
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', stop);
    request.once('close', stop);
    request.resume();
  });
}
