import type { CursorPosition, SortOrder, TaskSort } from './list-query.ts';
import { PRIORITIES, TASK_LIMITS } from './task.ts';

const VERSION = 1;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
// Comparing may make a title longer than it is.
const MAX_TITLE_KEY = TASK_LIMITS.title * 3;

/** Which list a cursor belongs to. */
export interface CursorList {
  readonly sort: TaskSort;
  readonly order: SortOrder;
}

/** A place in a list as text that means nothing to its reader. */
export function toCursor({ key, id }: CursorPosition, { sort, order }: CursorList): string {
  const bytes = new TextEncoder().encode(JSON.stringify([VERSION, sort, order, key, id]));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The place that a cursor stands for; `undefined` where it is not one of ours, or of another list. */
export function parseCursor(text: string, list: CursorList): CursorPosition | undefined {
  const read = readJson(text);
  if (!Array.isArray(read) || read.length !== 5) return undefined;
  const [version, sort, order, key, id]: unknown[] = read;
  if (version !== VERSION || sort !== list.sort || order !== list.order) return undefined;
  if (!isId(id) || !isKey(key, list.sort)) return undefined;
  return { key, id };
}

function readJson(text: string): unknown {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return JSON.parse(decoder.decode(Uint8Array.from(bytes, (char) => char.codePointAt(0) ?? 0)));
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isKey(key: unknown, sort: TaskSort): key is CursorPosition['key'] {
  switch (sort) {
    case 'priority':
      return Number.isInteger(key) && PRIORITIES[Number(key)] !== undefined;
    case 'title':
      return typeof key === 'string' && key.length <= MAX_TITLE_KEY && !/\0|\p{Cs}/u.test(key);
    case 'due_date':
      return key === null || isMoment(key);
    default:
      return isMoment(key);
  }
}

function isMoment(key: unknown): boolean {
  if (typeof key !== 'string' || !MOMENT.test(key)) return false;
  const time = Date.parse(key);
  // Not every day that can be written is one, and databases refuse the others.
  return !Number.isNaN(time) && new Date(time).toISOString() === key && !key.startsWith('0000');
}
