import {
  CONTROL_EVENT,
  CONTROL_METHODS,
  createErrorResponse,
  createNotification,
  createResponse,
  DEFAULT_SETTINGS,
  ToolyardError,
  type CallRecord,
  type Frame,
  type Link,
  type JsonRpcError,
  type LinkEnd,
  type Pressure,
  type RequestId,
  type ServerState,
  type ServerStatus,
} from '@toolyard/core';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createJoinedYard } from './create-joined-yard.ts';

const status = (key: string, state: ServerState): ServerStatus => ({ key, state, tools: 0, failures: 0 });

const record: CallRecord = {
  id: 'y-1',
  tool: 'a:t',
  server: 'a',
  toolName: 't',
  origin: 'person',
  session: 'person',
  status: 'executing',
  submittedAt: 1,
  retryAttempt: 0,
  maxRetries: 3,
};
const ended: CallRecord = { ...record, status: 'success', completedAt: 2 };

/** A link whose other side is the test, which hands on messages in one go as a stream does. */
function openByHand() {
  let receiver: (frame: Frame) => Pressure = () => undefined;
  let finish: (end: LinkEnd) => void = () => undefined;
  const asked: Frame[] = [];
  const link: Link = {
    closed: new Promise((resolve) => (finish = resolve)),
    close: async () => finish({ expected: true, reason: 'was closed' }),
    send: (frame) => void asked.push(frame),
    receive: (given) => void (receiver = given),
  };
  const take = async (method: string): Promise<RequestId> => {
    await waitUntil(() => asked.some((frame) => frame.method === method));
    const [question] = asked.splice(
      asked.findIndex((frame) => frame.method === method),
      1,
    );
    return question?.id ?? 0;
  };
  const takeQuestion = async (method: string): Promise<(result: unknown) => Frame> => {
    const id = await take(method);
    return (result) => createResponse(id, JSON.stringify(result));
  };
  const toState = (servers: readonly ServerStatus[], history: readonly CallRecord[] = []) => ({
    servers,
    configuration: { servers: [], settings: DEFAULT_SETTINGS },
    calls: { active: [], history, stopped: false },
  });
  return {
    link,
    /** What was sent and not taken yet. */
    asked,
    takeQuestion,
    toState,
    /** Answers the next question of a method with an error. */
    refuse: async (method: string, error: JsonRpcError): Promise<void> =>
      void receiver(createErrorResponse(await take(method), error)),
    hand: (...frames: readonly Frame[]): void => frames.forEach((frame) => void receiver(frame)),
    event: (event: object): Frame => createNotification(CONTROL_EVENT, { event }),
    breakOff: () => finish({ expected: false, reason: 'was killed' }),
  };
}

async function openJoined(servers: readonly ServerStatus[], lists: object = {}) {
  const byHand = openByHand();
  const { link, takeQuestion, hand, toState } = byHand;
  const joining = createJoinedYard(link);
  hand((await takeQuestion(CONTROL_METHODS.follow))({}));
  const refresh = async (next: readonly ServerStatus[], nextLists: object): Promise<void> => {
    hand((await takeQuestion(CONTROL_METHODS.state))(toState(next)));
    hand((await takeQuestion(CONTROL_METHODS.catalogue))(nextLists));
  };
  await refresh(servers, lists);
  return { ...byHand, refresh, yard: await joining };
}

describe('what comes close together', () => {
  it('leaves the newest state of a server, not the one that an answer was made from before', async () => {
    const { yard, takeQuestion, hand, event, toState } = await openJoined([status('a', 'disabled')]);
    const enabling = yard.enable('a');
    hand((await takeQuestion(CONTROL_METHODS.enable))({}));
    const state = (await takeQuestion(CONTROL_METHODS.state))(toState([status('a', 'starting')]));
    hand(state, event({ type: 'server-changed', status: status('a', 'running') }));
    hand((await takeQuestion(CONTROL_METHODS.catalogue))({}));
    await enabling;
    expect(yard.server('a')?.state).toBe('running');
  });

  it('counts a call once that ended before an answer was made', async () => {
    const { yard, takeQuestion, hand, event, toState } = await openJoined([status('a', 'running')]);
    const told: string[] = [];
    yard.on(({ type }) => told.push(type));
    yard.calls.on(({ type }) => told.push(type));
    hand(event({ type: 'catalogue-changed', kind: 'tools', server: 'a' }));
    const state = (await takeQuestion(CONTROL_METHODS.state))(toState([status('a', 'running')], [ended]));
    hand(event({ type: 'call-changed', call: record }), event({ type: 'call-changed', call: ended }), state);
    hand((await takeQuestion(CONTROL_METHODS.catalogue))({}));
    await waitUntil(() => told.length === 3);
    expect(yard.calls.history()).toEqual([ended]);
    expect(yard.calls.active()).toEqual([]);
    expect(told).toEqual(['catalogue-changed', 'call-changed', 'call-changed']);
  });

  it('asks once for many changes, and tells of them when they can be seen', async () => {
    const { yard, refresh, hand, event } = await openJoined([status('a', 'running'), status('b', 'running')]);
    const seen: number[] = [];
    yard.on(() => seen.push(yard.catalogue.list('tools').length));
    hand(...['a', 'b', 'a'].map((server) => event({ type: 'catalogue-changed', kind: 'tools', server })));
    const tools = [
      ['a', '{"name":"t"}'],
      ['b', '{"name":"t"}'],
    ];
    await refresh([status('a', 'running'), status('b', 'running')], { tools });
    await waitUntil(() => seen.length === 3);
    expect(seen).toEqual([2, 2, 2]);
  });
});

