import { createHmac } from 'node:crypto';
import { ToolyardError } from '@toolyard/core';
import { createHook } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../event/hook-event.ts';
import type { Hook } from '../hook/hook.ts';
import { receiveWebhook, type WebhookDuty } from './receive-webhook.ts';
import type { WebhookAnswer } from './webhook-delivery.ts';

const SECRET = 'hunter2';
const BODY = '{"issue":{"title":"Hello"}}';

function toHook(id: string, changes: Partial<Hook> = {}): Hook {
  return createHook(id, { trigger: { event: 'webhook', secretEnv: 'SECRET' }, ...changes });
}

const HOOKS = [
  toHook('gh'),
  toHook('off', { enabled: false }),
  toHook('unset', { trigger: { event: 'webhook', secretEnv: 'UNSET' } }),
  toHook('fired', { trigger: { event: 'webhook' } }),
  createHook('saved'),
];

interface Fixture {
  readonly entered: NewEvent[];
  readonly duty: WebhookDuty;
}

function createFixture(changes: Partial<WebhookDuty> = {}): Fixture {
  const entered: NewEvent[] = [];
  const known = new Set<string>();
  const duty: WebhookDuty = {
    findHook(id) {
      const hook = HOOKS.find((each) => each.id === id);
      return hook && { hook, source: 'workspace', file: 'f' };
    },
    variable: (name) => (name === 'SECRET' ? SECRET : undefined),
    refusal: async () => undefined,
    async enter(event) {
      entered.push(event);
      const { id = `made-up-${entered.length}` } = event;
      const isKnown = known.has(id);
      known.add(id);
      return { id, isKnown };
    },
    now: () => 0,
    ...changes,
  };
  return { entered, duty };
}

function receive(
  { duty }: Fixture,
  hook: string,
  headers: Record<string, string> = {},
  text = BODY,
): Promise<WebhookAnswer> {
  const signature = `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`;
  const all = { 'content-type': 'application/json', 'x-hub-signature-256': signature, ...headers };
  return receiveWebhook({ hook, headers: all, body: new TextEncoder().encode(text) }, duty);
}

describe('receiveWebhook', () => {
  it('enters an event for the one hook, with its body and what a delivery is about', async () => {
    const made = createFixture();
    const secrets = { authorization: 'Bearer x', cookie: 'c', 'x-gitlab-token': 't' };
    const answer = await receive(made, 'gh', {
      'x-github-event': 'issues',
      'user-agent': 'GitHub-Hookshot',
      ...secrets,
    });
    expect(made.entered).toEqual([
      {
        name: 'webhook',
        id: expect.stringMatching(/^webhook-[0-9a-f]{32}$/),
        values: {
          hook: 'gh',
          data: { issue: { title: 'Hello' } },
          headers: { 'content-type': 'application/json', 'user-agent': 'GitHub-Hookshot', 'x-github-event': 'issues' },
        },
      },
    ]);
    expect(answer).toEqual({ status: 202, body: { event: made.entered[0]?.id } });
  });

  it('takes what it has seen before once, whatever the name of the delivery is', async () => {
    const made = createFixture();
    expect(await receive(made, 'gh', { 'x-github-delivery': '1' })).toMatchObject({ status: 202 });
    expect(await receive(made, 'gh', { 'x-github-delivery': '2' })).toMatchObject({ status: 409 });
    expect(await receive(made, 'gh', {}, '{}')).toMatchObject({ status: 202 });
  });

  it('gives one answer to those who cannot prove who they are, whether there is such a hook or not', async () => {
    const made = createFixture();
    const answers = await Promise.all(
      ['gh', 'off', 'fired', 'saved', 'none', '__proto__'].map((hook) =>
        receive(made, hook, { 'x-hub-signature-256': 'sha256=00' }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1);
    expect(answers.map(({ refused }) => refused)).toEqual([
      'its signature is wrong',
      'its signature is wrong',
      'that hook has no "secretEnv"',
      'that hook has no "secretEnv"',
      'there is no such hook',
      'there is no such hook',
    ]);
    expect(answers[0]?.status).toBe(401);
    expect(made.entered).toEqual([]);
  });

  it('cannot be entered with the secret of nobody', async () => {
    const signature = `sha256=${createHmac('sha256', '').update(BODY).digest('hex')}`;
    for (const hook of ['none', 'fired', 'unset']) {
      expect((await receive(createFixture(), hook, { 'x-hub-signature-256': signature })).status).not.toBe(202);
    }
  });

  it.each([undefined, ''])('serves no hook whose secret is %j, and says why', async (value) => {
    const made = createFixture({ variable: () => value });
    expect(await receive(made, 'unset')).toEqual({
      status: 503,
      body: { error: 'This hook is not served at the moment. See the log of Toolyard.' },
      refused: 'the environment variable UNSET is not set',
    });
    expect(made.entered).toEqual([]);
  });

  it.each([
    ['off', {}, 409, 'This hook does not run: disabled.'],
    ['gh', { refusal: async () => 'not approved' }, 403, 'This hook does not run: not approved.'],
  ])('notes what %s may not run, and lets it be sent again later', async (hook, changes, status, error) => {
    const made = createFixture(changes);
    expect(await receive(made, hook)).toEqual({ status, body: { error } });
    expect(made.entered).toEqual([{ name: 'webhook', values: expect.objectContaining({ hook }) }]);
  });

  it('looks at the body only after the signature', async () => {
    const made = createFixture();
    expect(await receive(made, 'gh', {}, '{')).toMatchObject({ status: 400 });
    expect(await receive(made, 'gh', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    expect(await receive(made, 'gh', { 'x-hub-signature-256': 'sha256=00' }, '{')).toMatchObject({ status: 401 });
    expect(made.entered).toEqual([]);
  });

  it('promises nothing that is not on the disk', async () => {
    const enter = async (): Promise<never> => {
      throw new ToolyardError('state-not-written', 'The disk is full.');
    };
    expect(await receive(createFixture({ enter }), 'gh')).toEqual({
      status: 503,
      body: { error: 'The event could not be taken. Send it again later.' },
      refused: 'The disk is full.',
    });
  });
});
