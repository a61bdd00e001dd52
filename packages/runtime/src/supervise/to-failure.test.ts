import { CYCLE_MESSAGE } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { toFailure } from './to-failure.ts';

describe('toFailure', () => {
  it('takes the end of a process for an outage, which may pass', () => {
    expect(toFailure({ expected: false, reason: 'exited with code 2', lastLines: ['no'] })).toMatchObject({
      kind: 'outage',
    });
  });

  it('takes a configuration that leads back into itself for one that cannot work', () => {
    const lastLines = [`${CYCLE_MESSAGE}: /a.json -> /a.json.`];
    expect(toFailure({ expected: false, reason: 'exited with code 2', lastLines })).toMatchObject({
      kind: 'configuration',
    });
  });

  it('goes by the code where there is one', () => {
    const end = { expected: false, reason: 'refused' };
    expect(toFailure({ ...end, code: 'login-required' })).toMatchObject({ kind: 'login' });
    expect(toFailure({ ...end, code: 'server-start-failed' })).toMatchObject({ kind: 'outage', phase: 'startup' });
  });
});
