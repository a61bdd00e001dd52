import type { CallRecord } from '@toolyard/core';
import { createConfiguration } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { checkCalledServer, chooseCalls, toCallJson, toCallsJson, withKept } from './calls-view.ts';

const record: CallRecord = {
  id: 'y-1',
  tool: 'a:t',
  server: 'a',
  toolName: 't',
  parameters: { text: 'private' },
  origin: 'document',
  session: 'note',
  document: { path: 'note.md', line: 1 },
  status: 'success',
  submittedAt: 1000,
  startedAt: 2000,
  completedAt: 2042,
  retryAttempt: 0,
  maxRetries: 3,
  result: { content: 'private', contentType: 'text', displayFormat: 'block', executionDuration: 42 },
};

it('prints of each call who asked for what and how it went, and neither what it was given nor what it gave', () => {
  const error = { code: 'tool-not-found', message: 'Tool not found: a:t' } as const;
  const { startedAt: _, ...refused } = { ...record, status: 'error' as const, completedAt: 1000, error };
  const { completedAt: __, ...running } = { ...record, status: 'executing' as const };
  const printed = JSON.stringify(toCallsJson(true, { active: [running], history: [record, refused] }, {}));
  const about = { id: 'y-1', tool: 'a:t', origin: 'document', session: 'note', document: { path: 'note.md', line: 1 } };
  const times = { submittedAt: '1970-01-01T00:00:01.000Z', startedAt: '1970-01-01T00:00:02.000Z' };
  expect(JSON.parse(printed)).toEqual({
    stopped: true,
    active: [{ ...about, status: 'executing', ...times }],
    history: [
      { ...about, status: 'success', ...times, completedAt: '1970-01-01T00:00:02.042Z', ms: 42 },
      { ...about, status: 'error', submittedAt: times.submittedAt, completedAt: times.submittedAt, error },
    ],
  });
  expect(printed).not.toContain('private');
});

it('takes the key of a server that was called, and suggests only those of the configuration', () => {
  const calls = { active: () => [record], history: () => [{ ...record, server: 'mistyped' }] };
  const check = (key: string): void => checkCalledServer(calls, createConfiguration({ files: {} }), key);
  for (const key of ['a', 'mistyped', 'files']) expect(() => check(key)).not.toThrow();
  expect(() => check('nope')).toThrow(/^Server not found: nope\nServers: files\.$/);
});

it('prints what a call was given where that is wanted', () => {
  expect(toCallJson(record, { arguments: true })).toMatchObject({ arguments: { text: 'private' } });
});

it('shows calls that were kept before those of the running yard, each once, and the last 500 at most', () => {
  const named = (id: string) => ({ ...record, id });
  const calls = { active: () => [named('c')], history: () => [named('b')], isStopped: () => true };
  const known = withKept([named('a'), named('b'), named('c')], calls);
  const chosen = chooseCalls({ calls: known, choice: { json: true } });
  expect([chosen.history.map(({ id }) => id), chosen.active.map(({ id }) => id)]).toEqual([['a', 'b'], ['c']]);
  expect(known.isStopped()).toBe(true);
  const many = Array.from({ length: 500 }, (_, index) => named(`k-${index}`));
  expect(withKept(many, calls).history()).toHaveLength(500);
  expect(withKept(many, calls).history().at(-1)?.id).toBe('b');
  expect(withKept(many).history()).toEqual(many);
});
