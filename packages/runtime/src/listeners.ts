import type { Pressure } from '@toolyard/core';

/** Listeners that are told one after another, in the order in which they were added. */
export class Listeners<Arguments extends readonly unknown[]> {
  readonly #all = new Set<(...args: Arguments) => Pressure>();

  /** The returned function takes the listener away. */
  add(listener: (...args: Arguments) => Pressure): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Waits for those that cannot take more yet. */
  tell(...args: Arguments): Pressure {
    const busy: Promise<void>[] = [];
    for (const listener of this.#all) {
      const pressure = listener(...args);
      if (pressure !== undefined) busy.push(pressure);
    }
    return busy.length === 0 ? undefined : Promise.all(busy).then(() => undefined);
  }
}
