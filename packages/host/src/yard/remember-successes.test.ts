import { createFakeServerMemory } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { rememberSuccesses } from './remember-successes.ts';

it('keeps what a server offers and forgets that it failed', () => {
  const memory = createFakeServerMemory();
  const kept = { key: 'files', definitionHash: 'a', failures: 0, lists: { tools: ['{"name":"read"}'] } };
  const successes = rememberSuccesses(memory);
  successes.remember(kept);
  successes.remember({ key: 'files', definitionHash: 'a', failures: 1 });
  expect(successes.recall('files')).toEqual(kept);
});
