import { applyEdits, type Edit } from './edit-json.ts';
import { decodeSpan, scanArray, scanObject, skipSpace, type Span } from './scan-json.ts';

/** A JSON-RPC id; it goes back to its sender with the type it came with. */
export type RequestId = string | number;

/** The top-level members that routing looks at. */
export type FrameMember = 'id' | 'method' | 'params' | 'result' | 'error';

const encoder = new TextEncoder();

/**
 * One JSON-RPC message on a link, known to be valid JSON but parsed only as far as routing needs.
 *
 * Frames are edited, never rebuilt, so that everything Toolyard does not know passes through byte for byte.
 */
export class Frame {
  readonly bytes: Uint8Array;
  /** Absent on notifications, and on the error that answers an unreadable request (`id: null`). */
  readonly id: RequestId | undefined;
  /** Absent on responses. */
  readonly method: string | undefined;
  readonly #members: ReadonlyMap<string, Span>;

  constructor(bytes: Uint8Array, members: ReadonlyMap<string, Span>) {
    this.bytes = bytes;
    this.#members = members;
    const id = this.#scalar('id');
    this.id = typeof id === 'string' || typeof id === 'number' ? id : undefined;
    const method = this.#scalar('method');
    this.method = typeof method === 'string' ? method : undefined;
  }

  get isRequest(): boolean {
    return this.method !== undefined && this.id !== undefined;
  }

  get isNotification(): boolean {
    return this.method !== undefined && this.id === undefined;
  }

  get isResponse(): boolean {
    return this.method === undefined && (this.#members.has('result') || this.#members.has('error'));
  }

  /** Where a top-level member's value stands, if the message has it. */
  span(member: FrameMember): Span | undefined {
    return this.#members.get(member);
  }

  /** The text of a top-level member's value exactly as it was sent. */
  text(member: FrameMember): string | undefined {
    const span = this.#members.get(member);
    return span && decodeSpan(this.bytes, span);
  }

  /** A top-level member parsed; each use parses again, so keep the value. */
  value(member: FrameMember): unknown {
    const text = this.text(member);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** A copy with the edits made. */
  edited(edits: readonly Edit[]): Frame {
    const bytes = applyEdits(this.bytes, edits);
    return new Frame(bytes, scanObject(bytes)?.members ?? new Map());
  }

  /** The same message under another id. */
  withId(id: RequestId): Frame {
    const span = this.#members.get('id');
    if (span === undefined) return this;
    const text = JSON.stringify(id);
    return new Frame(applyEdits(this.bytes, [{ span, text }]), moveSpans(this.#members, span, text));
  }

  #scalar(member: FrameMember): unknown {
    const span = this.#members.get(member);
    if (span === undefined) return undefined;
    const first = this.bytes[span.start];
    // An object or array is never an id or a method, however large a sender makes it.
    return first === 0x7b || first === 0x5b ? undefined : JSON.parse(decodeSpan(this.bytes, span));
  }
}

/** Reads one message; `undefined` where the bytes are not one valid JSON object that could be JSON-RPC. */
export function parseFrame(bytes: Uint8Array): Frame | undefined {
  const scanned = scanObject(bytes);
  if (scanned === undefined || skipSpace(bytes, scanned.end) !== bytes.length) return undefined;
  const frame = new Frame(bytes, scanned.members);
  return frame.method !== undefined || frame.isResponse ? frame : undefined;
}

/** Reads a line: one message, or a batch as revision 2025-03-26 allows. Empty where any part is not a message. */
export function parseFrames(bytes: Uint8Array): Frame[] {
  if (bytes[skipSpace(bytes, 0)] !== 0x5b) {
    const frame = parseFrame(bytes);
    return frame ? [frame] : [];
  }
  const batch = scanArray(bytes);
  if (batch === undefined || skipSpace(bytes, batch.end) !== bytes.length) return [];
  const frames = batch.elements.map((span) => parseFrame(bytes.subarray(span.start, span.end)));
  return frames.every((frame) => frame !== undefined) ? frames : [];
}

/** Builds a request. */
export function createRequest(id: RequestId, method: string, params?: unknown): Frame {
  return build({ jsonrpc: '2.0', id, method, params });
}

/** Builds a notification. */
export function createNotification(method: string, params?: unknown): Frame {
  return build({ jsonrpc: '2.0', method, params });
}

/** Builds a response whose result is already JSON text, so that large lists are not parsed and written again. */
export function createResponse(id: RequestId, resultJson: string): Frame {
  return fromText(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`);
}

/** Builds an error response. */
export function createErrorResponse(id: RequestId, error: JsonRpcError): Frame {
  return build({ jsonrpc: '2.0', id, error });
}

/** The `error` member of a JSON-RPC response. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

function build(message: object): Frame {
  return fromText(JSON.stringify(message));
}

function fromText(text: string): Frame {
  const bytes = encoder.encode(text);
  const members = scanObject(bytes)?.members;
  if (members === undefined) throw new TypeError('a frame was built from text that is not a JSON object');
  return new Frame(bytes, members);
}

function moveSpans(members: ReadonlyMap<string, Span>, changed: Span, text: string): Map<string, Span> {
  // Ids are JSON numbers or strings; JSON.stringify of a string may hold non-ASCII, so the length is counted in bytes.
  const by = encoder.encode(text).length - (changed.end - changed.start);
  const moved = new Map<string, Span>();
  for (const [name, span] of members) {
    if (span === changed) moved.set(name, { start: span.start, end: span.end + by });
    else if (span.start > changed.start) moved.set(name, { start: span.start + by, end: span.end + by });
    else moved.set(name, span);
  }
  return moved;
}
