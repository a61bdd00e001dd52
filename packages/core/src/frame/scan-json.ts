import { decodeText, recallString } from './decode-text.ts';
import { Members, type Member } from './members.ts';
import { skipPlain } from './skip-plain.ts';
import type { Span } from './span.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const ZERO = 0x30;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Stands for "this is not JSON", since an index is never negative. */
const INVALID = -1;

/** Far beyond what any message may have, so that one of brackets alone does not fill the memory. */
const LONGEST_STACK = 1 << 20;

/** Decodes a part of a message; invalid UTF-8 becomes replacement characters. */
export function decodeSpan(bytes: Uint8Array, span: Span): string {
  return decodeText(bytes, span.start, span.end);
}

/** The value of the string at `span`, whose quotes are part of it. */
export function decodeString(bytes: Uint8Array, { start, end }: Span): string {
  return decodeQuoted(bytes, start, end);
}

function decodeQuoted(bytes: Uint8Array, start: number, end: number): string {
  const text = decodeText(bytes, start + 1, end - 1);
  // Escapes are rare where this is used, and only JSON.parse knows all of them.
  return text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text;
}

/** An object whose members are to be found. */
export interface ScanPlan {
  /** How many objects are open inside of it, itself included. */
  readonly level: number;
  /** Its members whose own members are to be found too. */
  readonly inside: ReadonlyMap<string, ScanPlan>;
}

/** Names of members, and in them the same. */
interface Names {
  readonly [name: string]: Names;
}

/** Plans to find the members of an object, and of those objects in it that are named. */
export function planScan(names: Names, level = 1): ScanPlan {
  const inside = Object.entries(names).map(([name, within]) => [name, planScan(within, level + 1)] as const);
  return { level, inside: new Map(inside) };
}

const ALONE = planScan({});

/** What is known of an object after it was read once. */
export interface ScannedObject {
  readonly members: Members;
  readonly end: number;
}

/** What is known of an array after it was read once. */
export interface ScannedArray {
  readonly elements: readonly Span[];
  /** Absent where there are more elements than were read. */
  readonly end: number | undefined;
}

/** What a scan sees of a text on its way, besides whether it is valid. */
export class ScanNotes {
  /** A line break stands between two tokens; inside of strings JSON has none. */
  hasLineBreak = false;
  /** How many objects and arrays are open at the deepest place; empty ones do not count. */
  depth = 0;
  /** A string holds bytes that are not ASCII, and may not be UTF-8. */
  hasHighByte = false;
  /** How many containers are open where the scan stands, of those whose members are not looked at. */
  open = 0;
}

/**
 * The members of the object at `start`, and with them those of the members that the plan names.
 *
 * Checks the whole object against the JSON grammar without building it. Answers `undefined` where it is not an object,
 * not valid, has very many members, or names one twice: two readers could then see two different messages.
 *
 * Most sessions are over before this code is compiled, and until then every call of a function counts. So the white
 * space that hardly any message has is looked for here, and skipped elsewhere.
 */
export function scanObject(
  bytes: Uint8Array,
  start = 0,
  plan: ScanPlan = ALONE,
  notes: ScanNotes = new ScanNotes(),
): ScannedObject | undefined {
  let at = skipSpace(bytes, start, notes);
  if (bytes[at] !== OPEN_BRACE) return undefined;
  const members = new Members();
  at = skipSpace(bytes, at + 1, notes);
  if (bytes[at] === CLOSE_BRACE) return { members, end: at + 1 };
  notes.depth = Math.max(notes.depth, plan.level);
  for (;;) {
    const member = readMember(bytes, at, plan, notes);
    if (member === undefined || !members.add(member)) return undefined;
    at = member.end;
    if ((bytes[at] ?? 0) <= SPACE) at = skipSpace(bytes, at, notes);
    if (bytes[at] === CLOSE_BRACE) return { members, end: at + 1 };
    if (bytes[at] !== COMMA) return undefined;
    at++;
    if ((bytes[at] ?? 0) <= SPACE) at = skipSpace(bytes, at, notes);
  }
}

