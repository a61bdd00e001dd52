import type { Clock } from '@toolyard/core';
import type { HookEngineOptions } from './hook-engine.ts';
import type { OpenRun } from './open-run.ts';
import { createRunLine, type RunLine } from './run-line.ts';

export interface RunQueueOptions {
  readonly limits: HookEngineOptions['limits'];
  readonly clock: Clock;
  /** The server that a run needs, if any; asked whenever it matters, since hooks change. */
  serverOf(run: OpenRun): string | undefined;
  /** Whether a run that has waited since then, in milliseconds since 1970, can go to a server now. */
  admits(server: string, since: number): boolean;
  /** Runs it; never rejects. Its place in the pools is free when this resolves. */
  start(run: OpenRun): Promise<void>;
}

/**
 * Runs that wait and run: first in, first out, but what a person asked for before all else; within the pools, and one
 * after the other for each key. Closed at first.
 */
export class RunQueue {
  readonly #options: RunQueueOptions;
  readonly #lines = new Map<string, RunLine>();
  /** Lines that can go on, by the server they need; one that is busy holds up no other. */
  readonly #lanes = new Map<string | undefined, RunLine[]>();
  readonly #perServer = new Map<string, number>();
  #running = 0;
  #places = 0;
  #isClosed = true;

  constructor(options: RunQueueOptions) {
    this.#options = options;
  }

  /** Puts a run at the end; it begins no earlier than `quietMs` from now. */
  add(run: OpenRun, quietMs = 0): void {
    const line = this.#lines.get(run.key) ?? createRunLine(run.key);
    this.#lines.set(run.key, line);
    line.waiting.push(run);
    if (quietMs > 0) this.#keepQuiet(line, quietMs);
    this.#standInLine(line, run.event.target === undefined ? undefined : BEFORE_ALL);
    this.review();
  }

  /** Takes a run that waits out. */
  remove(run: OpenRun): void {
    const line = this.#lines.get(run.key);
    const index = line?.waiting.indexOf(run) ?? -1;
    if (line === undefined || index < 0) return;
    line.waiting.splice(index, 1);
    if (line.waiting.length === 0) this.#leaveLine(line);
    this.#forgetEmpty(line);
  }

  /** Puts a run in the place of one that waits. */
  replace(old: OpenRun, run: OpenRun): void {
    const waiting = this.#lines.get(old.key)?.waiting ?? [];
    waiting.splice(waiting.indexOf(old), 1, run);
  }

  /** The runs of a key that wait, in their order. */
  waiting(key: string): readonly OpenRun[] {
    return this.#lines.get(key)?.waiting ?? [];
  }

  /** The run of a key that runs. */
  running(key: string): OpenRun | undefined {
    return this.#lines.get(key)?.running;
  }

  /** Looks again at what can begin. */
  review(): void {
    while (!this.#isClosed) {
      const line = this.#pick();
      if (line === undefined) return;
      this.#begin(line);
    }
  }

  /** Lets runs begin. */
  open(): void {
    this.#isClosed = false;
    this.review();
  }

  /** Nothing begins any more; gives what waits and what runs. */
  close(): { readonly waiting: readonly OpenRun[]; readonly running: readonly OpenRun[] } {
    this.#isClosed = true;
    const lines = [...this.#lines.values()];
    for (const line of lines) line.stopTimer?.();
    return {
      waiting: lines.flatMap((line) => line.waiting),
      running: lines.flatMap((line) => line.running ?? []),
    };
  }

  #keepQuiet(line: RunLine, quietMs: number): void {
    this.#leaveLine(line);
    line.stopTimer = this.#options.clock.after(quietMs, () => {
      line.stopTimer = undefined;
      this.#standInLine(line);
      this.review();
    });
  }

  /** Puts a line into its lane, at the end where it has no place yet, as soon as its first run can begin. */
  #standInLine(line: RunLine, place: number = ++this.#places): void {
    const [first] = line.waiting;
    const isBusy = line.running !== undefined || line.stopTimer !== undefined || line.place !== undefined;
    if (first === undefined || isBusy) return;
    line.server = this.#options.serverOf(first);
    line.place = place;
    const lane = this.#lanes.get(line.server) ?? [];
    this.#lanes.set(line.server, lane);
    lane.splice(lane.findLastIndex((other) => (other.place ?? 0) <= place) + 1, 0, line);
  }

  #leaveLine(line: RunLine): void {
    line.stopTimer?.();
    line.stopTimer = undefined;
    line.place = undefined;
    const lane = this.#lanes.get(line.server) ?? [];
    const index = lane.indexOf(line);
    if (index >= 0) lane.splice(index, 1);
    if (lane.length === 0) this.#lanes.delete(line.server);
  }

  #forgetEmpty(line: RunLine): void {
    if (line.waiting.length === 0 && line.running === undefined) this.#lines.delete(line.key);
  }

  /** The line that waits longest among those that can go on. */
  #pick(): RunLine | undefined {
    if (isFull(this.#running, this.#options.limits.concurrent)) return undefined;
    let first: RunLine | undefined;
    for (const [server, [head]] of this.#lanes) {
      if (head?.place === undefined || head.place > (first?.place ?? Infinity)) continue;
      if (server === undefined || this.#hasRoom(server, head)) first = head;
    }
    return first;
  }

  #hasRoom(server: string, { waiting: [run] }: RunLine): boolean {
    const { limits, admits } = this.#options;
    return !isFull(this.#perServer.get(server) ?? 0, limits.perServer) && admits(server, run?.queuedAt ?? 0);
  }

  #begin(line: RunLine): void {
    const { place, server } = line;
    this.#leaveLine(line);
    const [run] = line.waiting;
    if (run === undefined) return;
    if (this.#options.serverOf(run) !== server) {
      // The hook has another server by now; there it stands where it would have stood.
      this.#standInLine(line, place);
      return;
    }
    line.waiting.shift();
    line.running = run;
    this.#count(server, 1);
    void this.#options.start(run).then(() => {
      this.#count(server, -1);
      line.running = undefined;
      this.#standInLine(line);
      this.#forgetEmpty(line);
      this.review();
    });
  }

  #count(server: string | undefined, by: 1 | -1): void {
    this.#running += by;
    if (server !== undefined) this.#perServer.set(server, (this.#perServer.get(server) ?? 0) + by);
  }
}

/** The place of what a person waits for. */
const BEFORE_ALL = 0;

function isFull(count: number, limit: number): boolean {
  return limit >= 0 && count >= limit;
}
