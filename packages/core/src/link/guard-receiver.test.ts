import { describe, expect, it } from 'vitest';
import { createNotification, createRequest, createResponse, parseFrame, type Frame } from '../frame/frame.ts';
import { createLinkPair } from './create-link-pair.ts';
import { guardReceiver } from './guard-receiver.ts';
import type { Link } from './link.ts';

const DEEP = `{"id":"deep","method":"a","params":${'['.repeat(6000)}${']'.repeat(6000)}}`;

/** A guarded receiver, and the other end of its link. */
function setUp(receive: Parameters<Link['receive']>[0]) {
  const { near, far } = createLinkPair();
  const bugs: unknown[] = [];
  const answers: unknown[] = [];
  far.receive((frame) => void answers.push(JSON.parse(new TextDecoder().decode(frame.bytes))));
  near.receive(guardReceiver(near, receive, (error) => bugs.push(error)));
  return { far, bugs, answers };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe('guardReceiver', () => {
  it.each([
    ['throws', () => fail()],
    ['rejects', () => Promise.resolve().then(fail)],
  ])('answers a request whose receiver %s, and goes on with the next', async (_, receive) => {
    const { far, bugs, answers } = setUp((frame) => (frame.method === 'bad' ? receive() : undefined));
    for (const frame of [createRequest(1, 'bad'), createNotification('bad'), createRequest(2, 'bad')]) {
      void far.send(frame);
    }
    await settled();
    expect(bugs.map(String)).toEqual(['Error: a bug', 'Error: a bug', 'Error: a bug']);
    expect(answers).toEqual([1, 2].map((id) => ({ jsonrpc: '2.0', id, error: INTERNAL })));
  });

  it('does not answer an answer', async () => {
    const { far, bugs, answers } = setUp(() => fail());
    void far.send(createResponse(1, '{}'));
    await settled();
    expect([bugs.length, answers]).toEqual([1, []]);
  });

  it('refuses a request that nobody may act on, and hands on nothing of it', async () => {
    const received: Frame[] = [];
    const { far, bugs, answers } = setUp((frame) => void received.push(frame));
    const deep = parseFrame(new TextEncoder().encode(DEEP));
    if (deep !== undefined) void far.send(deep);
    void far.send(createRequest(2, 'good'));
    await settled();
    expect(received.map(({ id }) => id)).toEqual([2]);
    expect(answers).toMatchObject([{ id: 'deep', error: { code: -32600 } }]);
    expect(bugs).toEqual([]);
  });
});

const INTERNAL = { code: -32603, message: 'Internal error' };

function fail(): never {
  throw new Error('a bug');
}
