import type { HookEvent } from '../event/hook-event.ts';
import type { Marks } from '../event/marks.ts';
import type { JournalEntry, PlannedRun } from './journal.ts';
import type { RunPlan } from './plan-runs.ts';

/** An event, unless it was taken before, and the mark of its source. */
export interface TakenEvent {
  readonly event: HookEvent | undefined;
  readonly marks: Marks | undefined;
}

/** The entries of events that are taken together, one for each, with the runs that they lead to. */
export function toTakenEntries(taken: readonly TakenEvent[], plans: readonly RunPlan[]): readonly JournalEntry[] {
  const runs = new Map<HookEvent, PlannedRun[]>();
  for (const { plan, events } of plans) {
    for (const event of events) {
      const planned = runs.get(event) ?? [];
      runs.set(event, planned);
      planned.push(event === events[0] ? plan : { id: plan.id, hook: plan.hook });
    }
  }
  return taken.flatMap(({ event, marks }): JournalEntry[] => {
    if (event !== undefined) return [{ type: 'taken', event, runs: runs.get(event) ?? [], ...(marks && { marks }) }];
    return marks === undefined ? [] : [{ type: 'marked', marks }];
  });
}
