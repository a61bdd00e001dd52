import type { Pressure } from '@toolyard/core';

/**
 * Listeners that are told one after another, in the order in which they were added.
 *
 * What one of them throws is told to `onBug`, and keeps neither the others nor whoever tells from going on.
 */
export class Listeners<Arguments extends readonly unknown[]> {
  readonly #all = new Set<(...args: Arguments) => Pressure>();
  readonly #onBug: (error: unknown) => void;

  constructor(onBug: (error: unknown) => void) {
    this.#onBug = onBug;
  }

  /** Nobody would hear of an event. */
  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** The returned function takes the listener away. */
  add(listener: (...args: Arguments) => Pressure): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Waits for those that cannot take more yet. */
  tell(...args: Arguments): Pressure {
    const busy: Promise<void>[] = [];
    for (const listener of this.#all) {
      const pressure = this.#tellOne(listener, args);
      if (pressure !== undefined) busy.push(pressure);
    }
    return busy.length === 0 ? undefined : Promise.all(busy).then(() => undefined);
  }

  #tellOne(listener: (...args: Arguments) => Pressure, args: Arguments): Pressure {
    try {
      return listener(...args)?.catch(this.#onBug);
    } catch (error) {
      this.#onBug(error);
      return undefined;
    }
  }
}
