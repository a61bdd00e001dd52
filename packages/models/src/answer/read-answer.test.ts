import type { LanguageModelV3StreamPart, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { ModelEvent } from '@toolyard/assistant';
import { expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

const USAGE: LanguageModelV3Usage = {
  inputTokens: { total: 3, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function toFinish(
  unified: 'stop' | 'other' | 'error' | 'length' | 'content-filter',
  raw?: string,
): LanguageModelV3StreamPart {
  return { type: 'finish', finishReason: { unified, raw }, usage: USAGE };
}

async function read(...pieces: readonly LanguageModelV3StreamPart[]): Promise<readonly ModelEvent[]> {
  const stream = new ReadableStream<LanguageModelV3StreamPart>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const events: ModelEvent[] = [];
  const reading = { id: 'a/b', metadataKey: 'a', toToolName: (name: string): string => `${name}!` };
  for await (const event of readAnswer(stream, reading)) events.push(event);
  return events;
}

const CALL: LanguageModelV3StreamPart = { type: 'tool-call', toolCallId: '1', toolName: 'x', input: '{"a":1}' };

it('keeps the order of the parts, and with each what the provider wants back', async () => {
  const events = await read(
    { type: 'reasoning-start', id: '0', providerMetadata: { a: { redactedData: 'r' } } },
    { type: 'reasoning-end', id: '0' },
    { type: 'reasoning-start', id: '1' },
    { type: 'reasoning-delta', id: '1', delta: 'Hm' },
    { type: 'reasoning-delta', id: '1', delta: '.', providerMetadata: { a: { signature: 's' } } },
    { type: 'text-start', id: '1', providerMetadata: { a: { itemId: 'i' } } },
    { type: 'text-delta', id: '1', delta: 'So' },
    { type: 'text-end', id: '1' },
    { ...CALL, providerMetadata: { a: { thoughtSignature: 't' } } },
    { type: 'text-delta', id: '2', delta: '' },
    toFinish('stop'),
  );
  expect(events).toEqual([
    { type: 'text', text: 'So' },
    {
      type: 'end',
      reason: 'tool-calls',
      parts: [
        { type: 'reasoning', text: '', provider: { a: { redactedData: 'r' } } },
        { type: 'reasoning', text: 'Hm.', provider: { a: { signature: 's' } } },
        { type: 'text', text: 'So', provider: { a: { itemId: 'i' } } },
        { type: 'tool-call', id: '1', name: 'x!', arguments: { a: 1 }, provider: { a: { thoughtSignature: 't' } } },
      ],
      usage: { inputTokens: 3 },
    },
  ]);
});

it('asks for no call of an answer that was withheld, and for those of one that became too long', async () => {
  expect(await read(CALL, toFinish('content-filter'))).toMatchObject([{ reason: 'refused', parts: [] }]);
  expect(await read(CALL, toFinish('length'))).toMatchObject([{ reason: 'tool-calls', parts: [{ id: '1' }] }]);
});

it.each([
  [[], 'its answer ended in the middle'],
  [[CALL, toFinish('other')], 'its answer ended in the middle'],
  [[toFinish('error', 'MALFORMED_FUNCTION_CALL')], 'its provider ended the answer (MALFORMED_FUNCTION_CALL)'],
])('does not take %j for an answer', async (pieces, why) => {
  await expect(read(...pieces)).rejects.toMatchObject({
    code: 'model-unavailable',
    message: `Model "a/b" gave no whole answer: ${why}. Ask again.`,
  });
});
