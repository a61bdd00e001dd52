import { ToolyardError } from '@toolyard/core';
import { createModel } from '@toolyard/models';
import { createFakeRequester, createReply, createFakeClock, MODEL_APIS, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { askModel, openModel, toQuestion } from './open-model.ts';

const QUESTION = toQuestion('Hello?');

describe.each(MODEL_APIS)('a failure of %s', (api) => {
  it.each([429, 503, 529])('waits as long as the status %i says, tells people, and asks again', async (status) => {
    const { model, server, clock } = await openModel(api, [{ status, retryAfter: '7' }, { text: 'Now.' }]);
    const notices: string[] = [];
    const onEvent = (event: { type: string; message?: string }): void =>
      void (event.message && notices.push(event.message));
    const asked = askModel(model, QUESTION, { onEvent });
    await waitUntil(() => notices.length === 1 && clock.pending === 1);
    expect(notices[0]).toMatch(/ is busy\. Asking again in 7 s\.$/);
    clock.advance(6999);
    expect(server.requests.length).toBe(1);
    clock.advance(1);
    expect(await asked).toMatchObject({ text: 'Now.', end: { reason: 'stop' } });
    expect(clock.pending).toBe(0);
  });

  it('gives up where it would have to wait too long', async () => {
    const { model } = await openModel(api, [{ status: 429, retryAfter: '61', message: 'Slow down' }]);
    const { error, notices } = await askModel(model, QUESTION);
    expect(notices).toEqual([]);
    expect(error).toMatchObject({ code: 'model-unavailable' });
    expect(toMessage(error)).toBe(`Model "${model.id}" is busy (429): Slow down. Try again later.`);
  });

  it('tries an overloaded provider three times more, and no longer', async () => {
    const { model, server, clock } = await openModel(
      api,
      Array.from({ length: 5 }, () => ({ status: 529, message: 'Overloaded' })),
    );
    let notices = 0;
    const asked = askModel(model, QUESTION, { onEvent: ({ type }) => void (notices += type === 'notice' ? 1 : 0) });
    for (const [index, ms] of [1000, 5000, 15_000].entries()) {
      await waitUntil(() => notices === index + 1 && clock.pending === 1);
      clock.advance(ms);
    }
    expect(await asked).toMatchObject({ error: { code: 'model-unavailable' }, notices: { length: 3 } });
    expect(server.requests.length).toBe(4);
  });

  it('keeps what was said before the provider gave up in the middle', async () => {
    const { model } = await openModel(api, [{ text: 'Half an', ends: 'overload' }]);
    const { text, error, end } = await askModel(model, QUESTION);
    expect([text, end]).toEqual(['Half an', undefined]);
    expect(error).toMatchObject({ code: 'model-unavailable' });
  });

  it.each(['cut', 'silence'] as const)('ends after text that is followed by %s', async (ends) => {
    const { model, server, clock } = await openModel(api, [{ text: 'Half an answer', ends: 'silence' }]);
    let text = '';
    const asked = askModel(model, QUESTION, {
      onEvent: (event) => void (text += event.type === 'text' ? event.text : ''),
    });
    await waitUntil(() => text === 'Half an answer');
    if (ends === 'silence') clock.advance(60_000);
    else server.cut();
    const code = ends === 'cut' ? 'model-unavailable' : 'model-silent';
    expect(await asked).toMatchObject({ text, error: { code } });
    await waitUntil(() => server.connections() === 0);
    expect(clock.pending).toBe(0);
  });

  it('ends a request that gets no answer at all', async () => {
    const { model, server, clock } = await openModel(api, [{ status: 'silence' }]);
    const asked = askModel(model, QUESTION);
    await waitUntil(() => server.requests.length === 1);
    clock.advance(59_999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(toMessage((await asked).error)).toBe(
      `Model "${model.id}" sent nothing for 60 s. Ask again, or choose another model.`,
    );
    await waitUntil(() => server.connections() === 0);
  });

  it.each([{ status: 'cut' }, { text: 'Half', ends: 'cut' }] as const)(
    'says that the connection was cut: %o',
    async (turn) => {
      const { model } = await openModel(api, [turn]);
      const { error } = await askModel(model, QUESTION);
      expect(toMessage(error)).toMatch(
        /^Model "[^"]+" closed the connection unexpectedly \(127\.0\.0\.1:\d+\)\. Ask again, or choose another model\.$/,
      );
    },
  );

  it('stops at once, with the reason of the signal, and closes the connection', async () => {
    const { model, server } = await openModel(api, [{ text: 'Half an answer', ends: 'silence' }]);
    const stop = new AbortController();
    const { error, text } = await askModel(model, QUESTION, {
      signal: stop.signal,
      onEvent: (event) => void (event.type === 'text' && stop.abort('enough')),
    });
    expect(error).toBe('enough');
    expect(text).not.toBe('');
    await waitUntil(() => server.connections() === 0);
  });

  it('closes the connection when nobody reads on', async () => {
    const { model, server, clock } = await openModel(api, [{ text: 'Half an answer', ends: 'silence' }]);
    for await (const event of model.ask(QUESTION, new AbortController().signal)) if (event.type === 'text') break;
    await waitUntil(() => server.connections() === 0);
    expect(clock.pending).toBe(0);
  });

  it('says that a model has no tools, and what to do', async () => {
    const { model } = await openModel(api, [{ status: 400, message: 'registry/model does not support tools' }]);
    const { error } = await askModel(model, QUESTION);
    expect(error).toMatchObject({ code: 'model-refused' });
    expect(toMessage(error)).toContain(
      `Model "${model.id}" cannot call tools. Choose another model, or ask without tools.`,
    );
  });

  it('follows no redirect', async () => {
    const { model } = await openModel(api, [{ status: 302 }]);
    expect(toMessage((await askModel(model, QUESTION)).error)).toMatch(
      /answered with a redirect \(302\)\. Set [A-Z_]+_BASE_URL to the new address\.$/,
    );
  });
});

const WITH_KEY = [
  ['anthropic', 'ANTHROPIC_API_KEY', 'Anthropic'],
  ['openai', 'OPENAI_API_KEY', 'OpenAI'],
  ['google', 'GOOGLE_GENERATIVE_AI_API_KEY', 'Google'],
  ['openai-compatible', 'OPENAI_COMPATIBLE_API_KEY', 'The server'],
] as const;

it.each(WITH_KEY)('names the variable of a wrong key of %s, and never the key', async (api, variable, label) => {
  const key = 'sk-wrong-key-0123456789';
  const { model } = await openModel(api, [], { [variable]: key });
  const { error } = await askModel(model, QUESTION);
  expect(error).toMatchObject({ code: 'model-refused' });
  expect(toMessage(error)).toMatch(
    new RegExp(`was refused by ${label} \\(401\\): Incorrect API key .*\\. Check ${variable}\\.$`),
  );
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('wrong-key');
});

it('says where nobody listens, and which variable says where to ask', async () => {
  const { model } = await openModel('ollama', [], { OLLAMA_BASE_URL: 'http://127.0.0.1:1/api' });
  const { error } = await askModel(model, QUESTION);
  expect(error).toMatchObject({ code: 'model-unavailable' });
  expect(toMessage(error)).toBe(
    'Model "ollama/qwen3" cannot be reached at 127.0.0.1:1: connection refused. Start it, or check OLLAMA_BASE_URL.',
  );
});

it('does not wait where no time helps', async () => {
  const clock = createFakeClock();
  const body = JSON.stringify({
    error: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' },
  });
  const requester = createFakeRequester(() => createReply(429, body));
  const variable = (name: string): string | undefined => (name === 'OPENAI_API_KEY' ? 'test-key' : undefined);
  const model = createModel('openai/gpt-5.1', { variable, requester, clock });
  expect(toMessage((await askModel(model, QUESTION)).error)).toBe(
    'Model "openai/gpt-5.1" is busy (429): You exceeded your current quota. Try again later.',
  );
});

function toMessage(error: unknown): string {
  expect(error).toSatisfy(ToolyardError.is);
  return error instanceof Error ? error.message : '';
}
