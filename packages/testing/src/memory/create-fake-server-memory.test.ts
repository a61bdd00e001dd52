import { describe, it } from 'vitest';
import { createFakeServerMemory } from './create-fake-server-memory.ts';
import { describeServerMemory } from './describe-server-memory.ts';

describe('createFakeServerMemory', () => {
  describeServerMemory(it, () => {
    const memory = createFakeServerMemory();
    return Promise.resolve({ memory, reopen: () => Promise.resolve(memory) });
  });
});
