import { isJsonObject } from '@toolyard/core';
import { toText } from '../map/to-text.ts';

/** Longer than any secret, so that none is shown in part because its end was cut off. */
const MARGIN = 16_384;

/**
 * A value without secrets, as it is where its JSON has at most `limit` characters; otherwise the beginning of its text.
 * Looks for secrets only in what is shown.
 */
export function cutValue(value: unknown, limit: number, redact: (value: unknown) => unknown = same): unknown {
  const { length } = toText(value);
  if (length <= limit) return redact(value);
  const isWhole = length <= limit + MARGIN;
  const text = toText(redact(isWhole ? value : takeBeginning(value, { left: limit + MARGIN })));
  const end = isWhole ? limit : Math.min(limit, Math.max(0, text.length - MARGIN));
  return `${text.slice(0, end)}… (cut; ${length} characters in all)`;
}

function same(value: unknown): unknown {
  return value;
}

/** So much of a value that its text begins with as many characters as are left. */
function takeBeginning(value: unknown, room: { left: number }): unknown {
  if (typeof value === 'string') {
    const part = value.slice(0, Math.max(0, room.left));
    room.left -= part.length + 1;
    return part;
  }
  room.left--;
  if (Array.isArray(value)) return takeItems(value, room, (item) => takeBeginning(item, room));
  if (!isJsonObject(value)) return value;
  const members = takeItems(Object.entries(value), room, ([name, member]): [string, unknown] => {
    room.left -= name.length;
    return [name, takeBeginning(member, room)];
  });
  return Object.fromEntries(members);
}

function takeItems<T, U>(items: readonly T[], room: { readonly left: number }, take: (item: T) => U): U[] {
  const taken: U[] = [];
  for (const item of items) {
    if (room.left <= 0) break;
    taken.push(take(item));
  }
  return taken;
}
