import { createNotification, createRequest, ToolyardError, type HttpReply } from '@toolyard/core';
import { createReply, createWrittenBody } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerOf, event, messageOf, openFakeLink } from './open-fake-link.ts';

const WAYS = [
  'json',
  'events',
  'events, then rubbish',
  'broken stream',
  'resumed stream',
  'stream that is resumed in vain',
  'status 500',
  'status 400 with the answer',
  'expired session',
  'lost connection',
  'no answer, cancelled',
  'answer on the other stream',
] as const;

type Way = (typeof WAYS)[number];

/** A server that treats each call, by its id, in one of the ways. */
function createServer(ways: readonly Way[]) {
  const notices = createWrittenBody();
  const sessions = new Set<string>();
  const expired = new Set<unknown>();

  function answerCall(id: number, way: Way | undefined): HttpReply {
    const answer = answerOf({ id, method: 'x' });
    const stream = createWrittenBody();
    switch (way) {
      case 'json':
        return createReply(200, answer);
      case 'status 500':
        return createReply(500);
      case 'status 400 with the answer':
        return createReply(400, `{"jsonrpc":"2.0","id":${id},"error":{"code":1,"message":"no"}}`);
      case 'lost connection':
        throw new ToolyardError('connection-lost', 'closed the connection unexpectedly');
      case 'events':
      case 'expired session':
        stream.write(event('{"jsonrpc":"2.0","method":"notifications/message"}'));
        stream.write(event(answer));
        stream.end();
        break;
      case 'events, then rubbish':
        stream.write(event(answer));
        stream.write('data: {"jsonrpc"');
        stream.breakOff();
        break;
      case 'broken stream':
        stream.breakOff();
        break;
      case 'answer on the other stream':
        // A server that forgets a session forgets what it had to say there, too.
        (ways.includes('expired session') ? stream : notices).write(event(answer));
        break;
      case 'no answer, cancelled':
        break;
      default:
        stream.write(`id: ${way} ${id}\ndata: \n\n`);
        stream.breakOff();
    }
    return createReply(200, stream.body);
  }

  function listen(last: string | undefined): HttpReply {
    if (last === undefined) return createReply(200, notices.body);
    const stream = createWrittenBody();
    if (last.startsWith('resumed')) stream.write(event(answerOf({ id: Number(last.split(' ').at(-1)), method: 'x' })));
    stream.end();
    return createReply(200, stream.body);
  }

  return (request: Parameters<typeof messageOf>[0]): HttpReply | undefined => {
    if (request.method === 'GET') return listen(request.headers['last-event-id']);
    if (request.method !== 'POST') return undefined;
    const message = messageOf(request);
    if (message.method === 'initialize') {
      sessions.add(`s${sessions.size + 1}`);
      return createReply(200, answerOf(message), { 'mcp-session-id': `s${sessions.size}` });
    }
    if (message.method !== 'tools/call') return undefined;
    const way = ways[Number(message.id) - 10];
    const isExpired = way === 'expired session' && !expired.has(message.id);
    expired.add(message.id);
    return isExpired ? createReply(404) : answerCall(Number(message.id), way);
  };
}

it('every request gets one answer, whatever the server does to it and to others', async () => {
  const property = fc.asyncProperty(fc.array(fc.constantFrom(...WAYS), { maxLength: 12 }), async (ways) => {
    const { link, shakeHands, received, clock } = await openFakeLink(createServer(ways));
    await shakeHands();
    for (const [index, way] of ways.entries()) {
      void link.send(createRequest(index + 10, 'tools/call'));
      if (way === 'no answer, cancelled') {
        void link.send(createNotification('notifications/cancelled', { requestId: index + 10 }));
      }
    }
    const wanted = ways.flatMap((way, index) => (way === 'no answer, cancelled' ? [] : [index + 10]));
    const answered = (): unknown[] => received.flatMap(({ frame }) => (frame.isResponse ? [frame.id] : []));
    for (let turn = 0; turn < 500 && !wanted.every((id) => answered().includes(id)); turn++) {
      await new Promise((resolve) => void setImmediate(resolve));
      if (turn % 5 === 4) clock.advance(1000);
    }
    await link.close();
    const ids = answered().map(Number);
    expect(ids.toSorted((left, right) => left - right)).toEqual([1, ...wanted]);
    expect(clock.pending).toBe(0);
  });
  await fc.assert(property, { numRuns: 150 });
});
