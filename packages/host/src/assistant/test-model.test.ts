import { startModelServer } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import { testModel, type ModelTest } from './index.ts';

async function test(
  env: Record<string, string>,
  id: string,
  signal = new AbortController().signal,
): Promise<ModelTest> {
  const host = createTestHost('/');
  return testModel({ ...host, surroundings: { ...host.surroundings, env } }, id, signal);
}

it('asks for a word, and says how long it took', async () => {
  const server = await startModelServer('anthropic', [{ text: 'ready' }]);
  onTestFinished(() => server.stop());
  expect(await test(server.environment, server.modelId)).toMatchObject({ ok: true, ms: expect.any(Number) });
  expect(server.requests).toMatchObject([{ tools: [], news: ['Answer with one word: ready'] }]);
});

it('says what is wrong: a key, an address, an id', async () => {
  const server = await startModelServer('anthropic', []);
  onTestFinished(() => server.stop());
  const env = { ...server.environment, ANTHROPIC_API_KEY: 'wrong' };
  expect(await test(env, server.modelId)).toMatchObject({ ok: false, reason: expect.stringContaining('key') });
  expect(await test({}, 'openai/x')).toMatchObject({ ok: false, reason: expect.stringContaining('OPENAI_API_KEY') });
  expect(await test({}, 'x')).toMatchObject({ ok: false, reason: expect.stringContaining('names no provider') });
});

it('ends when it is told to', async () => {
  const server = await startModelServer('anthropic', [{ status: 'silence' }]);
  onTestFinished(() => server.stop());
  const end = new AbortController();
  const tested = test(server.environment, server.modelId, end.signal);
  end.abort(new Error('enough'));
  await expect(tested).rejects.toThrow('enough');
});
