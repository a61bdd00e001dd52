import { createByteList, MAX_MESSAGE_BYTES } from '@toolyard/core';

/** One event of a stream of server-sent events. */
export interface ServerEvent {
  /** `message` where the stream names none. */
  readonly type: string;
  /** The data lines, joined with newlines; empty where an event only moves the id. */
  readonly data: Uint8Array;
  /** The id in effect after this event; absent as long as the stream gave none that can be sent back to it. */
  readonly id: string | undefined;
  /** The wait before a reconnection that the server asks for, in milliseconds. */
  readonly retryMs: number | undefined;
}

/** Cuts a stream of bytes into events. */
export interface EventParser {
  /** The events that this chunk completes; `overlong` from the moment a line or an event goes over the limit. */
  push(chunk: Uint8Array): readonly ServerEvent[] | 'overlong';
}

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const NOTHING = new Uint8Array(0);
const NEWLINE = new Uint8Array([LF]);
/** What a header can carry back unchanged, at a length that servers take. */
const SENDABLE_ID = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const MAX_ID_BYTES = 2048;

/** Reads server-sent events as the HTML standard has them; works on bytes, so a chunk may end inside a character. */
export function createEventParser(maxBytes: number = MAX_MESSAGE_BYTES): EventParser {
  const block = createBlock();
  const line = createByteList();
  let isFirstLine = true;
  let skipsNewline = false;
  let isOverlong = false;

  function add(part: Uint8Array): void {
    line.add(part);
    if (line.size + block.size() > maxBytes) isOverlong = true;
  }

  function endLine(): ServerEvent | undefined {
    const whole = line.join();
    line.clear();
    const text = isFirstLine ? withoutMark(whole) : whole;
    isFirstLine = false;
    if (text.length === 0) return block.end();
    block.add(text);
    return undefined;
  }

  return {
    push(chunk) {
      const events: ServerEvent[] = [];
      let from = skipsNewline && chunk[0] === LF ? 1 : 0;
      if (chunk.length > 0) skipsNewline = false;
      const lineEnds = createLineEnds(chunk);
      for (let end = lineEnds.next(from); end >= 0 && !isOverlong; end = lineEnds.next(from)) {
        add(chunk.subarray(from, end));
        if (isOverlong) break;
        const event = endLine();
        if (event !== undefined) events.push(event);
        const isReturn = chunk[end] === CR;
        skipsNewline = isReturn && end + 1 === chunk.length;
        from = isReturn && chunk[end + 1] === LF ? end + 2 : end + 1;
      }
      if (!isOverlong) add(chunk.subarray(from));
      return isOverlong ? 'overlong' : events;
    },
  };
}

/** Finds line ends; each kind is searched for once a chunk, however long its lines are. */
function createLineEnds(chunk: Uint8Array): { next(from: number): number } {
  const find = (byte: number): ((from: number) => number) => {
    let known = -2;
    return (from) => {
      if (known !== -1 && known < from) known = chunk.indexOf(byte, from);
      return known;
    };
  };
  const [newline, carriage] = [find(LF), find(CR)];
  return {
    next(from) {
      const [one, other] = [newline(from), carriage(from)];
      return one < 0 || (other >= 0 && other < one) ? other : one;
    },
  };
}

const FIELD_NAMES = ['data', 'id', 'event', 'retry'] as const;
type FieldName = (typeof FIELD_NAMES)[number];
const FIELDS = FIELD_NAMES.map((name) => ({ name, bytes: new TextEncoder().encode(name) }));

interface Block {
  add(line: Uint8Array): void;
  /** The event that a blank line completes, if there is one. */
  end(): ServerEvent | undefined;
  /** Bytes of the lines with data so far. */
  size(): number;
}

function createBlock(): Block {
  const decoder = new TextDecoder();
  const data = createByteList();
  let hasData = false;
  let size = 0;
  let type = '';
  let hasId = false;
  let id: string | undefined;
  let retryMs: number | undefined;

  const fields: Readonly<Record<FieldName, (value: Uint8Array) => void>> = {
    data(value) {
      if (hasData) data.add(NEWLINE);
      data.add(value);
      hasData = true;
    },
    event: (value) => (type = decoder.decode(value)),
    id(value) {
      if (value.includes(0)) return;
      const text = value.length > MAX_ID_BYTES ? '' : decoder.decode(value);
      id = SENDABLE_ID.test(text) ? text : undefined;
      hasId = true;
    },
    retry(value) {
      const text = decoder.decode(value);
      if (/^\d{1,9}$/.test(text)) retryMs = Number(text);
    },
  };

  return {
    size: () => size,
    add(line) {
      const colon = line.indexOf(COLON);
      // A line that begins with a colon is a comment.
      if (colon === 0) return;
      const name = findField(line, colon < 0 ? line.length : colon);
      if (name === undefined) return;
      const start = line[colon + 1] === SPACE ? colon + 2 : colon + 1;
      if (name === 'data') size += line.length + 1;
      fields[name](colon < 0 ? NOTHING : line.subarray(start));
    },
    end() {
      const isEvent = hasData || hasId;
      const event = isEvent ? { type: type || 'message', data: data.join(), id, retryMs } : undefined;
      data.clear();
      hasData = false;
      size = 0;
      type = '';
      hasId = false;
      return event;
    },
  };
}

/** The field whose name ends at `end`; its bytes are compared, since a stream may have millions of lines. */
function findField(line: Uint8Array, end: number): FieldName | undefined {
  for (const { name, bytes } of FIELDS) {
    if (bytes.length === end && bytes.every((byte, at) => line[at] === byte)) return name;
  }
  return undefined;
}

function withoutMark(line: Uint8Array): Uint8Array {
  return BYTE_ORDER_MARK.every((byte, at) => line[at] === byte) ? line.subarray(BYTE_ORDER_MARK.length) : line;
}
