import type { AnswerPart, ModelRequest } from '@toolyard/assistant';
import { MODEL_APIS } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { askModel, ECHO, openModel, toNextRequest, toQuestion, toUser } from './open-model.ts';

const TEXT = 'Guten Tag, 👋🏽 and „hello" — in pieces.';

describe.each(MODEL_APIS)('a conversation with %s', (api) => {
  it('streams text and says what it cost', async () => {
    const { model, server } = await openModel(api, [{ text: TEXT }]);
    const { text, end, error } = await askModel(model, toQuestion('Hello?'));
    expect(error).toBeUndefined();
    expect(text).toBe(TEXT);
    expect(end).toMatchObject({ reason: 'stop', parts: [{ type: 'text', text: TEXT }] });
    expect(end?.usage).toMatchObject({ inputTokens: 120, outputTokens: 7 });
    if (api !== 'ollama') expect(end?.usage.cachedInputTokens).toBe(100);
    const [request] = server.requests;
    expect(request).toMatchObject({ system: 'Be brief.', tools: ['everything__echo'], news: ['Hello?'] });
  });

  it('asks for calls side by side, and takes their results in any order', async () => {
    const calls = Array.from({ length: 20 }, (_, n) => ({
      tool: 'everything:echo',
      arguments: { message: `„${n}" \\ 👋🏽` },
    }));
    const { model, server } = await openModel(api, [{ text: 'Let me see.', calls }, { text: 'Done.' }]);
    const first = toQuestion('Echo them all');
    const { end } = await askModel(model, first);
    expect(end?.reason).toBe('tool-calls');
    const asked = callsOf(end?.parts);
    expect(asked.map(({ name }) => name)).toEqual(calls.map(({ tool }) => tool));
    expect(asked.map((call) => call.arguments)).toEqual(calls.map((call) => call.arguments));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(20);
    const { text } = await askModel(model, toNextRequest(first, end?.parts ?? []));
    expect(server.mistakes).toEqual([]);
    expect(text).toBe('Done.');
    expect(server.requests[1]?.news).toEqual(asked.map(({ id }) => `result of ${id}`));
  });

  it('gives reasoning back while calls are answered, and over several turns', async () => {
    const calls = [
      { tool: 'everything:echo', arguments: { message: 'a' } },
      { tool: 'everything:echo', arguments: { message: 'b' } },
    ];
    const turn = { reasoning: 'I should look first.', text: 'Looking.', calls };
    const { model, server } = await openModel(api, [
      turn,
      turn,
      { reasoning: 'Enough.', text: 'Done.' },
      { text: 'Yes.' },
    ]);
    let request = toQuestion('Look twice');
    for (let count = 0; count < 2; count++) {
      const { end, error } = await askModel(model, request);
      expect(error).toBeUndefined();
      expect(end?.parts.map(({ type }) => type)).toEqual(['reasoning', 'text', 'tool-call', 'tool-call']);
      request = toNextRequest(request, end?.parts ?? []);
    }
    const last = await askModel(model, request);
    expect(last.text).toBe('Done.');
    expect(last.end?.parts).toMatchObject([{ type: 'reasoning', text: 'Enough.' }, { type: 'text' }]);
    expect(server.mistakes).toEqual([]);
  });

  it('goes on after a call of a tool that was not offered', async () => {
    const { model, server } = await openModel(api, [
      { calls: [{ tool: 'no_such_tool', arguments: {} }] },
      { text: 'Sorry.' },
    ]);
    const first = toQuestion('Try something else');
    const { end } = await askModel(model, first);
    expect(callsOf(end?.parts)).toMatchObject([{ name: 'no_such_tool', arguments: {} }]);
    const { text } = await askModel(model, toNextRequest(first, end?.parts ?? []));
    expect([text, server.mistakes]).toEqual(['Sorry.', []]);
  });

  it('says when an answer became too long', async () => {
    const { model, server } = await openModel(api, [{ text: 'Once upon a', ends: 'length' }]);
    const { end, text } = await askModel(model, toQuestion('A story', { maxOutputTokens: 4321 }));
    expect([end?.reason, text]).toEqual(['length', 'Once upon a']);
    // Each provider has its own name for the limit.
    expect(JSON.stringify(server.requests[0]?.body)).toMatch(
      /"(max_tokens|max_output_tokens|maxOutputTokens|num_predict)":4321\b/,
    );
  });

  it('gives an answer that says nothing, and carries on without it', async () => {
    const { model, server } = await openModel(api, [{}, { text: 'Now.' }]);
    const first = toQuestion('Say nothing');
    const { end, error } = await askModel(model, first);
    expect([error, end?.parts]).toEqual([undefined, []]);
    const messages: ModelRequest['messages'] = [
      ...first.messages,
      { role: 'assistant', content: end?.parts ?? [] },
      toUser('And now?'),
    ];
    expect((await askModel(model, { ...first, messages })).text).toBe('Now.');
    expect(server.mistakes).toEqual([]);
  });

  it('takes a conversation that another provider began', async () => {
    const foreign: readonly AnswerPart[] = [
      { type: 'reasoning', text: 'Signed by somebody else', provider: { elsewhere: { signature: 'abc' } } },
      { type: 'text', text: ' ' },
      { type: 'tool-call', id: 'functions.echo:0', name: 'everything:echo', arguments: { message: 'a' } },
    ];
    const { model, server } = await openModel(api, [{ text: 'Go on.' }]);
    expect((await askModel(model, toNextRequest(toQuestion('Echo a'), foreign))).text).toBe('Go on.');
    expect(server.mistakes).toEqual([]);
    expect(JSON.stringify(server.requests)).not.toContain('Signed by somebody else');
  });

  it('leaves a tool with a broken schema out, says so once, and offers the others', async () => {
    const broken = {
      name: 'odd:tool',
      description: '',
      inputSchema: { type: 'object', properties: { a: { type: 'text' } } },
    };
    const { model, server } = await openModel(api, [{ text: 'One.' }, { text: 'Two.' }]);
    const request = toQuestion('Hello?', { tools: [broken, ECHO] });
    const { notices } = await askModel(model, request);
    expect(notices).toEqual([
      'Tool "odd:tool" is not offered to the model, since its input schema cannot be used: "a" has the unknown type "text".',
    ]);
    expect((await askModel(model, request)).notices).toEqual([]);
    expect(server.requests.map(({ tools }) => tools)).toEqual([['everything__echo'], ['everything__echo']]);
  });
});

