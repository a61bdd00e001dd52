import type { HookEvent } from '../event/hook-event.ts';
import type { JournalEntry, Marks, PlannedRun } from './journal.ts';
import type { RunPlan } from './plan-runs.ts';

/** An event that is new, or the id of one that was taken before; either way with the mark of its source. */
export interface TakenEvent {
  readonly event: HookEvent | undefined;
  readonly marks: Marks | undefined;
}

/** The entries of events that are taken together, one for each, with the runs that they lead to. */
export function toTakenEntries(taken: readonly TakenEvent[], plans: readonly RunPlan[]): readonly JournalEntry[] {
  const runs = new Map<HookEvent, PlannedRun[]>();
  for (const { plan, events } of plans) {
    for (const event of events) {
      const planned = runs.get(event);
      if (planned === undefined) runs.set(event, [plan]);
      else planned.push(plan);
    }
  }
  return taken.flatMap(({ event, marks }): JournalEntry[] => {
    if (event !== undefined) return [{ type: 'taken', event, runs: runs.get(event) ?? [], ...(marks && { marks }) }];
    return marks === undefined ? [] : [{ type: 'marked', marks }];
  });
}
