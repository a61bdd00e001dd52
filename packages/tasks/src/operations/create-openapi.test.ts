import { readFileSync } from 'node:fs';
import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeTaskStore } from '../../test/create-fake-task-store.ts';
import { createOpenapi } from './create-openapi.ts';
import { openTestBackend } from '../../test/open-test-backend.ts';
import { OPERATIONS } from './operations.ts';

describe('the description of the backend', () => {
  it('is what the file holds; run "npm run schema" where it is not', () => {
    const file = new URL('../../schema/openapi.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(createOpenapi('0.1.0'))));
  });

  it('is served with the version of the program', async () => {
    const { send } = openTestBackend(createFakeClock());
    const { json, headers } = await send('GET', '/openapi.json');
    expect(json).toEqual(JSON.parse(JSON.stringify(createOpenapi('1.2.3'))));
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('tells that writes take an Idempotency-Key, which clients look for before they repeat one', () => {
    const text = JSON.stringify(createOpenapi('1'));
    const writes = OPERATIONS.filter(({ access }) => access === 'tasks:write');
    expect(text.split('"#/components/parameters/Idempotency-Key"')).toHaveLength(writes.length + 1);
  });

  it('closes every object that it describes', () => {
    const open: string[] = [];
    JSON.stringify(createOpenapi('1'), (key, value: unknown) => {
      const isObject = typeof value === 'object' && value !== null && 'type' in value && value.type === 'object';
      if (isObject && !('additionalProperties' in value)) open.push(key);
      return value;
    });
    expect(open).toEqual([]);
  });

  it('is a page for people too, which loads nothing', async () => {
    const { send } = openTestBackend(createFakeClock());
    const { body, headers } = await send('GET', '/docs');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    for (const { id, method, path } of OPERATIONS) {
      expect(body).toContain(`<section id="${id}"><h2><code>${method} ${path}</code></h2>`);
    }
    expect(body).not.toMatch(/<script|https?:\/\/|@import|url\(/);
  });
});

describe('an answer', () => {
  it('holds nothing that is not described, whatever the store gives', async () => {
    const clock = createFakeClock();
    const store = createFakeTaskStore(clock);
    const { send } = openTestBackend(clock, {
      store: {
        ...store,
        async get(user, id) {
          const task = await store.get(user, id);
          return task === undefined ? undefined : { ...task, password_hash: 'secret' };
        },
      },
    });
    await send('POST', '/tasks', { body: { title: 'x' } });
    const reply = await send('GET', '/tasks/1');
    expect(reply.status).toBe(200);
    expect(reply.body).not.toContain('secret');
  });
});
