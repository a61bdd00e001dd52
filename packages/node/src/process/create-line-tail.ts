import { stripVTControlCharacters } from 'node:util';
import type { SecretMask } from '@toolyard/core';

/** The last lines of a stream of text. */
export interface LineTail {
  push(chunk: Uint8Array): void;
  /** Oldest first; what stands after the last line end counts as a line. */
  lines(): readonly string[];
}

/** What a tail keeps. */
export interface LineTailOptions {
  readonly maxLines: number;
  /** Bytes of a line that are kept; the rest of it is skipped. */
  readonly maxLineBytes: number;
  readonly mask: SecretMask;
  onLine(line: string): void;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const decoder = new TextDecoder();

/** Keeps the last lines, cleaned of control characters and secrets; costs the same however much is pushed. */
export function createLineTail({ maxLines, maxLineBytes, mask, onLine }: LineTailOptions): LineTail {
  const ring: string[] = [];
  let written = 0;
  const line = new Uint8Array(maxLineBytes);
  let size = 0;
  let isCut = false;

  function take(part: Uint8Array): void {
    const kept = part.subarray(0, maxLineBytes - size);
    line.set(kept, size);
    size += kept.length;
    isCut ||= kept.length < part.length;
  }

  function current(): string {
    const text = clean(decoder.decode(line.subarray(0, size)));
    // A cut may leave half a character.
    return isCut ? `${mask(text.replace(/\uFFFD$/, ''), true)}…` : mask(text);
  }

  function endLine(): void {
    const text = current();
    size = 0;
    isCut = false;
    if (text.trim() === '') return;
    ring[written++ % maxLines] = text;
    onLine(text);
  }

  return {
    push(chunk) {
      let from = 0;
      for (let at = nextLineEnd(chunk, 0); at >= 0; at = nextLineEnd(chunk, from)) {
        take(chunk.subarray(from, at));
        endLine();
        from = at + 1;
      }
      take(chunk.subarray(from));
    },
    lines() {
      const oldest = written > maxLines ? written % maxLines : 0;
      const last = current();
      const ordered = [...ring.slice(oldest), ...ring.slice(0, oldest)];
      return last.trim() === '' ? ordered : [...ordered, last].slice(-maxLines);
    },
  };
}

/** Progress bars end their lines with a carriage return only. */
function nextLineEnd(chunk: Uint8Array, from: number): number {
  const newline = chunk.indexOf(NEWLINE, from);
  const within = newline < 0 ? chunk.subarray(from) : chunk.subarray(from, newline);
  const carriageReturn = within.indexOf(RETURN);
  return carriageReturn < 0 ? newline : from + carriageReturn;
}

function clean(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
