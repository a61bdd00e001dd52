import { ToolyardError, type ToolyardErrorCode } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { toExitCode } from './to-exit-code.ts';

describe('toExitCode', () => {
  const expected: [ToolyardErrorCode, number][] = [
    ['config-invalid', 2],
    ['config-not-approved', 2],
    ['usage', 2],
    ['arguments-invalid', 2],
    ['server-not-found', 2],
    ['model-not-chosen', 2],
    ['model-key-missing', 2],
    ['model-refused', 1],
    ['tool-not-found', 1],
    ['server-start-failed', 1],
    ['server-unavailable', 1],
    ['call-timeout', 1],
    ['protocol-error', 1],
    ['not-available-yet', 1],
    ['call-cancelled', 1],
    ['interrupted', 130],
  ];

  it.each(expected)('gives a %s the code %i', (code, exit) => {
    expect(toExitCode(new ToolyardError(code, 'text'))).toBe(exit);
  });

  it('gives a bug the code 1', () => {
    expect(toExitCode(new TypeError('x is not a function'))).toBe(1);
    expect(toExitCode('a string')).toBe(1);
  });
});
