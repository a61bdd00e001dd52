import { createScriptedModel } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { answerSampling, parseSampling, type AskedSampling } from './sampling.ts';

const user = (text: string): object => ({ role: 'user', content: { type: 'text', text } });

describe('parseSampling', () => {
  it('reads messages, one part or several, with the system prompt and the limit', () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const asked = {
      messages: [
        user('Hi'),
        { role: 'assistant', content: [{ type: 'text', text: 'Yes?' }] },
        { role: 'user', content: [image] },
      ],
      systemPrompt: 'Be brief',
      maxTokens: 20.5,
    };
    expect(parseSampling(asked)).toEqual({
      system: 'Be brief',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Yes?' }] },
        { role: 'user', content: [image] },
      ],
      maxTokens: 20,
    });
  });

  it.each([
    [undefined, 'it has no parameters'],
    [{ messages: [], maxTokens: 1 }, 'it has no messages'],
    [
      { messages: [user('Hi')], maxTokens: 1, tools: [] },
      'it wants the model to call tools, which models are not offered here',
    ],
    [{ messages: [user('Hi')] }, 'its "maxTokens" is not a number above 0'],
    [{ messages: [user('Hi')], maxTokens: 0 }, 'its "maxTokens" is not a number above 0'],
    [
      { messages: [{ role: 'system', content: [] }], maxTokens: 1 },
      'one of its messages is neither of the user nor of the assistant',
    ],
    [
      { messages: [{ role: 'user', content: { type: 'audio', data: '', mimeType: 'audio/wav' } }], maxTokens: 1 },
      'one of its messages has audio that models are not asked about here',
    ],
    [
      { messages: [{ role: 'user', content: { type: 'image', data: '', mimeType: 'image/tiff' } }], maxTokens: 1 },
      'one of its messages has a part that models are not asked about here',
    ],
    [{ messages: [{ role: 'user', content: [] }], maxTokens: 1 }, 'one of its messages has no text'],
    [
      { messages: [user('Hi'), { role: 'assistant', content: { type: 'text', text: 'I' } }], maxTokens: 1 },
      'its last message is not one of the user',
    ],
  ])('says why %j cannot be asked', (params, reason) => {
    expect(parseSampling(params)).toBe(reason);
  });
});

describe('answerSampling', () => {
  const asked: AskedSampling = {
    system: 'Be brief',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    maxTokens: 20,
  };
  const signal = new AbortController().signal;

  it('gives what the model says, which was told the limit', async () => {
    const model = createScriptedModel([{ text: 'Hello.' }, { text: 'Hel', ends: 'length' }]);
    const heard: string[] = [];
    const result = {
      role: 'assistant',
      content: { type: 'text', text: 'Hello.' },
      model: model.id,
      stopReason: 'endTurn',
    };
    expect(await answerSampling(model, asked, { signal, onText: (text) => heard.push(text) })).toEqual(result);
    expect(heard.at(-1)).toBe('Hello.');
    expect(model.requests[0]).toMatchObject({ system: 'Be brief', tools: [], maxOutputTokens: 20 });
    const cut = await answerSampling(model, asked, { signal, onText: () => undefined });
    expect(cut.stopReason).toBe('maxTokens');
  });

  it('fails where the model refuses or says nothing, and ends with its signal', async () => {
    const model = createScriptedModel([{ ends: 'refused', text: 'No' }, {}, { ends: 'silence' }]);
    const end = new AbortController();
    for (let turn = 0; turn < 2; turn++) {
      await expect(answerSampling(model, asked, { signal, onText: () => undefined })).rejects.toMatchObject({
        code: 'model-refused',
      });
    }
    const answering = answerSampling(model, asked, { signal: end.signal, onText: () => undefined });
    end.abort(new Error('over'));
    await expect(answering).rejects.toThrow('over');
  });
});
