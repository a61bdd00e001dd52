import { expect, it } from 'vitest';
import { giveOwnIds } from './give-own-ids.ts';

function idsOf(given: readonly string[], taken: Set<string>): readonly unknown[] {
  const calls = given.map((id) => ({ type: 'tool-call', id, name: 'a:b', arguments: {} }) as const);
  return giveOwnIds(calls, taken).map((part) => part.type === 'tool-call' && part.id);
}

it('changes an id only where it stands for another call, or is none', () => {
  const taken = new Set<string>();
  expect(idsOf(['x', 'x', '', 'call-4'], taken)).toEqual(['x', 'call-2', 'call-3', 'call-4']);
  expect(idsOf(['x', 'call-5', 'y'], taken)).toEqual(['call-5', 'call-6', 'y']);
});
