import type { ChainLink, HookEvent, NewEvent, WorkspaceFacts } from '../event/hook-event.ts';
import { createContext } from '../map/create-context.ts';
import type { Marks } from '../event/marks.ts';
import type { TakenEvent } from './to-taken-entries.ts';

/** What is known when events come in. */
export interface EventKnowledge {
  readonly facts: WorkspaceFacts;
  /** Milliseconds since 1970. */
  readonly now: number;
  newId(): string;
  /** Whether an event was taken before. */
  hasTaken(id: string): boolean;
  /** The runs that led to an event. */
  chainOf(event: NewEvent): readonly ChainLink[];
}

/** Events with all that is known about them; those that were taken before only bring their marks, and their ids in `known`. */
export function completeEvents(
  events: readonly NewEvent[],
  marks: readonly (Marks | undefined)[],
  knowledge: EventKnowledge,
): { readonly taken: readonly TakenEvent[]; readonly known: ReadonlySet<string> } {
  const known = new Set<string>();
  const fresh = new Set<string>();
  const taken = events.map((event, index): TakenEvent => {
    const complete = completeEvent(event, knowledge);
    const isKnown = knowledge.hasTaken(complete.id) || fresh.has(complete.id);
    (isKnown ? known : fresh).add(complete.id);
    return { event: isKnown ? undefined : complete, marks: marks[index] };
  });
  return { taken, known };
}

function completeEvent(event: NewEvent, { facts, now, newId, chainOf }: EventKnowledge): HookEvent {
  const { id = newId(), name, at = now, target, replayOf } = event;
  return {
    id,
    name,
    at,
    context: createContext(event, at, facts),
    chain: chainOf(event),
    ...(target === undefined ? {} : { target }),
    ...(replayOf === undefined ? {} : { replayOf }),
  };
}
