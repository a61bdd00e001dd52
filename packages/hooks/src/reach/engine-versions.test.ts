import { createLinkPair, createNotification, createResponse, ToolyardError, type LinkPair } from '@toolyard/core';
import { createFakeClock, waitUntil } from '@toolyard/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewEvent } from '../event/hook-event.ts';
import { createHookEngineClient } from './create-hook-engine-client.ts';
import { serveEngine } from './serve-engine.ts';

const EVENT: NewEvent = { name: 'manual', values: {}, id: 'event-1' };
const ABOUT = { version: '0.2.0', protocol: 1, pid: 7 };
const forever = (): AbortSignal => new AbortController().signal;

let pair: LinkPair;
let entered: NewEvent[];
beforeEach(() => {
  pair = createLinkPair();
  entered = [];
});

function serve(about?: typeof ABOUT): void {
  const enter = async (events: readonly NewEvent[]) => {
    entered.push(...events);
    return { ended: Promise.resolve([]) };
  };
  serveEngine(pair.far, { enter }, about);
}

describe('an engine and a client of any version', () => {
  it('says who runs it before an event is handed over', async () => {
    serve(ABOUT);
    const heard: unknown[] = [];
    const client = createHookEngineClient(pair.near, createFakeClock(), (about) => heard.push(about, entered.length));
    expect(await client.enter(EVENT, forever())).toEqual([]);
    expect(heard).toEqual([ABOUT, 0]);
    expect(entered).toEqual([EVENT]);
  });

  it('hands an event over to an engine that is too old to say who runs it', async () => {
    serve();
    const heard: unknown[] = [];
    const client = createHookEngineClient(pair.near, createFakeClock(), (about) => heard.push(about));
    expect(await client.enter(EVENT, forever())).toEqual([]);
    expect([heard, entered]).toEqual([[undefined], [EVENT]]);
  });

  it('hands no event over to an engine that is refused', async () => {
    serve(ABOUT);
    const refusal = new ToolyardError('version-mismatch', 'no');
    const client = createHookEngineClient(pair.near, createFakeClock(), () => {
      throw refusal;
    });
    for (let time = 0; time < 2; time++) await expect(client.enter(EVENT, forever())).rejects.toBe(refusal);
    expect(entered).toEqual([]);
  });

  it('takes an event from a client that does not ask', async () => {
    serve(ABOUT);
    expect(await createHookEngineClient(pair.near, createFakeClock()).enter(EVENT, forever())).toEqual([]);
  });

  it('has not entered an event where the engine never says who runs it', async () => {
    const asked: unknown[] = [];
    pair.far.receive(({ method }) => void asked.push(method));
    const clock = createFakeClock();
    const client = createHookEngineClient(pair.near, clock, () => undefined);
    const stop = new AbortController();
    const stopped = client.enter(EVENT, stop.signal);
    const silent = client.enter(EVENT, forever());
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'interrupted', message: 'The event was not fired.' });
    clock.advance(60_000);
    await expect(silent).rejects.toMatchObject({
      code: 'call-timeout',
      message: 'The running engine of this workspace did not accept the event within 60 s. Stop it, then try again.',
    });
    // What was given up before is not sent when the answer comes all the same.
    void pair.far.send(createResponse('about', JSON.stringify(ABOUT)));
    const late = client.enter(EVENT, forever());
    await waitUntil(() => asked.length > 1);
    void pair.far.send(createNotification('hooks/taken', { request: 3 }));
    void pair.far.send(createResponse(3, '{"records":[]}'));
    expect(await late).toEqual([]);
    expect(asked).toEqual(['hooks/about', 'hooks/enter']);
  });
});