function readMember(bytes: Uint8Array, at: number, { level, inside }: ScanPlan, notes: ScanNotes): Member | undefined {
  const known = recallString(bytes, at);
  const nameEnd = known === undefined ? skipString(bytes, at, notes) : at + known.bytes.length + 2;
  const start = skipColon(bytes, nameEnd, notes);
  if (start === INVALID) return undefined;
  const name = known === undefined ? decodeQuoted(bytes, at, nameEnd) : known.text;
  const within = inside.get(name);
  const scanned = within && scanObject(bytes, start, within, notes);
  const end = scanned?.end ?? skipValue(bytes, start, level, notes);
  return end === INVALID ? undefined : { name, start, end, members: scanned?.members, next: undefined };
}

/**
 * The elements of the array at `start`, checked like an object's members; `undefined` where it is not a valid array.
 *
 * Reads at most `most` of them, since a list of spans takes many times the memory of an array of short elements.
 */
export function scanArray(bytes: Uint8Array, start: number, most: number): ScannedArray | undefined {
  const notes = new ScanNotes();
  let at = skipSpace(bytes, start);
  if (bytes[at] !== OPEN_BRACKET) return undefined;
  const elements: Span[] = [];
  at = skipSpace(bytes, at + 1);
  if (bytes[at] === CLOSE_BRACKET) return { elements, end: at + 1 };
  for (;;) {
    if (elements.length >= most) return { elements, end: undefined };
    const end = skipValue(bytes, at, 1, notes);
    if (end === INVALID) return undefined;
    elements.push({ start: at, end });
    at = skipSpace(bytes, end);
    if (bytes[at] === CLOSE_BRACKET) return { elements, end: at + 1 };
    if (bytes[at] !== COMMA) return undefined;
    at = skipSpace(bytes, at + 1);
  }
}

/** The first index at or after `at` that is not JSON white space. */
export function skipSpace(bytes: Uint8Array, at: number, notes?: ScanNotes): number {
  let index = at;
  for (;;) {
    const byte = bytes[index];
    if (byte !== SPACE && byte !== 0x09) {
      if (byte !== NEWLINE && byte !== RETURN) return index;
      if (notes !== undefined) notes.hasLineBreak = true;
    }
    index++;
  }
}

/** The index after the value at `start`, or -1. */
function skipValue(bytes: Uint8Array, start: number, level: number, notes: ScanNotes): number {
  const byte = bytes[start];
  if (byte === QUOTE) return skipString(bytes, start, notes);
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return skipContainer(bytes, start, level, notes);
  return skipWordOrNumber(bytes, start);
}

/** What closes each container that is open where a scan stands; grows with the first message that is deeper. */
let closers = new Uint8Array(64);

/**
 * The index after the object or array at `start`, or -1.
 *
 * One loop with a stack of its own instead of recursion, since the depth of a message is the sender's choice.
 */
function skipContainer(bytes: Uint8Array, start: number, level: number, notes: ScanNotes): number {
  notes.open = 0;
  let at = start;
  for (;;) {
    const byte = bytes[at];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const close = byte === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
      at++;
      if ((bytes[at] ?? 0) <= SPACE) at = skipSpace(bytes, at, notes);
      if (bytes[at] === close) {
        at++;
      } else {
        if (!noteOpen(close, level, notes)) return INVALID;
        if (close === CLOSE_BRACE) at = skipKey(bytes, at, notes);
        if (at === INVALID) return INVALID;
        continue;
      }
    } else {
      at = byte === QUOTE ? skipString(bytes, at, notes) : skipWordOrNumber(bytes, at);
      if (at === INVALID) return INVALID;
    }
    at = closeOrContinue(bytes, at, notes);
    if (notes.open === 0 || at === INVALID) return at;
  }
}

