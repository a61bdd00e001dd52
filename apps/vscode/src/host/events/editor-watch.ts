import type { Clock } from '@toolyard/core';
import type { EventTeller } from '../../events/create-event-teller.ts';
import type { Parts } from '../parts.ts';

/** What each watch of the editor works with. */
export interface EditorWatch extends Pick<Parts, 'context' | 'folders'> {
  readonly clock: Clock;
  readonly teller: EventTeller;
}
