import type { Span } from './scan-json.ts';

/** Where the value of a member stands; with its own members where these were wanted and it is an unambiguous object. */
export interface Value extends Span {
  readonly members: Members | undefined;
}

/** The most members of an object whose members are looked at: those of one message must not fill the memory. */
const MOST_MEMBERS = 100_000;

/** Fewer are looked for one by one, which is quicker than a table and needs less memory. */
const FEW_MEMBERS = 16;

/** The members of one object of a message by their decoded names, in the order of the text. */
export class Members implements Iterable<readonly [name: string, value: Value]> {
  readonly #names: string[] = [];
  readonly #values: Value[] = [];
  #table: Map<string, Value> | undefined;

  get size(): number {
    return this.#names.length;
  }

  get(name: string): Value | undefined {
    if (this.#table !== undefined) return this.#table.get(name);
    const index = this.#names.indexOf(name);
    return index < 0 ? undefined : this.#values[index];
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  keys(): readonly string[] {
    return this.#names;
  }

  *[Symbol.iterator](): Generator<readonly [string, Value]> {
    for (const [index, value] of this.#values.entries()) yield [this.#names[index] ?? '', value];
  }

  /** Answers false, and adds nothing, where the name is there already or there are too many. */
  add(name: string, value: Value): boolean {
    const names = this.#names;
    if (this.#table !== undefined) {
      if (names.length >= MOST_MEMBERS || this.#table.has(name)) return false;
      this.#table.set(name, value);
    } else if (names.includes(name)) return false;
    names.push(name);
    this.#values.push(value);
    if (names.length === FEW_MEMBERS) this.#table = new Map(this);
    return true;
  }
}
