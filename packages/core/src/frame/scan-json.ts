import { decodeText } from './decode-text.ts';
import { skipPlain } from './skip-plain.ts';

/** Where a JSON value stands in a byte array: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

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

/** Stands for "this is not JSON", since an index is never negative. */
const INVALID = -1;

/** Decodes a part of a message; invalid UTF-8 becomes replacement characters. */
export function decodeSpan(bytes: Uint8Array, span: Span): string {
  return decodeText(bytes, span.start, span.end);
}

/** The value of the string at `span`, whose quotes are part of it. */
export function decodeString(bytes: Uint8Array, { start, end }: Span): string {
  const text = decodeText(bytes, start + 1, end - 1);
  // Escapes are rare where this is used, and only JSON.parse knows all of them.
  return text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text;
}

/** What is known of an object after it was read once. */
export interface ScannedObject {
  /** By decoded names, in the order of the text. */
  readonly members: ReadonlyMap<string, Span>;
  readonly end: number;
  /** The members of the member that was asked for, where it is an object that is as unambiguous as this one. */
  readonly inner: ReadonlyMap<string, Span> | undefined;
}

/**
 * The members of the object at `start`, and with them those of its member `inside`.
 *
 * Checks the whole object against the JSON grammar without building it. Answers `undefined` where it is not an object,
 * not valid, or names a member twice: two readers could then see two different messages.
 */
export function scanObject(bytes: Uint8Array, start = 0, inside?: string): ScannedObject | undefined {
  let at = skipSpace(bytes, start);
  if (bytes[at] !== OPEN_BRACE) return undefined;
  const members = new Map<string, Span>();
  let inner: ReadonlyMap<string, Span> | undefined;
  at = skipSpace(bytes, at + 1);
  if (bytes[at] === CLOSE_BRACE) return { members, end: at + 1, inner };
  for (;;) {
    const keyEnd = skipString(bytes, at);
    const valueStart = skipColon(bytes, keyEnd);
    if (valueStart === INVALID) return undefined;
    const name = decodeString(bytes, { start: at, end: keyEnd });
    if (members.has(name)) return undefined;
    const within = name === inside ? scanObject(bytes, valueStart) : undefined;
    inner ??= within?.members;
    const valueEnd = within?.end ?? skipValue(bytes, valueStart);
    if (valueEnd === INVALID) return undefined;
    members.set(name, { start: valueStart, end: valueEnd });
    at = skipSpace(bytes, valueEnd);
    if (bytes[at] === CLOSE_BRACE) return { members, end: at + 1, inner };
    if (bytes[at] !== COMMA) return undefined;
    at = skipSpace(bytes, at + 1);
  }
}

/** The elements of the array at `start`, checked like an object's members; `undefined` where it is not a valid array. */
export function scanArray(bytes: Uint8Array, start = 0): { elements: Span[]; end: number } | undefined {
  let at = skipSpace(bytes, start);
  if (bytes[at] !== OPEN_BRACKET) return undefined;
  const elements: Span[] = [];
  at = skipSpace(bytes, at + 1);
  if (bytes[at] === CLOSE_BRACKET) return { elements, end: at + 1 };
  for (;;) {
    const end = skipValue(bytes, at);
    if (end === INVALID) return undefined;
    elements.push({ start: at, end });
    at = skipSpace(bytes, end);
    if (bytes[at] === CLOSE_BRACKET) return { elements, end: at + 1 };
    if (bytes[at] !== COMMA) return undefined;
    at = skipSpace(bytes, at + 1);
  }
}

/** The first index at or after `at` that is not JSON white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let index = at;
  for (;;) {
    const byte = bytes[index];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return index;
    index++;
  }
}

/**
 * The index after the value at `start`, or -1.
 *
 * One loop with a stack of its own instead of recursion, since the depth of a message is the sender's choice.
 */
function skipValue(bytes: Uint8Array, start: number): number {
  const open: number[] = [];
  let at = start;
  for (;;) {
    const byte = bytes[at];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const close = byte === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
      at = skipSpace(bytes, at + 1);
      if (bytes[at] === close) {
        at++;
      } else {
        open.push(close);
        at = close === CLOSE_BRACE ? skipKey(bytes, at) : at;
        if (at === INVALID) return INVALID;
        continue;
      }
    } else {
      at = skipScalar(bytes, at);
      if (at === INVALID) return INVALID;
    }
    at = closeOrContinue(bytes, at, open);
    if (open.length === 0 || at === INVALID) return at;
  }
}

/** After a value: leaves the containers that end here and stands at the next value, or after the outermost one. */
function closeOrContinue(bytes: Uint8Array, start: number, open: number[]): number {
  let at = start;
  while (open.length > 0) {
    at = skipSpace(bytes, at);
    const byte = bytes[at];
    const close = open[open.length - 1];
    if (byte === close) {
      open.pop();
      at++;
    } else if (byte === COMMA) {
      at = skipSpace(bytes, at + 1);
      return close === CLOSE_BRACE ? skipKey(bytes, at) : at;
    } else {
      return INVALID;
    }
  }
  return at;
}

/** From a member's name to the start of its value. */
function skipKey(bytes: Uint8Array, start: number): number {
  return skipColon(bytes, skipString(bytes, start));
}

/** From the end of a member's name, if that is valid, to the start of its value. */
function skipColon(bytes: Uint8Array, end: number): number {
  if (end === INVALID) return INVALID;
  const colon = skipSpace(bytes, end);
  return bytes[colon] === COLON ? skipSpace(bytes, colon + 1) : INVALID;
}

function skipScalar(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === QUOTE) return skipString(bytes, at);
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

function skipString(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== QUOTE) return INVALID;
  let at = start + 1;
  for (;;) {
    at = skipPlain(bytes, at);
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
  while (isDigit(bytes[at])) at++;
  return at;
}
