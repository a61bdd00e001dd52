import type { RunRecord } from '@toolyard/hooks';

/** A run for tests, with what a test is about put over it. */
export function exampleRecord(change: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'run-1',
    hook: 'announce',
    source: 'workspace',
    status: 'success',
    event: {
      id: 'event-1',
      name: 'file.saved',
      at: '2026-11-15T10:00:00.000Z',
      context: { event: 'file.saved', path: 'specs/a/spec.md' },
    },
    action: 'mcp',
    target: 'chat:post',
    attempts: 1,
    queuedAt: '2026-11-15T10:00:00.000Z',
    startedAt: '2026-11-15T10:00:01.000Z',
    endedAt: '2026-11-15T10:00:01.142Z',
    ms: 142,
    chain: [],
    ...change,
  };
}
