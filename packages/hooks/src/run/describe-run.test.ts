import { exampleRecord } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { describeRun } from './describe-run.ts';

it('shows all that is known about a run', () => {
  const record = exampleRecord({
    name: 'Announce a spec',
    status: 'error',
    reason: 'no such channel',
    server: { key: 'chat', state: 'running', status: 'available' },
    arguments: { text: 'a\u001b' },
    result: { content: [] },
    chain: [{ hook: 'before', run: 'run-0', inferred: true }],
    replayOf: 'run-0',
    repeated: true,
  });
  expect(describeRun(record)).toEqual([
    'run        run-1',
    'hook       announce (Announce a spec), of the workspace',
    'status     error: no such channel',
    'event      file.saved specs/a/spec.md, 2026-11-15 10:00:00.000Z, id event-1',
    'tool       chat:post',
    'server     chat was running (available)',
    'attempts   1',
    'queued     2026-11-15 10:00:00.000Z',
    'started    2026-11-15 10:00:01.000Z',
    'ended      2026-11-15 10:00:01.142Z, after 142 ms',
    'chain      before (guessed) → announce',
    'repeated   yes: Toolyard ended while it ran, and it may run twice',
    'replay of  run-0',
    'arguments',
    '  {',
    '    "text": "a\\u001b"',
    '  }',
    'context',
    '  {',
    '    "event": "file.saved",',
    '    "path": "specs/a/spec.md"',
    '  }',
    'result',
    '  {',
    '    "content": []',
    '  }',
  ]);
});

it('says where a value was cut', () => {
  const lines = describeRun(exampleRecord({ result: 'x'.repeat(1_000_000) }));
  expect(lines.at(-1)).toMatch(/^ {2}"x{9999}… \(cut; 1000002 characters in all\)$/);
});