const WITH_TEXT = MODEL_APIS.filter((api) => api !== 'google' && api !== 'ollama');

describe.each(WITH_TEXT)('arguments as text, from %s', (api) => {
  it.each(['{"message": "a', 'echo a', '["a"]'])('gives %j as it is, and the conversation goes on', async (text) => {
    const { model, server } = await openModel(api, [
      { calls: [{ tool: 'everything:echo', arguments: text }] },
      { text: 'Again.' },
    ]);
    expect(server.hasArgumentText).toBe(true);
    const first = toQuestion('Echo a');
    const { end } = await askModel(model, first);
    expect(callsOf(end?.parts)).toMatchObject([{ name: 'everything:echo', arguments: text }]);
    expect((await askModel(model, toNextRequest(first, end?.parts ?? []))).text).toBe('Again.');
    expect(server.mistakes).toEqual([]);
  });
});

it.each(MODEL_APIS.filter((api) => api !== 'ollama'))('says when %s withheld an answer', async (api) => {
  const { model } = await openModel(api, [{ text: 'I cannot.', ends: 'refused' }]);
  const { end } = await askModel(model, toQuestion('Something bad'));
  expect(end).toMatchObject({ reason: 'refused', parts: [{ type: 'text', text: 'I cannot.' }] });
});

it('says what an answer cost where the provider does', async () => {
  const { model } = await openModel('openai-compatible', [{ text: 'Cheap.', cost: 0.0012 }]);
  expect((await askModel(model, toQuestion('How much?'))).end?.usage.cost).toBe(0.0012);
});

function callsOf(parts: readonly AnswerPart[] = []) {
  return parts.filter((part) => part.type === 'tool-call');
}
