import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRunRecord } from './parse-run-record.ts';
import type { RunRecord } from './run-record.ts';

const LEAST: RunRecord = {
  id: 'r1',
  hook: 'announce',
  source: 'workspace',
  status: 'skipped',
  event: { id: 'e1', name: 'file.saved', at: '2026-11-15T10:00:00.000Z', context: {} },
  action: 'mcp',
  target: 'chat:post',
  attempts: 0,
  queuedAt: '2026-11-15T10:00:00.000Z',
  endedAt: '2026-11-15T10:00:00.000Z',
  chain: [],
};

const FULL: RunRecord = {
  ...LEAST,
  name: 'Announce',
  status: 'success',
  reason: 'x',
  server: { key: 'chat', state: 'running', status: 'available' },
  arguments: { text: 'a' },
  startedAt: LEAST.queuedAt,
  ms: 12,
  chain: [{ hook: 'before', run: 'r0', inferred: true }],
  result: { content: [] },
  repeated: true,
  replayOf: 'r0',
  count: 3,
  event: { ...LEAST.event, cut: ['result'] },
};

describe('parseRunRecord', () => {
  it.each([LEAST, FULL])('gives a record that was written as JSON', (record) => {
    expect(parseRunRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  it('keeps fields that a later version added', () => {
    expect(parseRunRecord({ ...LEAST, later: 1 })).toEqual({ ...LEAST, later: 1 });
  });

  it.each([
    ['no text as its id', { id: 1 }],
    ['an unknown status', { status: 'done' }],
    ['an unknown event', { event: { ...LEAST.event, name: 'file.save' } }],
    ['a context that is no object', { event: { ...LEAST.event, context: [] } }],
    ['wrong names of what was cut', { event: { ...LEAST.event, cut: [1] } }],
    ['no chain', { chain: undefined }],
    ['a wrong link in its chain', { chain: [{ hook: 'a', run: 'b' }] }],
    ['a wrong server', { server: { key: 'a', state: 'running', status: 'up' } }],
    ['a wrong time', { ms: '3' }],
    ['a wrong reason', { reason: 3 }],
  ])('refuses one with %s', (_, change) => {
    expect(parseRunRecord({ ...LEAST, ...change })).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void parseRunRecord(value)));
  });
});