function noteOpen(close: number, level: number, notes: ScanNotes): boolean {
  if (notes.open === closers.length) {
    if (closers.length >= LONGEST_STACK) return false;
    const grown = new Uint8Array(closers.length * 2);
    grown.set(closers);
    closers = grown;
  }
  closers[notes.open++] = close;
  if (level + notes.open > notes.depth) notes.depth = level + notes.open;
  return true;
}

/** After a value: leaves the containers that end here and stands at the next value, or after the outermost one. */
function closeOrContinue(bytes: Uint8Array, start: number, notes: ScanNotes): number {
  let at = start;
  while (notes.open > 0) {
    if ((bytes[at] ?? 0) <= SPACE) at = skipSpace(bytes, at, notes);
    const byte = bytes[at];
    const close = closers[notes.open - 1];
    at++;
    if (byte === close) {
      notes.open--;
    } else if (byte === COMMA) {
      if ((bytes[at] ?? 0) <= SPACE) at = skipSpace(bytes, at, notes);
      return close === CLOSE_BRACE ? skipKey(bytes, at, notes) : at;
    } else {
      return INVALID;
    }
  }
  return at;
}

/** From a member's name to the start of its value. */
function skipKey(bytes: Uint8Array, start: number, notes: ScanNotes): number {
  return skipColon(bytes, skipString(bytes, start, notes), notes);
}

/** From the end of a member's name, if that is valid, to the start of its value. */
function skipColon(bytes: Uint8Array, end: number, notes: ScanNotes): number {
  if (end === INVALID) return INVALID;
  const colon = (bytes[end] ?? 0) > SPACE ? end : skipSpace(bytes, end, notes);
  if (bytes[colon] !== COLON) return INVALID;
  return (bytes[colon + 1] ?? 0) > SPACE ? colon + 1 : skipSpace(bytes, colon + 1, notes);
}

function skipWordOrNumber(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === 0x74) return skipWord(bytes, at, 'true');
  if (byte === 0x66) return skipWord(bytes, at, 'false');
  if (byte === 0x6e) return skipWord(bytes, at, 'null');
  return skipNumber(bytes, at);
}

function skipWord(bytes: Uint8Array, at: number, word: string): number {
  for (let index = 0; index < word.length; index++) {
    if (bytes[at + index] !== word.charCodeAt(index)) return INVALID;
  }
  return at + word.length;
}

function skipString(bytes: Uint8Array, start: number, notes: ScanNotes): number {
  if (bytes[start] !== QUOTE) return INVALID;
  let at = start + 1;
  for (;;) {
    at = skipPlain(bytes, at, notes);
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] !== BACKSLASH) return INVALID;
    const escape = skipEscape(bytes, at + 1);
    if (escape === INVALID) return INVALID;
    at = escape + 1;
  }
}

/** The index of the last byte of the escape whose letter stands at `at`. */
function skipEscape(bytes: Uint8Array, at: number): number {
  switch (bytes[at]) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return at;
    case 0x75:
      for (let index = at + 1; index <= at + 4; index++) if (!isHexDigit(bytes[index])) return INVALID;
      return at + 4;
    default:
      return INVALID;
  }
}

function isHexDigit(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= 0x39;
}

function skipNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  if (!isDigit(bytes[at])) return INVALID;
  at = bytes[at] === ZERO ? at + 1 : skipDigits(bytes, at);
  if (bytes[at] === 0x2e) {
    if (!isDigit(bytes[at + 1])) return INVALID;
    at = skipDigits(bytes, at + 1);
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at++;
    if (bytes[at] === 0x2b || bytes[at] === MINUS) at++;
    if (!isDigit(bytes[at])) return INVALID;
    at = skipDigits(bytes, at);
  }
  return at;
}

function skipDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at];
    if (byte === undefined || byte < ZERO || byte > 0x39) return at;
    at++;
  }
}
