import { describe, expect, it } from 'vitest';
import { isRepeatableTool } from './is-repeatable-tool.ts';

describe('a tool that may be called twice', () => {
  it('is one whose server says that it only reads, or that a second call changes nothing more', () => {
    expect(isRepeatableTool({ annotations: { readOnlyHint: true } })).toBe(true);
    expect(isRepeatableTool({ annotations: { readOnlyHint: false, idempotentHint: true } })).toBe(true);
  });

  it.each([
    undefined,
    null,
    'readOnlyHint',
    {},
    { readOnlyHint: false, idempotentHint: false },
    { readOnlyHint: 'true', idempotentHint: 1 },
    { destructiveHint: false },
  ])('is none with the annotations %j', (annotations) => {
    expect(isRepeatableTool({ annotations })).toBe(false);
  });
});
