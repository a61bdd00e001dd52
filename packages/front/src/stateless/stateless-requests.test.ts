import { createRequest, createResponse, type Frame, type Link } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { assert, constantFrom, array, asyncProperty, nat, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StatelessReply } from './stateless-reply.ts';
import { StatelessRequests } from './stateless-requests.ts';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

/** A client of one request, which notes what it gets. */
class FakeReply implements StatelessReply {
  readonly answers: Frame[] = [];
  leave: () => void = () => undefined;

  write(): undefined {}

  answer(frame: Frame): undefined {
    this.answers.push(frame);
  }

  keepAlive(): void {}

  onGone(listener: () => void): void {
    this.leave = () => {
      if (this.answers.length === 0) listener();
    };
  }

  get result(): Readonly<Record<string, unknown>> {
    return { ...Object(this.answers[0]?.value('result')) };
  }

  get error(): Readonly<Record<string, unknown>> {
    return { ...Object(this.answers[0]?.value('error')) };
  }
}

/** Requests that are asked once at once, and answered with what they got. */
function setUp({ maxParked = 1000, maxParkedBytes = 1_000_000 } = {}) {
  const clock = createFakeClock();
  const links: { link: Link; ended: boolean; refusals: number; refusal: string; asks(): void; finish(): void }[] = [];
  const requests = new StatelessRequests({
    clock,
    limits: { parkedMs: 600_000, maxParked, maxParkedBytes },
    toToolId: () => undefined,
    audit: () => undefined,
    accept(link) {
      let questions = 0;
      const served: (typeof links)[number] = {
        link,
        ended: false,
        refusals: 0,
        refusal: '',
        asks: () => void link.send(createRequest(`q${++questions}`, 'elicitation/create', { message: 'Who?' })),
        finish: () => void link.send(createResponse(1, '{"done":true}')),
      };
      links.push(served);
      void link.closed.then(() => (served.ended = true));
      link.receive((frame) => {
        if (!frame.isResponse || frame.span('error') === undefined) return undefined;
        served.refusals += 1;
        served.refusal = frame.text('error') ?? '';
        return undefined;
      });
    },
  });
  const call = (params: object = {}): FakeReply => {
    const reply = new FakeReply();
    const frame = createRequest(1, 'tools/call', { name: 't', ...params, _meta: META });
    expect(requests.serve({ id: 1, frame, reply, credentials: '', requestId: '' })).toBeUndefined();
    return reply;
  };
  return { clock, links, requests, call };
}

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('lets 1,000 requests wait and no more, and lets all go when their time is over', async () => {
  const { clock, links, requests, call } = setUp();
  const replies: FakeReply[] = [];
  while (replies.length < 1000) {
    replies.push(call());
    links.at(-1)?.asks();
    // The fake clock gets slow with many timers.
    if (replies.length % 100 === 0) clock.advance(10);
  }
  expect(replies.every(({ result }) => result['resultType'] === 'input_required')).toBe(true);
  expect([requests.size, clock.pending]).toEqual([0, 1]);
  const late = call();
  links.at(-1)?.asks();
  clock.advance(10);
  await settle();
  expect([late.answers.length, links.at(-1)?.refusals]).toEqual([0, 1]);
  clock.advance(600_000);
  await settle();
  expect(links.filter(({ ended }) => ended)).toHaveLength(1000);
  expect(call({ requestState: replies[0]?.result['requestState'] }).error).toMatchObject({ code: -32602 });
  await requests.closeAll();
  expect([requests.size, clock.pending]).toEqual([0, 0]);
});

it('lets each request go when its own time is over', async () => {
  const { clock, links, call } = setUp();
  for (const waited of [0, 300_000]) {
    clock.advance(waited);
    call();
    links.at(-1)?.asks();
    clock.advance(10);
  }
  clock.advance(300_000);
  await settle();
  expect(links.map(({ ended }) => ended)).toEqual([true, false]);
  clock.advance(300_000);
  await settle();
  expect(links.map(({ ended }) => ended)).toEqual([true, true]);
});

