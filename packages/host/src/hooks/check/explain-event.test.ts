import type { ServerStatus } from '@toolyard/core';
import { exampleCall, exampleHook } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { explainEvent, type EventExplanation, type ExplainOptions } from './explain-event.ts';
import type { ResolvedApproval } from '../trust/resolve-approvals.ts';

const action = exampleCall([
  { toolParam: 'text', source: 'context', value: 'path' },
  { toolParam: 'token', source: 'literal', value: 'hunter2' },
]);
const approved: ResolvedApproval = { known: exampleHook({ action }), approval: 'approved', servers: [], hash: '' };

function yardWith(status: Partial<ServerStatus>): ExplainOptions['yard'] {
  return {
    server: (key) => (key === 'chat' ? { key, state: 'running', tools: 1, failures: 0, ...status } : undefined),
  };
}

async function explain(
  resolved: ResolvedApproval,
  { yard, schema, keys = ['chat'] }: { yard?: ExplainOptions['yard']; schema?: unknown; keys?: string[] } = {},
): Promise<EventExplanation | undefined> {
  const redact = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replace('hunter2', '***'));
  const event = { name: 'file.saved', context: { path: 'a.md' } } as const;
  const known = { hooks: [{ ...resolved, redact }], keys, mayStart: true, redact };
  const explained = await explainEvent(event, known, { yard, findSchema: () => schema });
  return explained[0];
}

describe('explainEvent', () => {
  it('shows the arguments without secrets where the schema is known', async () => {
    expect(await explain(approved, { schema: { type: 'object' } })).toEqual({
      hook: 'announce',
      source: 'workspace',
      target: 'chat:post',
      fires: true,
      arguments: { text: 'a.md', token: '***' },
    });
    expect(await explain(approved)).not.toHaveProperty('arguments');
  });

  it.each<[string, ResolvedApproval, Parameters<typeof explain>[1]]>([
    ['waits for manual', { ...approved, known: exampleHook({ trigger: { event: 'manual' } }) }, {}],
    ['disabled', { ...approved, known: exampleHook({ enabled: false }) }, {}],
    ['not approved', { ...approved, approval: 'not approved' }, {}],
    ['changed since approved', { ...approved, approval: 'changed since approved' }, {}],
    ['server unavailable: "chat" is not in the configuration', approved, { keys: [] }],
    ['server unavailable: disabled', approved, { yard: yardWith({ state: 'disabled' }) }],
    [
      'server unavailable: failed, no such file',
      approved,
      { yard: yardWith({ state: 'failed', reason: 'no such file' }) },
    ],
  ])('gives the reason: %s', async (reason, resolved, options) => {
    expect(await explain(resolved, options)).toMatchObject({ fires: false, reason });
  });

  it.each(['running', 'idle', 'starting'] as const)('lets a hook run whose server is %s', async (state) => {
    expect(await explain(approved, { yard: yardWith({ state }) })).toMatchObject({
      fires: true,
      server: { key: 'chat', state },
    });
  });

  it('says what would make the run fail', async () => {
    const schema = { type: 'object', properties: { text: { type: 'string', maxLength: 2 } } };
    expect(await explain(approved, { schema })).toMatchObject({
      fires: true,
      problems: [expect.stringMatching(/^text: /)],
    });
  });
});
