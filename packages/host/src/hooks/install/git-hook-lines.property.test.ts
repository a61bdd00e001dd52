import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addHookLines, GIT_HOOK_NAMES, hasHookLines, readHookBefore, removeHookLines } from './git-hook-lines.ts';

const BEFORE = { modifiedAt: 1_700_000_000_123_456_789n, hash: 'a'.repeat(64) };

const texts = fc
  .array(
    fc.constantFrom('#!/bin/sh', '#!', '\n', '\r\n', 'echo "$0"', ' ', '# >>> tool', '# <<< ', 'é', '\0', 'exit 1'),
  )
  .map((parts) => parts.join(''));

it('takes out exactly what it put in, whatever the hook was', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...GIT_HOOK_NAMES), fc.boolean(), (text, name, runsKept) => {
      const added = addHookLines(text, { name, runsKept, before: BEFORE });
      expect(hasHookLines(text)).toBe(false);
      expect(hasHookLines(added)).toBe(true);
      expect(readHookBefore(added)).toEqual(BEFORE);
      expect(removeHookLines(added)).toBe(text);
      expect(removeHookLines(text)).toBe(text);
    }),
    { numRuns: runs(2000) },
  );
});
