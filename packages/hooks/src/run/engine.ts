import { toMessage, ToolyardError } from '@toolyard/core';
import type { HookEvent, NewEvent } from '../event/hook-event.ts';
import type { KnownHook } from '../hook/hook.ts';
import type { Marks } from '../event/marks.ts';
import { toWrong, type ActionEnd } from './action-end.ts';
import { completeEvents } from './complete-events.ts';
import { createServerSlots, type ServerSlots } from './create-server-slots.ts';
import { createPolicies, type Policies } from './create-policies.ts';
import { toTarget } from '../hook/to-target.ts';
import { createRunEnds, type RunEnds } from './create-run-ends.ts';
import { createServerGates, type ServerGates } from './create-server-gates.ts';
import type { JournalRun } from './fold-journal.ts';
import type { Entered, HookEngine, HookEngineOptions } from './hook-engine.ts';
import { indexHooks } from './index-hooks.ts';
import type { JournalEntry } from './journal.ts';
import type { CompactingJournal } from './open-compacting-journal.ts';
import { openRun, pathsOf, STOPPED, type OpenRun } from './open-run.ts';
import { OpenRuns } from './open-runs.ts';
import { performRun } from './perform-run.ts';
import { planRuns, type RunPlan } from './plan-runs.ts';
import { createRecentRuns } from './recent-runs.ts';
import { RunQueue } from './run-queue.ts';
import type { KeptEnd } from './run-record.ts';
import { toCause } from './to-chain.ts';
import { toTakenEntries, type TakenEvent } from './to-taken-entries.ts';

/** Takes events one call after the other, and sees every run to its end. */
export class Engine implements HookEngine {
  readonly #options: HookEngineOptions;
  readonly #journal: CompactingJournal;
  readonly #queue: RunQueue;
  readonly #gates: ServerGates;
  readonly #slots: ServerSlots;
  readonly #recent = createRecentRuns();
  readonly #findHook: (id: string) => KnownHook | undefined;
  readonly #ends: RunEnds;
  readonly #policies: Policies;
  readonly #open = new OpenRuns();
  readonly #stopping = new AbortController();
  #lastTake: Promise<unknown> = Promise.resolve();

