import type { Span } from './span.ts';

/** A member of an object of a message, and where its value stands. */
export interface Member extends Span {
  /** Decoded. */
  readonly name: string;
  /** Those of its value where they were looked for and it is an unambiguous object. */
  readonly members: Members | undefined;
  /** The one after it in the text. */
  next: Member | undefined;
}

/** The most members of an object whose members are looked at: those of one message must not fill the memory. */
const MOST_MEMBERS = 100_000;

/** Fewer are looked for one by one. */
const FEW_MEMBERS = 16;

/**
 * The members of one object of a message by their names, in the order of the text.
 *
 * A chain, since nearly all objects have a few members and an array starts with room for many.
 */
export class Members implements Iterable<Member> {
  #first: Member | undefined;
  #last: Member | undefined;
  #size = 0;
  #table: Map<string, Member> | undefined;

  get size(): number {
    return this.#size;
  }

  get(name: string): Member | undefined {
    if (this.#table !== undefined) return this.#table.get(name);
    let member = this.#first;
    while (member !== undefined && member.name !== name) member = member.next;
    return member;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *[Symbol.iterator](): Generator<Member> {
    for (let member = this.#first; member !== undefined; member = member.next) yield member;
  }

  /** Answers false, and adds nothing, where the name is there already or there are too many. */
  add(member: Member): boolean {
    if (this.#size > 0 && (this.get(member.name) !== undefined || this.#size >= MOST_MEMBERS)) return false;
    if (this.#last === undefined) this.#first = member;
    else this.#last.next = member;
    this.#last = member;
    this.#size++;
    if (this.#table !== undefined) this.#table.set(member.name, member);
    else if (this.#size === FEW_MEMBERS) this.#table = new Map([...this].map((each) => [each.name, each]));
    return true;
  }
}

/** Members that stand elsewhere in another text: what was at `from` and after it is `by` bytes further back. */
export interface MovedMembers {
  readonly members: Members;
  readonly from: number;
  readonly by: number;
}

/** The same members where they stand now. */
export function moveMembers({ members, from, by }: MovedMembers): Members {
  if (by === 0) return members;
  const move = (place: number): number => (place < from ? place : place + by);
  const moved = new Members();
  for (const { name, start, end, members: inner } of members) {
    const own = inner && moveMembers({ members: inner, from, by });
    moved.add({ name, start: move(start), end: move(end), members: own, next: undefined });
  }
  return moved;
}
