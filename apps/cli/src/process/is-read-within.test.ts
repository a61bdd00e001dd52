import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { isReadWithin } from './is-read-within.ts';

describe('isReadWithin', () => {
  it('is true when everything has left the stream', async () => {
    const stream = new PassThrough().resume();
    stream.write('text');
    expect(await isReadWithin(stream, 10_000)).toBe(true);
  });

  it('is false when the reader has stopped reading', async () => {
    const stream = new Writable({ write: () => undefined });
    stream.write('text');
    expect(await isReadWithin(stream, 10)).toBe(false);
  });

  it('is true when the reader is gone', async () => {
    const stream = new PassThrough().destroy();
    stream.on('error', () => undefined);
    expect(await isReadWithin(stream, 10_000)).toBe(true);
  });
});
