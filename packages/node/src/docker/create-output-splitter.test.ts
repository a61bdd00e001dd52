import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputSplitter } from './create-output-splitter.ts';

interface Heard {
  stdout: string;
  stderr: string;
  garbage: number;
}

function frame(kind: number, text: string): Buffer {
  const payload = Buffer.from(text, 'latin1');
  const header = Buffer.alloc(8);
  header[0] = kind;
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

function split(chunks: readonly Uint8Array[]): Heard {
  const heard: Heard = { stdout: '', stderr: '', garbage: 0 };
  const splitter = createOutputSplitter({
    onStdout: (bytes) => (heard.stdout += Buffer.from(bytes).toString('latin1')),
    onStderr: (bytes) => (heard.stderr += Buffer.from(bytes).toString('latin1')),
    onGarbage: () => heard.garbage++,
  });
  for (const chunk of chunks) splitter.push(chunk);
  return heard;
}

describe('the splitter of outputs', () => {
  it('gives each output its bytes, however the stream is cut', () => {
    const frames = fc.array(fc.record({ kind: fc.constantFrom(0, 1, 2), text: fc.string({ unit: 'binary' }) }));
    fc.assert(
      fc.property(frames, fc.infiniteStream(fc.integer({ min: 1, max: 20 })), (all, sizes) => {
        const latin = all.map(({ kind, text }) => ({ kind, text: Buffer.from(text).toString('latin1') }));
        const bytes = Buffer.concat(latin.map(({ kind, text }) => frame(kind, text)));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length;) {
          const size = sizes.next().value ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        const wanted = (isStderr: boolean): string =>
          latin.flatMap(({ kind, text }) => ((kind === 2) === isStderr ? [text] : [])).join('');
        expect(split(chunks)).toEqual({ stdout: wanted(false), stderr: wanted(true), garbage: 0 });
      }),
    );
  });

  it('hands on the part of a frame that is there', () => {
    expect(split([frame(1, 'half and half').subarray(0, 12)])).toMatchObject({ stdout: 'half' });
  });

  it.each([
    ['another kind', Buffer.from([3, 0, 0, 0, 0, 0, 0, 1, 65])],
    ['a header without its zeros', Buffer.from('Hello, this is no Docker')],
  ])('tells once of %s, and reads no more', (_what, bytes) => {
    expect(split([frame(1, 'a'), bytes, frame(1, 'b')])).toEqual({ stdout: 'a', stderr: '', garbage: 1 });
  });
});
