import type { IncomingMessage } from 'node:http';
import { createByteList } from '@toolyard/core';
import type { Refusal } from './refusal.ts';

/** Reads the whole body of a request; a refusal where it is too large, `undefined` where the client went away. */
export function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | Refusal | undefined> {
  const toTooLarge = (): Refusal => ({ status: 413, message: `The body is over ${maxBytes} bytes.` });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(toTooLarge());
  return new Promise((resolve) => {
    const body = createByteList();
    const take = (part: Buffer): void => {
      if (body.size + part.length <= maxBytes) body.add(part);
      else {
        request.off('data', take);
        body.clear();
        resolve(toTooLarge());
      }
    };
    request.on('data', take);
    // Only the first of these counts, and it costs more to take the others off than to leave them.
    const giveUp = (): void => resolve(undefined);
    request.on('end', () => resolve(body.join()));
    request.on('close', giveUp);
    request.on('error', giveUp);
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
