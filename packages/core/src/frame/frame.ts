import { applyEdits, type Edit } from './edit-json.ts';
import { encodeText } from './encode-text.ts';
import {
  decodeSpan,
  decodeString,
  scanArray,
  scanObject,
  skipSpace,
  type ScannedObject,
  type Span,
} from './scan-json.ts';

/** A JSON-RPC id; it goes back to its sender with the type it came with. */
export type RequestId = string | number;

/** The top-level members that routing looks at; the last is our own, between processes of ours. */
export type FrameMember = 'id' | 'method' | 'params' | 'result' | 'error' | 'relatedTo';

const NOTHING: ScannedObject = { members: new Map(), end: 0, inner: undefined };

/**
 * One JSON-RPC message on a link, known to be valid JSON but parsed only as far as routing needs.
 *
 * Frames are edited, never rebuilt, so that everything Toolyard does not know passes through byte for byte.
 */
export class Frame {
  readonly bytes: Uint8Array;
  #scanned: ScannedObject | undefined;
  #id: RequestId | null | undefined;
  #method: string | null | undefined;

  /** `bytes` must be a JSON object; its members are looked for when somebody asks, unless they are known. */
  constructor(bytes: Uint8Array, scanned?: ScannedObject) {
    this.bytes = bytes;
    this.#scanned = scanned;
  }

  /** Absent on notifications, and on the error that answers an unreadable request (`id: null`). */
  get id(): RequestId | undefined {
    if (this.#id === undefined) {
      const id = this.#scalar('id');
      this.#id = typeof id === 'string' || typeof id === 'number' ? id : null;
    }
    return this.#id ?? undefined;
  }

  /** Absent on responses. */
  get method(): string | undefined {
    if (this.#method === undefined) {
      const method = this.#scalar('method');
      this.#method = typeof method === 'string' ? method : null;
    }
    return this.#method ?? undefined;
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

  /** Where the members of `params` stand; absent where it is no object, or one that names a member twice. */
  get params(): ReadonlyMap<string, Span> | undefined {
    return this.#scan().inner;
  }

  /** Where a member of `params` stands. */
  paramSpan(name: string): Span | undefined {
    return this.params?.get(name);
  }

  /** One member of `params` parsed, the rest unread. */
  param(name: string): unknown {
    const span = this.paramSpan(name);
    return span && parseSpan(this.bytes, span);
  }

  /** A copy with the edits made. */
  edited(edits: readonly Edit[]): Frame {
    return edits.length === 0 ? this : new Frame(applyEdits(this.bytes, edits));
  }

  /** The same message under another id. */
  withId(id: RequestId): Frame {
    const span = this.#members.get('id');
    return span === undefined ? this : this.edited([{ span, text: JSON.stringify(id) }]);
  }

  get #members(): ReadonlyMap<string, Span> {
    return this.#scan().members;
  }

  #scan(): ScannedObject {
    this.#scanned ??= scanObject(this.bytes, 0, 'params') ?? NOTHING;
    return this.#scanned;
  }

  #scalar(member: FrameMember): unknown {
    const span = this.#members.get(member);
    if (span === undefined) return undefined;
    const first = this.bytes[span.start];
    // An object or array is never an id or a method, however large a sender makes it.
    return first === 0x7b || first === 0x5b ? undefined : parseSpan(this.bytes, span);
  }
}

function parseSpan(bytes: Uint8Array, span: Span): unknown {
  if (bytes[span.start] === 0x22) return decodeString(bytes, span);
  return parseCount(bytes, span) ?? JSON.parse(decodeSpan(bytes, span));
}

/** The value of a plain whole number, which most ids are. */
function parseCount(bytes: Uint8Array, { start, end }: Span): number | undefined {
  if (end - start > 15) return undefined;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

/** Reads one message; `undefined` where the bytes are not one valid JSON object that could be JSON-RPC. */
export function parseFrame(bytes: Uint8Array): Frame | undefined {
  const scanned = scanObject(bytes, 0, 'params');
  if (scanned === undefined || skipSpace(bytes, scanned.end) !== bytes.length) return undefined;
  const frame = new Frame(bytes, scanned);
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
  return new Frame(encodeText(text));
}