it('forgets what a server offered that left the configuration', async () => {
  const tools = [['a', '{"name":"t"}']];
  const { yard, refresh, hand, event } = await openJoined([status('a', 'running')], { tools });
  expect(yard.catalogue.find('tools', 'a:t')).toBeDefined();
  hand(event({ type: 'configuration-changed' }));
  await refresh([status('b', 'running')], { tools: [['b', '{"name":"u"}']] });
  await waitUntil(() => yard.server('a') === undefined);
  expect(yard.catalogue.list('tools').map((entry) => entry.id)).toEqual(['b:u']);
  expect(yard.catalogue.find('tools', 'a:t')).toBeUndefined();
});

it('has no calls to stop when the yard is gone', async () => {
  const { yard, breakOff } = await openJoined([]);
  const stopping = yard.calls.stop();
  breakOff();
  await yard.ended;
  await stopping;
  await yard.calls.stop();
  await yard.calls.resume();
  await yard.calls.continueSession('note');
  await yard.calls.resetSession('note');
  await yard.calls.noteRefusal({ tool: 'a:t', origin: 'person' }, new ToolyardError('tool-not-found', 'none'));
  await expect(yard.calls.sessionUse('note')).rejects.toMatchObject({ code: 'connection-lost' });
});

it('changes nothing when the yard is gone, and ends no call but with an error', async () => {
  const { yard, breakOff } = await openJoined([status('a', 'starting')]);
  const call = (): Promise<unknown> =>
    yard.caller.call({ tool: 'a:t', arguments: {}, origin: 'person' }, new AbortController().signal);
  const open = expect(call()).rejects.toMatchObject({ code: 'connection-lost' });
  breakOff();
  await yard.ended;
  await open;
  await expect(call()).rejects.toMatchObject({ code: 'server-unavailable' });
  const asking = [yard.enable('a'), yard.disable('a'), yard.about()];
  await Promise.all(asking.map((one) => expect(one).rejects.toMatchObject({ code: 'connection-lost' })));
  await yard.settled({ signal: new AbortController().signal });
  await yard.end();
  expect(yard.servers()).toMatchObject([{ key: 'a', state: 'starting' }]);
});

describe('what the other process refuses', () => {
  const why = new ToolyardError('tool-not-found', 'none');

  it('is nothing to it where that process is too old to know the method', async () => {
    const { yard, refuse } = await openJoined([]);
    const unknown = { code: -32601, message: 'What is that?' };
    const asking = Promise.all([yard.about(), yard.calls.noteRefusal({ tool: 'a:t', origin: 'person' }, why)]);
    await refuse(CONTROL_METHODS.about, unknown);
    await refuse(CONTROL_METHODS.refused, unknown);
    expect(await asking).toEqual([undefined, undefined]);
  });

  it('is an error otherwise, whatever its text', async () => {
    const { yard, refuse } = await openJoined([]);
    const broken = { code: -32603, message: 'Method not found: in a text' };
    const asking = [yard.about(), yard.calls.noteRefusal({ tool: 'a:t', origin: 'person' }, why)];
    const rejected = Promise.all(asking.map((one) => expect(one).rejects.toThrow(broken.message)));
    await refuse(CONTROL_METHODS.about, broken);
    await refuse(CONTROL_METHODS.refused, broken);
    await rejected;
  });
});

it.each<[told: unknown, about: object | undefined]>([
  ['x', undefined],
  [[], undefined],
  [null, undefined],
  [{}, { program: 'toolyard' }],
  [{ program: 1, pid: 'x', version: 1, url: [], isBackground: 'yes', links: null, more: 1 }, { program: 'toolyard' }],
  [
    { program: 'p', pid: 1, protocol: 2, links: 3 },
    { program: 'p', pid: 1, protocol: 2, links: 3 },
  ],
])('takes of what another version tells about itself what it understands: %j', async (told, about) => {
  const { yard, takeQuestion, hand } = await openJoined([]);
  const asking = yard.about();
  hand((await takeQuestion(CONTROL_METHODS.about))(told));
  expect(await asking).toEqual(about && { isBackground: false, links: 1, ...about });
});

it('sends no call that was given up before', async () => {
  const { yard, asked } = await openJoined([]);
  const stopped = yard.caller.call({ tool: 'a:t', arguments: {}, origin: 'person' }, AbortSignal.abort());
  await expect(stopped).rejects.toMatchObject({ code: 'call-cancelled' });
  expect(asked).toEqual([]);
});
