import { createFakeClock } from '@toolyard/testing';
import { assert, asyncProperty, json } from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openTestBackend, TEST_TOKENS } from '../../test/open-test-backend.ts';

const HEADERS = {
  authorization: `Bearer ${TEST_TOKENS[0]}`,
  'x-user-id': 'ann',
  'content-type': 'application/json',
};

it.each([
  ['over a byte that starts nothing', [0xff]],
  ['over half a character', [0xc3]],
  ['in a form that is longer than needed', [0xc0, 0xaf]],
  ['over half a surrogate pair', [0xed, 0xa0, 0x80]],
])('refuses a body that is no UTF-8 %s', async (_what, bytes) => {
  const { backend, store } = openTestBackend(createFakeClock());
  onTestFinished(() => backend.close());
  const { port } = await backend.listen({ host: '127.0.0.1', port: 0 });
  const body = Buffer.concat([Buffer.from('{"title":"a'), Buffer.from(bytes), Buffer.from('b"}')]);
  const answer = await fetch(`http://127.0.0.1:${port}/tasks`, { method: 'POST', headers: HEADERS, body });
  expect([answer.status, await answer.json()]).toMatchObject([400, { detail: 'The body is not valid UTF-8.' }]);
  expect((await store.summary('ann')).total).toBe(0);
});

it.each([
  ['{"title":"first","title":"second"}'],
  ['{"title":"first" , "t\\u0069tle"\n:\t"second"}'],
  ['{"title":"x","tags":[{"a":1},{"a":1,"b":{"c":1,"c":2}}]}'],
])('refuses %s, where one reader sees another value than the next', async (text) => {
  const { send } = openTestBackend(createFakeClock());
  const { status, json } = await send('POST', '/tasks', { text });
  expect([status, json]).toMatchObject([400, { detail: 'The body has a duplicate key in one object.' }]);
});

it.each([
  ['{"title":"title: \\"title\\":","description":"{\\"title\\":1,\\"title\\":2}"}'],
  ['\ufeff{"title":"Grüße 👋","tags":["title","title2"]}'],
])('takes %s', async (text) => {
  const { send } = openTestBackend(createFakeClock());
  expect((await send('POST', '/tasks', { text })).status).toBe(201);
});

it('finds no name twice in what was written from a value', async () => {
  const { send } = openTestBackend(createFakeClock());
  await assert(
    asyncProperty(json(), async (text) => {
      const reply = await send('POST', '/tasks', { text: `{"value":${text}}` });
      expect(JSON.stringify(reply.json)).not.toContain('twice');
    }),
  );
});
