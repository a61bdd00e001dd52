import { createRequest, ToolyardError, type Frame } from '@toolyard/core';
import { createConfiguration, waitUntil, type FakeServerOptions } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { openQuestions } from './open-questions.ts';

const ANSWER = '{"content":[]}';
const REFUSAL =
  'is not started for this session: 2 copies of servers run for sessions already, which is the limit (\\"sessionCopyLimit\\"). Try again when another session has ended, or raise the limit in the configuration.';

async function open(a: Partial<FakeServerOptions> = {}, sessionCopyLimit = 2) {
  const own = { sharing: 'per-session', era: 'legacy' } as const;
  const configuration = createConfiguration({ a: own, b: own }, { sessionCopyLimit, healthCheckMs: 100_000_000 });
  const opened = await openQuestions({ a: { call: () => ANSWER, ...a }, b: { call: () => ANSWER } }, configuration);
  await waitUntil(() => opened.yard.servers().every(({ state }) => state === 'idle'));
  const before = opened.links.all.length;
  return { ...opened, copies: () => opened.links.all.slice(before) };
}

const call = (server: string): [string, object] => ['tools/call', { name: `${server}__work`, arguments: {} }];

it('copies over all sessions and servers have a limit, and one more is refused at once with the reason', async () => {
  const { join, copies } = await open();
  const [one, two] = [await join(), await join()];
  await one.request(...call('a'));
  await one.request(...call('b'));
  const refused = (await two.request(...call('a'))).text('result');
  expect(refused).toContain(`Server \\"a\\" ${REFUSAL}`);
  expect(refused).toContain('"isError":true');
  expect((await one.request(...call('a'))).text('result')).toBe(ANSWER);
  expect(copies()).toHaveLength(2);
});

it('a copy is released when its session ends', async () => {
  const { join, copies } = await open();
  const [one, two] = [await join(), await join()];
  await one.request(...call('a'));
  await one.request(...call('b'));
  await one.leave();
  expect((await two.request(...call('a'))).text('result')).toBe(ANSWER);
  expect((await two.request(...call('b'))).text('result')).toBe(ANSWER);
  expect(copies()).toHaveLength(4);
});

it('one that has not ended yet still counts: the next waits for it', async () => {
  const { join, copies } = await open({}, 1);
  const [one, two] = [await join(), await join()];
  await one.request(...call('a'));
  let letGo: () => void = () => undefined;
  const near = copies()[0]?.pair.near;
  if (near !== undefined) near.close = () => new Promise((resolve) => (letGo = resolve));
  await one.leave();
  const answer = two.request(...call('b'));
  await two.request('ping');
  expect(copies()).toHaveLength(1);
  letGo();
  expect((await answer).text('result')).toBe(ANSWER);
});

it('a copy that crashed is released', async () => {
  const { join, copies } = await open({}, 1);
  const [one, two] = [await join(), await join()];
  await one.request(...call('a'));
  copies()[0]?.pair.breakOff('exited with code 3');
  await copies()[0]?.pair.near.closed;
  expect((await two.request(...call('b'))).text('result')).toBe(ANSWER);
  expect((await one.request(...call('a'))).text('result')).toContain('sessionCopyLimit');
  expect(copies()).toHaveLength(2);
});

it('a copy that did not start is released', async () => {
  const { join, yard, links } = await open({}, 1);
  const client = await join();
  const { start } = links;
  links.start = async () => {
    throw new ToolyardError('server-start-failed', 'no more memory.');
  };
  const frame = createRequest(1, 'prompts/get', { name: 'p' });
  const failed = new Promise<Frame | ToolyardError>((resolve) => {
    const respondent = { session: 's', capabilities: {} };
    const onAnswer = (answer: Frame | ToolyardError): undefined => {
      resolve(answer);
    };
    yard.request('a', { frame, respondent, onAnswer });
  });
  expect(await failed).toMatchObject({ message: expect.stringContaining('did not start: no more memory') });
  links.start = start;
  expect((await client.request(...call('b'))).text('result')).toBe(ANSWER);
});

it('a copy of a call of Toolyard itself gives way once it is not used any more', async () => {
  const { join, yard, copies } = await open({}, 1);
  const { signal } = new AbortController();
  const own = (session: string): Promise<unknown> =>
    yard.caller.call({ tool: 'a:work', arguments: {}, origin: 'person', session }, signal);
  await own('call-1');
  await own('call-2');
  const client = await join();
  expect((await client.request(...call('b'))).text('result')).toBe(ANSWER);
  expect(copies()).toHaveLength(3);
  await expect(own('call-3')).rejects.toMatchObject({ code: 'copy-limit' });
});

it('-1 is any number of copies', async () => {
  const { join, copies } = await open({}, -1);
  for (let n = 0; n < 120; n++) await (await join()).request(...call('a'));
  expect(copies()).toHaveLength(120);
});
