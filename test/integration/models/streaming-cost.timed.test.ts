import type { HttpRequest } from '@toolyard/core';
import { createModel } from '@toolyard/models';
import { createNodeHttpRequester } from '@toolyard/node';
import {
  createFakeClock,
  createFakeRequester,
  createReply,
  MODEL_APIS,
  startCpuClock,
  startModelServer,
  type ModelApi,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import { askModel, toQuestion } from './open-model.ts';

const MOST_MS_PER_KILOBYTE = 5;
const KILOBYTES = 50;

it.each(MODEL_APIS)('a kilobyte that %s streams costs at most 5 ms of processor time', async (api) => {
  // About a token at a time, as providers send it.
  const text = 'word '.repeat(KILOBYTES * 200);
  const { modelId, environment, answer } = await record(api, text);
  const requester = createFakeRequester(() => createReply(200, replay(answer)));
  const model = createModel(modelId, { variable: (name) => environment[name], requester, clock: createFakeClock() });
  await askModel(model, toQuestion('Once, to load everything'));
  const cpuMs = startCpuClock();
  const read = await askModel(model, toQuestion('And again'));
  const ms = cpuMs();
  expect(read.text).toBe(text);
  expect(ms / KILOBYTES).toBeLessThan(MOST_MS_PER_KILOBYTE);
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
  yield* chunks;
}
