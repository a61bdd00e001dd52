/** Places that may stay while nothing is there. */
const FEW_PLACES = 64;

/**
 * A map for what comes and goes thousands of times a second, such as open requests by their ids.
 *
 * A `Map` gets a new table whenever so many entries have come and gone, and each old table leads to the next. Once one is
 * in the old generation, all that follow and all that stood in them outlive every quick collection, which then takes a
 * fifth of the processor's time. So the `Map` here holds numbers only, and the values stand in an array.
 */
export class ShortTermMap<Key, Value> implements Iterable<readonly [Key, Value]> {
  readonly #places = new Map<Key, number>();
  readonly #values: (Value | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#places.size;
  }

  has(key: Key): boolean {
    return this.#places.has(key);
  }

  get(key: Key): Value | undefined {
    const place = this.#places.get(key);
    return place === undefined ? undefined : this.#values[place];
  }

  set(key: Key, value: Value): void {
    const known = this.#places.get(key);
    const place = known ?? this.#free.pop() ?? this.#values.length;
    if (known === undefined) this.#places.set(key, place);
    this.#values[place] = value;
  }

  /** Answers whether it was there. */
  delete(key: Key): boolean {
    const place = this.#places.get(key);
    if (place === undefined) return false;
    this.#places.delete(key);
    this.#values[place] = undefined;
    this.#free.push(place);
    // What many at once needed is not kept for the few after them.
    if (this.#places.size === 0 && this.#values.length > FEW_PLACES) this.clear();
    return true;
  }

  clear(): void {
    this.#places.clear();
    this.#values.length = 0;
    this.#free.length = 0;
  }

  /** In the order in which they came. */
  *[Symbol.iterator](): Generator<readonly [Key, Value]> {
    for (const [key, place] of this.#places) yield [key, this.#values[place] as Value];
  }

  *values(): Generator<Value> {
    for (const [, value] of this) yield value;
  }
}
