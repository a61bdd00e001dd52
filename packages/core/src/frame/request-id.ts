import { decodeText } from './decode-text.ts';
import { decodeString } from './scan-json.ts';
import type { Span } from './span.ts';

/**
 * A JSON-RPC id or a progress token, which go back to their sender as they came. To be compared, and written with
 * `toIdText`: a number that JavaScript cannot hold, such as `1e400`, is a text here.
 */
export type RequestId = string | number;

/** Begins the text that stands for a number; a string that begins with it gets it twice. */
const NUMBER_MARK = '\u0000';

/** Numbers with more digits than this may lose some in JavaScript. */
const EXACT_DIGITS = 15;

/** The id at `span`; `undefined` where the value there is neither a string nor a number. */
export function readId(bytes: Uint8Array, span: Span): RequestId | undefined {
  const first = bytes[span.start] ?? 0;
  if (first === 0x22) {
    const text = decodeString(bytes, span);
    return text.startsWith(NUMBER_MARK) ? NUMBER_MARK + text : text;
  }
  const isNumber = first === 0x2d || (first >= 0x30 && first <= 0x39);
  return isNumber ? (readCount(bytes, span) ?? readNumber(decodeText(bytes, span.start, span.end))) : undefined;
}

/** The JSON text of an id, for its sender. */
export function toIdText(id: RequestId): string {
  if (typeof id === 'number' || !id.startsWith(NUMBER_MARK)) return JSON.stringify(id);
  const rest = id.slice(NUMBER_MARK.length);
  return rest.startsWith(NUMBER_MARK) ? JSON.stringify(rest) : rest;
}

/** The value of a plain whole number, which most ids are. */
function readCount(bytes: Uint8Array, { start, end }: Span): number | undefined {
  if (end - start > EXACT_DIGITS) return undefined;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

function readNumber(text: string): RequestId {
  const value = Number(text);
  const digits = text.replace(/e.*$/i, '').replaceAll(/\D/g, '');
  const isInRange = Math.abs(value) <= Number.MAX_SAFE_INTEGER && (value !== 0 || /^0*$/.test(digits));
  const isExact = isInRange && digits.length <= EXACT_DIGITS;
  return isExact || JSON.stringify(value) === text ? value : NUMBER_MARK + text;
}
