import { createByteList } from './create-byte-list.ts';

/** Cuts a stream of bytes into lines. */
export interface LineSplitter {
  /** Calls `onLine` for every line that this chunk completes, without its line end; empty lines are skipped. */
  push(chunk: Uint8Array): void;
  /** The stream is over: what stands after the last newline is a line too. */
  end(): void;
}

/** What a line splitter reports. */
export interface LineHandlers {
  readonly maxBytes: number;
  onLine(line: Uint8Array): void;
  /** A line went over `maxBytes`; nothing of it is kept, and the next line is read as usual. */
  onOverlong(): void;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Splits at newlines and joins each line once, when its end is seen: a message in many chunks costs its own length,
 * not the square of it.
 */
export function createLineSplitter(handlers: LineHandlers): LineSplitter {
  const line = createByteList();
  let skipping = false;

  function take(part: Uint8Array): void {
    if (skipping) return;
    if (line.size + part.length > handlers.maxBytes) {
      skipping = true;
      line.clear();
      handlers.onOverlong();
      return;
    }
    line.add(part);
  }

  function end(): void {
    // Nothing is held of a line that is skipped, and an empty one is none.
    const whole = line.join();
    line.clear();
    skipping = false;
    tell(whole);
  }

  function tell(whole: Uint8Array): void {
    const trimmed = whole[whole.length - 1] === RETURN ? whole.subarray(0, -1) : whole;
    if (trimmed.length > 0) handlers.onLine(trimmed);
  }

  return {
    push(chunk) {
      let from = 0;
      for (;;) {
        const newline = chunk.indexOf(NEWLINE, from);
        if (newline < 0) break;
        const part = chunk.subarray(from, newline);
        from = newline + 1;
        // Mostly a line comes whole, and there is nothing to join.
        if (line.size === 0 && !skipping && part.length <= handlers.maxBytes) tell(part);
        else {
          take(part);
          end();
        }
      }
      if (from < chunk.length) take(chunk.subarray(from));
    },
    end,
  };
}
