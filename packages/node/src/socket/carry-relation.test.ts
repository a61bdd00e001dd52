import {
  createLinkPair,
  createNotification,
  createRequest,
  parseFrame,
  type Frame,
  type RequestId,
} from '@toolyard/core';
import { assert, asyncProperty, integer, json as anyJson, oneof, option, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryRelation } from './carry-relation.ts';

const textOf = (frame: Frame): string => new TextDecoder().decode(frame.bytes);

/** Sends one frame over a pair whose wire is one channel. */
async function carry(frame: Frame, relatedTo?: RequestId): Promise<{ text: string; relatedTo: unknown; wire: string }> {
  const [here, there] = [createLinkPair(), createLinkPair()];
  let wire = '';
  here.far.receive((sent) => {
    wire = textOf(sent);
    return there.near.send(sent);
  });
  const received = new Promise<{ text: string; relatedTo: unknown }>((resolve) => {
    carryRelation(there.far).receive((got, related) => {
      resolve({ text: textOf(got), relatedTo: related });
      return undefined;
    });
  });
  void carryRelation(here.near).send(frame, relatedTo);
  return { ...(await received), wire };
}

describe('a link that carries relations', () => {
  it('takes along what a frame is related to, and leaves the frame as it was', async () => {
    const frame = createRequest(1, 'roots/list', { a: '}' });
    expect(await carry(frame, 'r"7')).toEqual({
      text: textOf(frame),
      relatedTo: 'r"7',
      wire: `${textOf(frame).slice(0, -1)},"relatedTo":"r\\"7"}`,
    });
  });

  it('does not touch what is related to nothing', async () => {
    const frame = createNotification('n', { relatedTo: 3 });
    expect(await carry(frame)).toEqual({ text: textOf(frame), relatedTo: undefined, wire: textOf(frame) });
  });

  it('takes it along with a message that has such a member itself', async () => {
    const frame = parseFrame(new TextEncoder().encode('{"id":1,"relatedTo":{},"method":"roots/list"}'));
    if (frame === undefined) throw new Error('no frame');
    const { wire, relatedTo } = await carry(frame, 7);
    expect(parseFrame(new TextEncoder().encode(wire))?.method).toBe('roots/list');
    expect(relatedTo).toBe(7);
  });

  it('gives every message back byte for byte', async () => {
    const ids = oneof(string(), integer());
    await assert(
      asyncProperty(anyJson(), option(ids, { nil: undefined }), ids, async (json, relatedTo, id) => {
        const text = `{ "jsonrpc":"2.0", "id":${JSON.stringify(id)},"method":"m","params":{"x":${json}} }`;
        const frame = parseFrame(new TextEncoder().encode(text));
        if (frame === undefined) throw new Error(text);
        expect(await carry(frame, relatedTo)).toMatchObject({ text, relatedTo });
      }),
    );
  });
});
