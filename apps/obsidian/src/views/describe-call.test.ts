import type { CallRecord } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { describeCall, matchesCall } from './describe-call.ts';

const CALL: CallRecord = {
  id: 'y-1',
  tool: 'files:read',
  server: 'files',
  toolName: 'read',
  parameters: { path: 'a.txt' },
  origin: 'assistant',
  session: 's',
  document: { path: 'notes/Trip.md', line: 4 },
  approval: 'once',
  status: 'success',
  submittedAt: 1000,
  startedAt: 2000,
  completedAt: 2142,
  retryAttempt: 0,
  maxRetries: 0,
};
const REFUSED: CallRecord = {
  ...CALL,
  status: 'error',
  startedAt: undefined,
  completedAt: 1000,
  error: { code: 'tool-not-found', message: 'Tool not found: files:\u202eread' },
};

describe('describeCall', () => {
  it('says who called what, how it went and what it was given', () => {
    expect(describeCall(CALL)).toEqual({
      tool: 'files:read',
      status: 'success',
      tone: 'good',
      origin: 'Assistant',
      duration: '142 ms',
      approval: 'approved once',
      arguments: '{\n  "path": "a.txt"\n}',
      problem: '',
    });
  });

  it('tells a call that was refused from one that failed, and shows every character of why', () => {
    expect(describeCall(REFUSED)).toMatchObject({
      status: 'refused',
      tone: 'bad',
      duration: '0 ms',
      problem: 'Tool not found: files:\\u202eread',
    });
    expect(describeCall({ ...REFUSED, startedAt: 1000 }).status).toBe('error');
  });

  it('has no duration before the end, and seconds for long ones', () => {
    const { completedAt: _, ...running } = { ...CALL, status: 'executing' as const };
    expect(describeCall(running)).toMatchObject({ status: 'running', tone: 'busy', duration: '' });
    expect(describeCall({ ...CALL, completedAt: 14_340 }).duration).toBe('12.3 s');
  });

  it('cuts long arguments', () => {
    const { arguments: shown = '' } = describeCall({ ...CALL, parameters: { text: 'x'.repeat(100_000) } });
    expect(shown.length).toBeLessThan(2100);
  });

  it('shows words of other versions as they are', () => {
    const { origin, approval } = describeCall({ ...CALL, ...JSON.parse('{"origin":"robot","approval":"twice"}') });
    expect([origin, approval]).toEqual(['robot', 'twice']);
  });
});

describe('matchesCall', () => {
  const any = { text: '', status: '', server: '' };

  it.each([
    [{}, true],
    [{ text: 'READ' }, true],
    [{ text: 'trip.md' }, true],
    [{ text: 'a.txt' }, true],
    [{ text: 'elsewhere' }, false],
    [{ status: 'success' }, true],
    [{ status: 'refused' }, false],
    [{ server: 'files' }, true],
    [{ server: 'web', text: 'read' }, false],
  ])('finds a call by %j: %s', (filter, isFound) => {
    expect(matchesCall(CALL, { ...any, ...filter })).toBe(isFound);
  });

  it('finds a call by why it failed', () => {
    expect(matchesCall(REFUSED, { ...any, text: 'not found', status: 'refused' })).toBe(true);
  });
});
