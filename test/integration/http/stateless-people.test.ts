import { createConfiguration, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../open-test-gateway.ts';
import { ALICE, FORM, retryOf, type Answer } from './open-asking-front.ts';
import { openFront } from './open-front.ts';
import { ENVELOPE, postStateless } from './post-stateless.ts';

const MINUTE = 60_000;
const META = { ...ENVELOPE, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };

/** A server of the handshake era asks a client without a session; all of them live on one clock that stands still. */
async function openAsked() {
  const configuration = createConfiguration({ s: { timeoutMs: 1000 } });
  const opened = openTestGateway({ s: { tools: ['t'], call: () => undefined } }, configuration, false);
  const { gateway, yard, clock, server } = opened;
  const { url } = await openFront({ clock, accept: (link, about) => void gateway.accept(link, about) });
  await waitUntil(() => yard.server('s')?.state === 'running');
  const post = async (id: number, more: object = {}): Promise<Answer> => {
    const params = { name: 's__t', arguments: {}, ...more };
    const answer = await postStateless(url, 'tools/call', { id, params, meta: META });
    return { status: answer.status, ...JSON.parse(await answer.text()) };
  };
  const received = (method: string) => server('s').received.filter((frame) => frame.method === method);
  const first = post(1);
  await waitUntil(() => received('tools/call').length === 1);
  const answer = server('s').ask('elicitation/create', FORM);
  const [call] = received('tools/call');
  /** The server is done. */
  const finish = (): void => {
    if (call !== undefined) server('s').answer(call, { content: [{ type: 'text', text: 'done' }] });
  };
  /** Time goes by, and leaves servers the time to show that they live. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 5000) {
      clock.advance(5000);
      await new Promise((resolve) => void setImmediate(resolve));
    }
  };
  let asked: Answer | undefined;
  void first.then((given) => (asked = given));
  await waitUntil(() => {
    clock.advance(1);
    return asked !== undefined;
  });
  return { pass, post, received, answer, finish, asked: await first };
}

describe('a person who is asked', () => {
  it('may take two minutes, though calls may take a second', async () => {
    const { pass, post, answer, finish, asked } = await openAsked();
    await pass(2 * MINUTE);
    const retried = post(2, retryOf(asked, { 'question-1': ALICE }));
    expect((await answer).value('result')).toEqual(ALICE);
    finish();
    expect(await retried).toMatchObject({ id: 2, result: { content: [{ text: 'done' }], resultType: 'complete' } });
  });

  it('may decline', async () => {
    const { post, answer, finish, asked } = await openAsked();
    const retried = post(2, retryOf(asked, { 'question-1': { action: 'decline' } }));
    expect((await answer).value('result')).toEqual({ action: 'decline' });
    finish();
    expect(await retried).toMatchObject({ id: 2, result: { content: [{ text: 'done' }] } });
  });

  it('may close the laptop, which cancels the call after ten minutes', async () => {
    const { pass, post, received, asked } = await openAsked();
    await pass(9 * MINUTE);
    expect(received('notifications/cancelled')).toEqual([]);
    await pass(2 * MINUTE);
    await waitUntil(() => received('notifications/cancelled').length === 1);
    const late = await post(2, retryOf(asked, { 'question-1': ALICE }));
    expect(late).toMatchObject({ id: 2, error: { code: -32602 } });
  });

  it('may answer twice, and is heard once', async () => {
    const { post, received, answer, finish, asked } = await openAsked();
    const retry = retryOf(asked, { 'question-1': ALICE });
    const retried = post(2, retry);
    expect((await answer).value('result')).toEqual(ALICE);
    const again = await post(3, { ...retry, inputResponses: { 'question-1': { action: 'decline' } } });
    const message = 'The request state was used before. Send the request again without it.';
    expect(again).toMatchObject({ id: 3, error: { code: -32602, message } });
    finish();
    expect(await retried).toMatchObject({ id: 2, result: { content: [{ text: 'done' }] } });
    expect(received('tools/call')).toHaveLength(1);
  });
});