it('answers each response once, whatever servers and clients do in which order', async () => {
  const step = record({
    does: constantFrom('call', 'ask', 'finish', 'leave', 'retry', 'retry-empty', 'wait', 'expire'),
    at: nat(5),
  });
  await assert(
    asyncProperty(array(step, { maxLength: 40 }), async (steps) => {
      const { clock, links, requests, call } = setUp({ maxParked: 3 });
      const replies: FakeReply[] = [];
      for (const { does, at } of steps) {
        const link = links[at % Math.max(1, links.length)];
        const reply = replies[at % Math.max(1, replies.length)];
        const requestState = reply?.result['requestState'];
        if (does === 'call') replies.push(call());
        else if (does === 'ask') link?.asks();
        else if (does === 'finish') link?.finish();
        else if (does === 'leave') reply?.leave();
        else if (does === 'wait') clock.advance(10);
        else if (does === 'expire') clock.advance(600_000);
        else if (requestState !== undefined) {
          const inputResponses = does === 'retry' ? { 'question-1': { action: 'decline' } } : {};
          replies.push(call({ requestState, inputResponses }));
        }
        await settle();
      }
      await requests.closeAll();
      await settle();
      const counts = replies.map(({ answers }) => answers.length);
      expect(Math.max(0, ...counts)).toBeLessThanOrEqual(1);
      // Those that have none went away.
      expect(replies.filter(({ answers }) => answers.length === 0).length).toBeLessThanOrEqual(
        steps.filter(({ does }) => does === 'leave').length,
      );
      expect([requests.size, clock.pending, links.every(({ ended }) => ended)]).toEqual([0, 0, true]);
    }),
  );
});

it('asks 100 things at once and no more', async () => {
  const { clock, links, call } = setUp();
  const reply = call();
  for (let count = 0; count < 150; count++) links[0]?.asks();
  clock.advance(10);
  await settle();
  expect(Object.keys(Object(reply.result['inputRequests']))).toHaveLength(100);
  expect(links[0]?.refusals).toBe(50);
});

describe('what requests that wait hold together', () => {
  const pad = (bytes: number): object => ({ arguments: { pad: 'p'.repeat(bytes) } });
  const FULL = 'Requests of 10000 bytes are waiting for answers from clients, which is the limit.';

  function ask(opened: ReturnType<typeof setUp>, params: object): FakeReply {
    const reply = opened.call(params);
    opened.links.at(-1)?.asks();
    opened.clock.advance(10);
    return reply;
  }

  it('has a limit, whatever their number, and what comes back makes room', async () => {
    const opened = setUp({ maxParkedBytes: 10_000 });
    const replies = [ask(opened, pad(4000)), ask(opened, pad(4000)), ask(opened, pad(4000))];
    await settle();
    expect(replies.map(({ result }) => result['resultType'])).toEqual(['input_required', 'input_required', undefined]);
    expect(opened.links.map(({ refusal }) => refusal)).toEqual(['', '', expect.stringContaining(FULL)]);
    const [first] = replies;
    opened.call({
      ...pad(4000),
      requestState: first?.result['requestState'],
      inputResponses: { 'question-1': { action: 'decline' } },
    });
    expect(ask(opened, pad(4000)).result['resultType']).toBe('input_required');
  });

  it('counts an answer that comes before its client; one that is too large is an error then', async () => {
    const opened = setUp({ maxParkedBytes: 10_000 });
    for (const bytes of [5000, 20_000]) {
      const { result } = ask(opened, {});
      const at = opened.links.at(-1);
      void at?.link.send(createResponse(1, JSON.stringify({ text: 'x'.repeat(bytes) })));
      const back = opened.call({ requestState: result['requestState'] });
      if (bytes === 5000) expect(back.result['text']).toHaveLength(5000);
      else expect(back.error).toMatchObject({ code: -32603, message: expect.stringContaining('too large to keep') });
    }
  });

  it('counts questions that come while it waits, and refuses those that are too large', async () => {
    const opened = setUp({ maxParkedBytes: 10_000 });
    ask(opened, {});
    const at = opened.links.at(-1);
    void at?.link.send(createRequest('large', 'elicitation/create', { message: 'x'.repeat(20_000) }));
    await settle();
    expect(at?.refusal).toContain('already use all the memory they may');
  });
});
