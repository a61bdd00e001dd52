import type { BoundNote } from '../bind/binding.ts';
import { completeAt, type Completion, type HelpContext } from './complete-at.ts';

/**
 * What is offered while somebody types: nothing where only what stands there already would be, and on an empty line only while something is missing that
 * the block needs, since Enter takes the first offer and has to end a line too.
 */
export function findOffers(bound: BoundNote, offset: number, context: HelpContext): readonly Completion[] {
  const offers = completeAt(bound, offset, context);
  const [first] = offers;
  if (first === undefined) return [];
  const word = bound.note.text.slice(first.start, first.end);
  if (offers.every(({ insert }) => insert === word)) return [];
  const isKey = first.kind === 'parameter' || first.kind === 'option';
  const isNeeded = offers.some(
    ({ isRequired, label, kind }) => isRequired === true || (kind === 'option' && label === 'tool'),
  );
  return word === '' && isKey && !isNeeded ? [] : offers;
}
