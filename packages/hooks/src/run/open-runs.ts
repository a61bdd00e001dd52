import type { OpenRun } from './open-run.ts';

/** All runs that have not ended, and all that is being written down; tells when there is nothing left. */
export class OpenRuns {
  readonly #runs = new Set<OpenRun>();
  readonly #onIdle = new Set<() => void>();
  #writing = 0;

  add(run: OpenRun): void {
    this.#runs.add(run);
  }

  delete(run: OpenRun): void {
    this.#runs.delete(run);
    this.#review();
  }

  /** Those that stand for one of the events. */
  of(events: ReadonlySet<string>): readonly OpenRun[] {
    if (events.size === 0) return [];
    return [...this.#runs].filter((run) => run.eventIds.some((id) => events.has(id)));
  }

  /** Counts something that is under way as long as it takes. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#writing++;
    try {
      return await work();
    } finally {
      this.#writing--;
      this.#review();
    }
  }

  /** Resolves when nothing is left. */
  async idle(): Promise<void> {
    while (!this.#isIdle()) await new Promise<void>((resolve) => this.#onIdle.add(resolve));
  }

  #isIdle(): boolean {
    return this.#runs.size === 0 && this.#writing === 0;
  }

  #review(): void {
    if (!this.#isIdle()) return;
    for (const resolve of this.#onIdle) resolve();
    this.#onIdle.clear();
  }
}
