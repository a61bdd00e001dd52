import type { HttpRequest } from '@toolyard/core';
import { createModel } from '@toolyard/models';
import { createNodeHttpRequester } from '@toolyard/node';
import {
  createFakeClock,
  createReply,
  MODEL_APIS,
  startCpuClock,
  startModelServer,
  type ModelApi,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import { askModel, toQuestion } from './open-model.ts';

const MOST_MS_PER_KILOBYTE = 5;

/**
 * The first answers are spent on compiling the code, and whatever else the machine does makes some of them dearer, for seconds at a time: it
 * is tried for as long as that may last.
 */
const ROUNDS = 200;

it.each(MODEL_APIS)('a kilobyte of text from %s costs at most 5 ms of processor time', async (api) => {
  // A token of five characters at a time. What is around each of them is twenty times as much, and is not counted as text.
  const text = 'word '.repeat(5000);
  const { modelId, environment, answer } = await record(api, text);
  const requester = { request: async () => createReply(200, replay(answer)) };
  const model = createModel(modelId, { variable: (name) => environment[name], requester, clock: createFakeClock() });
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least >= MOST_MS_PER_KILOBYTE; round++) {
    const cpuMs = startCpuClock();
    const read = await askModel(model, toQuestion('Say it again'));
    least = Math.min(least, cpuMs() / (text.length / 1000));
    expect(read.text).toBe(text);
  }
  expect(least).toBeLessThan(MOST_MS_PER_KILOBYTE);
});

/** What a server sends for an answer, so that it can come without a server and its processor time. */
async function record(api: ModelApi, text: string) {
  const { modelId, environment, stop } = await startModelServer(api, [{ text }]);
  const requester = createNodeHttpRequester();
  const answer: Uint8Array[] = [];
  const request = async (sent: HttpRequest) => {
    const reply = await requester.request(sent);
    return { ...reply, body: tap(reply.body, (chunk) => answer.push(chunk)) };
  };
  const model = createModel(modelId, {
    variable: (name) => environment[name],
    requester: { request },
    clock: createFakeClock(),
  });
  await askModel(model, toQuestion('Say it'));
  requester.close();
  await stop();
  return { modelId, environment, answer };
}

async function* tap(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}

async function* replay(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk;
}
