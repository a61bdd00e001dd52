import { addresseeOf } from '../event/addressee-of.ts';
import type { HookEvent } from '../event/hook-event.ts';
import type { KnownHook, Policy } from '../hook/hook.ts';
import { matchHook } from '../match/match-hook.ts';
import { findChainRefusal } from './find-chain-refusal.ts';
import type { PlannedRun } from './journal.ts';
import { joinEvents, toRunKey } from './open-run.ts';

/** A run that is to be, or one that was decided against. */
export interface RunPlan {
  readonly plan: PlannedRun;
  readonly known: KnownHook;
  /** All that it stands for, the oldest first. */
  readonly events: readonly [HookEvent, ...HookEvent[]];
}

/** What plans are made of. */
export interface PlanRequest {
  readonly events: readonly HookEvent[];
  readonly hooks: readonly KnownHook[];
  /** Why a hook may not run. */
  refusal(known: KnownHook): Promise<string | undefined>;
  /** The run of a key that waits or runs. */
  underWay(key: string): string | undefined;
  /** The paths of the runs of a key whose place another one takes. */
  pathsToTakeOver(key: string, policy: Policy): readonly string[];
  newId(): string;
  /** Takes secrets out of a value. */
  redact(value: unknown): unknown;
}

/** Which hooks an event could set off, and what speaks against it. */
interface Candidate {
  readonly event: HookEvent;
  readonly known: KnownHook;
  readonly mismatch?: string;
}

/** Decides which runs events lead to; what leads to none is a plan too, one for each hook and reason. */
export async function planRuns(request: PlanRequest): Promise<readonly RunPlan[]> {
  const candidates = findCandidates(request);
  const wanted = new Set(candidates.filter(({ mismatch }) => mismatch === undefined).map(({ known }) => known));
  const refusals = new Map<KnownHook, string | undefined>();
  for (const known of wanted) refusals.set(known, await request.refusal(known));
  const planner = new Planner(request);
  for (const { event, known, mismatch } of candidates) {
    const reason = mismatch ?? refusals.get(known);
    const loop = findChainRefusal(event, known.hook.id);
    if (reason !== undefined) planner.decide(event, known, { status: 'skipped', reason });
    else if (loop !== undefined) planner.decide(event, known, { status: 'refused', reason: loop });
    else planner.plan(event, known);
  }
  return planner.plans();
}

/** What becomes of an event while an earlier run of the hook waits or runs. A person who asks for a run gets it. */
export function policyOf({ hook }: KnownHook, { target }: HookEvent): Policy {
  return target === undefined ? hook.policy : 'queue';
}

function findCandidates({ events, hooks, redact }: PlanRequest): readonly Candidate[] {
  const byEvent = new Map<string, KnownHook[]>();
  for (const known of hooks) {
    const { event } = known.hook.trigger;
    const waiting = byEvent.get(event);
    if (waiting === undefined) byEvent.set(event, [known]);
    else waiting.push(known);
  }
  const byId = new Map(hooks.map((known) => [known.hook.id, known]));
  return events.flatMap((event): Candidate[] => {
    if (event.target !== undefined) {
      const known = byId.get(event.target);
      return known === undefined ? [] : [{ event, known }];
    }
    const addressee = addresseeOf(event);
    const waiting = (byEvent.get(event.name) ?? []).filter(
      // The others would each have a line in the log that says so, every time.
      ({ hook }) => addressee === undefined || addressee === hook.id,
    );
    return waiting.map((known) => {
      const match = matchHook(known.hook, event, redact);
      return match.matches ? { event, known } : { event, known, mismatch: match.reason };
    });
  });
}

type Decision = NonNullable<PlannedRun['decided']>;

interface Draft {
  readonly id: string;
  readonly known: KnownHook;
  events: [HookEvent, ...HookEvent[]];
  readonly decided?: Decision;
  readonly paths?: readonly string[];
}

/** Collects the plans of one call. */
class Planner {
  readonly #request: PlanRequest;
  readonly #drafts: Draft[] = [];
  /** The newest draft of each key. */
  readonly #byKey = new Map<string, Draft>();
  readonly #decided = new Map<string, Draft>();

  constructor(request: PlanRequest) {
    this.#request = request;
  }

  plan(event: HookEvent, known: KnownHook): void {
    const isBatch = known.hook.trigger.batch === true;
    const key = toRunKey(known.hook.id, isBatch ? joinEvents([event]) : event);
    const draft = this.#byKey.get(key);
    const policy = policyOf(known, event);
    const underWay = draft?.id ?? this.#request.underWay(key);
    if (isBatch && draft !== undefined) draft.events.push(event);
    else if (policy === 'drop' && underWay !== undefined) {
      this.decide(event, known, { status: 'skipped', reason: `dropped: run ${underWay} is under way` });
    } else if (draft === undefined || policy === 'queue') {
      const paths = isBatch ? this.#request.pathsToTakeOver(key, policy) : [];
      this.#byKey.set(key, this.#draft(event, known, paths.length === 0 ? {} : { paths }));
    } else this.#takeOver(draft, event, policy);
  }

  /** The newer event takes the place of an older one that came with it. */
  #takeOver(draft: Draft, event: HookEvent, policy: Policy): void {
    const reason = policy === 'debounce' ? 'debounced' : `replaced by run ${draft.id}`;
    this.decide(draft.events[0], draft.known, { status: 'skipped', reason });
    draft.events = [event];
  }

  decide(event: HookEvent, known: KnownHook, decision: Decision): void {
    const group = [known.hook.id, decision.status, decision.reason].join('\n');
    const draft = this.#decided.get(group);
    if (draft === undefined) this.#decided.set(group, this.#draft(event, known, { decided: decision }));
    else draft.events.push(event);
  }

  plans(): readonly RunPlan[] {
    const order = new Map(this.#request.events.map((event, index) => [event, index]));
    const compare = (left: HookEvent, right: HookEvent): number => (order.get(left) ?? 0) - (order.get(right) ?? 0);
    // An event can be decided against later than one that came after it.
    for (const { events } of this.#decided.values()) events.sort(compare);
    return this.#drafts.map(({ id, known, events, decided, paths }) => ({
      plan: { id, hook: known.hook.id, ...(decided && { decided }), ...(paths && { paths }) },
      known,
      events,
    }));
  }

  #draft(event: HookEvent, known: KnownHook, more: Pick<Draft, 'decided' | 'paths'>): Draft {
    const draft: Draft = { id: this.#request.newId(), known, events: [event], ...more };
    this.#drafts.push(draft);
    return draft;
  }
}