  constructor(options: HookEngineOptions, journal: CompactingJournal) {
    this.#options = options;
    this.#journal = journal;
    this.#slots = createServerSlots(options.limits.perServer);
    this.#findHook = indexHooks(() => options.hooks());
    this.#gates = createServerGates({
      yard: options.yard,
      clock: options.clock,
      signal: this.#stopping.signal,
      onChange: () => this.#queue.review(),
    });
    this.#queue = new RunQueue({
      limits: options.limits,
      clock: options.clock,
      serverOf: ({ plan }) => serverOf(this.#findHook(plan.hook)),
      admits: (server, since) => this.#gates.admits(server, since),
      start: (run) => this.#run(run),
    });
    this.#ends = createRunEnds({
      options,
      append: (entries) => this.#append(entries),
      take: (event, also) => this.#take({ events: [event], also }),
      onEnd: (run) => this.#open.delete(run),
    });
    this.#policies = createPolicies({
      queue: this.#queue,
      clock: options.clock,
      finish: (run, end) => void this.#ends.finish(run, end),
    });
  }

  marks(): ReadonlyMap<string, unknown> {
    return this.#journal.state.marks;
  }

  async mark(marks: Marks): Promise<void> {
    await this.#append([{ type: 'marked', marks }]);
  }

  async enter(events: readonly NewEvent[], marks: readonly (Marks | undefined)[] = []): Promise<Entered> {
    if (this.#stopping.signal.aborted) throw toLeft();
    const { runs, known } = await this.#take({ events, marks });
    const ended = Promise.all(runs.map((run) => run.record));
    // Nobody has to wait for it.
    ended.catch(() => undefined);
    return { ended, ...(known.size > 0 && { known }) };
  }

  idle(): Promise<void> {
    return this.#open.idle();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(STOPPED);
    const { waiting, running } = this.#queue.close();
    for (const run of waiting) this.#leave(run);
    for (const run of running) run.controller.abort(STOPPED);
    await this.idle();
  }

  /** Goes on with what the journal has left, and then lets runs begin. */
  recover(left: readonly JournalRun[], kept: ReadonlyMap<string, KeptEnd>): void {
    const now = this.#options.clock.now();
    for (const { plan, events, started } of left) {
      const [first, ...others] = events;
      if (first === undefined) continue;
      const run = openRun({
        plan,
        events: [first, ...others],
        known: this.#findHook(plan.hook),
        queuedAt: first.at,
        repeated: started?.repeatable === true,
      });
      // What it did before Toolyard ended is noticed only now.
      if (started !== undefined) this.#recent.begin({ ...toCause(run), from: run.event.at }).ends(now);
      const end = kept.get(plan.id);
      if (end !== undefined) {
        void this.#ends.close(run, end);
        continue;
      }
      this.#open.add(run);
      if (plan.decided !== undefined) void this.#ends.finish(run, { ...plan.decided, attempts: 0 });
      else if (started !== undefined && !started.repeatable) void this.#ends.finish(run, INTERRUPTED);
      else this.#policies.enqueue(run);
    }
    this.#queue.open();
  }

  /** One call after the other, so that each sees what the one before has planned. */
  #take(request: TakeRequest): Promise<Taken> {
    const inTurn = (): Promise<Taken> => {
      const turn = this.#lastTake.then(() => this.#takeNow(request));
      this.#lastTake = turn.catch(() => undefined);
      return turn;
    };
    const told = this.#recent.told(request.events);
    // Before its turn: others need not wait for what it waits for.
    return this.#open.during(() => (told === undefined ? inTurn() : this.#untilTold(told).then(inTurn)));
  }

  async #takeNow({ events, marks = [], also = [] }: TakeRequest): Promise<Taken> {
    const facts = await this.#options.facts();
    const { taken, known } = completeEvents(events, marks, {
      facts,
      now: this.#options.clock.now(),
      newId: () => this.#options.newId(),
      hasTaken: (id) => this.#journal.state.hasTaken(id),
      chainOf: (event) => this.#recent.chainOf(event),
    });
    const plans = await this.#plan(taken.flatMap(({ event }) => event ?? []));
    await this.#append([...toTakenEntries(taken, plans), ...also]);
    this.#tellTaken(taken, plans);
    const queuedAt = this.#options.clock.now();
    const runs = plans.map((plan) => openRun({ ...plan, queuedAt }));
    for (const run of runs) this.#admit(run);
    return { runs: [...new Set([...this.#open.of(known), ...runs])], known };
  }

  /** Who is the cause of an event may be known in a moment, which is worth waiting for, but not for long: whoever entered it waits too. */
  async #untilTold(told: Promise<unknown>): Promise<void> {
    let stopClock: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (stopClock = this.#options.clock.after(TOLD_WITHIN_MS, resolve)));
    await Promise.race([told, late]);
    stopClock();
  }

  #plan(events: readonly HookEvent[]): Promise<readonly RunPlan[]> {
    return planRuns({
      events,
      hooks: this.#options.hooks(),
      refusal: (known) => this.#options.refusal(known),
      underWay: (key) => (this.#queue.running(key) ?? this.#queue.waiting(key)[0])?.plan.id,
      pathsToTakeOver: (key, policy) => this.#policies.findOlder(key, policy).flatMap(pathsOf),
      newId: () => this.#options.newId(),
      redact: (value) => this.#options.redact(value),
    });
  }

  /** A run that is in the journal goes on here. */
  #admit(run: OpenRun): void {
    this.#open.add(run);
    const { decided } = run.plan;
    if (this.#stopping.signal.aborted) this.#leave(run);
    else if (decided !== undefined) void this.#ends.finish(run, { ...decided, attempts: 0 });
    else this.#policies.enqueue(run);
  }

  async #run(run: OpenRun): Promise<void> {
    const { yard, programs, github, clock, agent } = this.#options;
    const steps = {
      yard,
      programs,
      github,
      clock,
      agent,
      gates: this.#gates,
      slots: this.#slots,
      refusal: (known: KnownHook) => this.#options.refusal(known),
      findHook: this.#findHook,
      begin: (begun: OpenRun, repeatable: boolean) => this.#begin(begun, repeatable),
    };
    // Whatever failed, the run ends with it, and the others go on.
    const end = await performRun(run, steps).catch((error: unknown) => toWrong(toMessage(error)));
    if (end === undefined) this.#leave(run);
    else await this.#ends.finish(run, run.repeated ? toRepeated(end) : end);
  }

  async #begin(run: OpenRun, repeatable: boolean): Promise<boolean> {
    const { plan, known, controller } = run;
    if (controller.signal.aborted) return false;
    await this.#append([{ type: 'started', run: plan.id, repeatable }]);
    const now = this.#options.clock.now();
    run.startedAt = now;
    const tells = known?.hook.action.type === 'git' ? { tells: 'git.' } : {};
    run.acting = this.#recent.begin({ ...toCause(run), from: now, ...tells });
    const target = known === undefined ? '' : toTarget(known.hook.action);
    this.#options.onEvent?.({ type: 'run-started', run: plan.id, hook: plan.hook, target });
    return !controller.signal.aborted;
  }

  #leave(run: OpenRun): void {
    run.reject(toLeft());
    this.#open.delete(run);
  }

  async #append(entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      await this.#open.during(() => this.#journal.append(entries));
    } catch (error) {
      if (ToolyardError.is(error)) throw error;
      const message = `The journal of the hooks was not written: ${toMessage(error)}`;
      throw new ToolyardError('state-not-written', message, { cause: error });
    }
  }

  #tellTaken(taken: readonly TakenEvent[], plans: readonly RunPlan[]): void {
    const { onEvent } = this.#options;
    if (onEvent === undefined) return;
    const counts = new Map<HookEvent, number>();
    const events = plans.flatMap(({ plan, events }) => (plan.decided === undefined ? events : []));
    for (const event of events) counts.set(event, (counts.get(event) ?? 0) + 1);
    for (const { event } of taken) {
      if (event !== undefined) onEvent({ type: 'event-taken', event, runs: counts.get(event) ?? 0 });
    }
  }
}

interface TakeRequest {
  readonly events: readonly NewEvent[];
  readonly marks?: readonly (Marks | undefined)[];
  /** Written together with the events, after them. */
  readonly also?: readonly JournalEntry[];
}

/** How long an event may wait for a run that may be its cause to say so. */
const TOLD_WITHIN_MS = 2000;

interface Taken {
  readonly runs: readonly OpenRun[];
  /** The ids of events that were there before. */
  readonly known: ReadonlySet<string>;
}

const INTERRUPTED: ActionEnd = {
  status: 'interrupted',
  reason: 'Toolyard ended during the run; it is not known whether it took effect',
  attempts: 1,
};

function serverOf(known: KnownHook | undefined): string | undefined {
  return known?.hook.action.type === 'mcp' ? known.hook.action.parameters.serverId : undefined;
}

/** A run that had begun before is not one that never began. */
function toRepeated(end: ActionEnd): ActionEnd {
  if (end.status !== 'skipped') return end;
  return { ...INTERRUPTED, reason: `Toolyard ended during the run, and it was not repeated: ${end.reason}` };
}

function toLeft(): ToolyardError {
  return new ToolyardError('interrupted', 'Toolyard has stopped; waiting runs are left for the next start.');
}
