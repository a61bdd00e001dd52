import { applyByteEdits, type Edit } from './edit-json.ts';
import { encodeText } from './encode-text.ts';
import { Members, moveMembers, type Member, type MovedMembers } from './members.ts';
import { readId, toIdText, type RequestId } from './request-id.ts';
import { decodeSpan, decodeString, planScan, scanArray, scanObject, ScanNotes, skipSpace } from './scan-json.ts';
import { toOneLine, toOneLineText } from './to-one-line.ts';
import { toValidText } from './to-valid-text.ts';

const INVALID_REQUEST = -32600;
const INTERNAL = -32603;

/** The top-level members that routing looks at; the last is our own, between processes of ours. */
export type FrameMember = 'id' | 'method' | 'params' | 'result' | 'error' | 'relatedTo';

/** How deeply a message may be nested: far more than any has, and little enough for everything that reads it. */
const MAX_MESSAGE_DEPTH = 1000;

const NO_MEMBERS = new Members();

/** The objects of a message whose members are looked up, all found while the message is read once. */
const MESSAGE = planScan({ params: { _meta: {} }, result: {} });

/**
 * One JSON-RPC message on a link, known to be valid JSON but parsed only as far as routing needs.
 *
 * Frames are edited, never rebuilt, so that everything Toolyard does not know passes through byte for byte, except that
 * a line break between two tokens is a space: on most links a line is a message, and a second line would be another.
 */
export class Frame {
  /** One line. */
  readonly bytes: Uint8Array;
  /** Why nobody may act on the request or notification, whose parameters are left out. */
  readonly refusal: JsonRpcError | undefined;
  #known: Members | undefined;
  #id: RequestId | null | undefined;
  #method: string | null | undefined;
  #params: Members | null | undefined;
  #isResponse: boolean | undefined;
  /** Where the members stood in the message that it is a copy of. */
  #before: MovedMembers | undefined;

  /** `bytes` must be a JSON object; its members are looked for when somebody asks, unless they are known. */
  constructor(bytes: Uint8Array, known?: Members, refusal?: JsonRpcError) {
    this.bytes = bytes;
    this.#known = known;
    this.refusal = refusal;
  }

  /** Absent on notifications, and on the error that answers an unreadable request (`id: null`). */
  get id(): RequestId | undefined {
    if (this.#id === undefined) {
      const span = this.#find('id');
      this.#id = (span && readId(this.bytes, span)) ?? null;
    }
    return this.#id ?? undefined;
  }

  /** Absent on responses. */
  get method(): string | undefined {
    if (this.#method === undefined) {
      const span = this.#find('method');
      this.#method = span !== undefined && this.bytes[span.start] === 0x22 ? decodeString(this.bytes, span) : null;
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
    this.#isResponse ??=
      this.method === undefined && (this.#find('result') !== undefined || this.#find('error') !== undefined);
    return this.#isResponse;
  }

  /** Where a top-level member's value stands, if the message has it. */
  span(member: FrameMember): Member | undefined {
    return this.#find(member);
  }

  /** The text of a top-level member's value exactly as it was sent. */
  text(member: FrameMember): string | undefined {
    const span = this.#find(member);
    return span && decodeSpan(this.bytes, span);
  }

  /** A top-level member parsed; each use parses again, so keep the value. */
  value(member: FrameMember): unknown {
    const text = this.text(member);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Where the members of `params` stand; absent where it is no object, or one that names a member twice. */
  get params(): Members | undefined {
    if (this.#params === undefined) this.#params = this.#find('params')?.members ?? null;
    return this.#params ?? undefined;
  }

  /** The same for the `_meta` of `params`. */
  get meta(): Members | undefined {
    return this.params?.get('_meta')?.members;
  }

  /** The same for `result`. */
  get result(): Members | undefined {
    return this.#find('result')?.members;
  }

  /** Where a member of `params` stands. */
  paramSpan(name: string): Member | undefined {
    return this.params?.get(name);
  }

  /** One member of `params` parsed, the rest unread. */
  param(name: string): unknown {
    const span = this.paramSpan(name);
    if (span === undefined) return undefined;
    return this.bytes[span.start] === 0x22 ? decodeString(this.bytes, span) : JSON.parse(decodeSpan(this.bytes, span));
  }

  /** A member of `params` that names a request, such as that of a cancellation. */
  paramId(name: string): RequestId | undefined {
    const span = this.paramSpan(name);
    return span && readId(this.bytes, span);
  }

  /** A copy with the edits made. */
  edited(edits: readonly Edit[]): Frame {
    return edits.length === 0 ? this : new Frame(applyByteEdits(this.bytes, edits));
  }

  /** The same message under another id. */
  withId(id: RequestId): Frame {
    const span = this.#find('id');
    if (span === undefined) return this;
    const frame = this.edited([{ span, text: toIdText(id) }]);
    // Whoever reads it then need not have it scanned again, however large it is.
    frame.#before = { members: this.#known ?? NO_MEMBERS, from: span.end, by: frame.bytes.length - this.bytes.length };
    return frame;
  }

  #find(name: FrameMember): Member | undefined {
    this.#known ??= this.#learn();
    return this.#known.get(name);
  }

  #learn(): Members {
    const before = this.#before;
    this.#before = undefined;
    return before === undefined ? (scanObject(this.bytes, 0, MESSAGE)?.members ?? NO_MEMBERS) : moveMembers(before);
  }
}

/** Reads one message; `undefined` where the bytes are not one valid JSON object that could be JSON-RPC. */
export function parseFrame(bytes: Uint8Array): Frame | undefined {
  const notes = new ScanNotes();
  const scanned = scanObject(bytes, 0, MESSAGE, notes);
  if (scanned === undefined) return undefined;
  const isWhole = scanned.end === bytes.length;
  if (!isWhole && skipSpace(bytes, scanned.end) !== bytes.length) return undefined;
  const message = isWhole ? bytes : bytes.subarray(0, scanned.end);
  if (notes.hasHighByte) {
    // What is not UTF-8 would end a strict reader, whoever's message it works on next.
    const valid = toValidText(message);
    if (valid !== message) return parseFrame(valid);
  }
  // A line break and a space have the same length, so that everything stays where it is.
  const frame = new Frame(notes.hasLineBreak ? toOneLine(message) : message, scanned.members);
  if (frame.method === undefined && !frame.isResponse) return undefined;
  return notes.depth > MAX_MESSAGE_DEPTH ? withoutDepth(frame) : frame;
}

/** What is left of a message that is nested too deeply: an error in place of an answer, nothing to act on otherwise. */
function withoutDepth({ id, method }: Frame): Frame | undefined {
  const message = `The message is nested more than ${MAX_MESSAGE_DEPTH.toLocaleString('en')} levels deep and was refused.`;
  if (method === undefined) return id === undefined ? undefined : createErrorResponse(id, { code: INTERNAL, message });
  const { bytes } = id === undefined ? createNotification(method) : createRequest(id, method);
  return new Frame(bytes, undefined, { code: INVALID_REQUEST, message });
}

/** How many messages a batch may have; one that has more is no message at all. */
const MAX_BATCH = 100_000;

/** Whether a line is a batch, as revision 2025-03-26 allows, if it is anything. */
export function isBatch(bytes: Uint8Array): boolean {
  return bytes[skipSpace(bytes, 0)] === 0x5b;
}

/** Reads a line: one message, or a batch. Empty where any part is not a message. */
export function parseFrames(bytes: Uint8Array): Frame[] {
  if (!isBatch(bytes)) {
    const frame = parseFrame(bytes);
    return frame ? [frame] : [];
  }
  const batch = scanArray(bytes, 0, MAX_BATCH);
  if (batch?.end === undefined || skipSpace(bytes, batch.end) !== bytes.length) return [];
  const frames = batch.elements.map((span) => parseFrame(bytes.subarray(span.start, span.end)));
  return frames.every((frame) => frame !== undefined) ? frames : [];
}

/** Builds a request. */
export function createRequest(id: RequestId, method: string, params?: unknown): Frame {
  return fromText(`{"jsonrpc":"2.0","id":${toIdText(id)},${JSON.stringify({ method, params }).slice(1)}`);
}

/** Builds a notification. */
export function createNotification(method: string, params?: unknown): Frame {
  return fromText(JSON.stringify({ jsonrpc: '2.0', method, params }));
}

/** Builds what tells the other side that nobody waits for the answer to a request any more. */
export function createCancellation(id: RequestId, reason?: string): Frame {
  const why = reason === undefined ? '' : `,"reason":${JSON.stringify(reason)}`;
  return fromText(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${toIdText(id)}${why}}}`);
}

/** Builds a response whose result is already JSON text, so that large lists are not parsed and written again. */
export function createResponse(id: RequestId, resultJson: string): Frame {
  return fromText(`{"jsonrpc":"2.0","id":${toIdText(id)},"result":${resultJson}}`);
}

/** Builds an error response. */
export function createErrorResponse(id: RequestId, error: JsonRpcError): Frame {
  return fromText(`{"jsonrpc":"2.0","id":${toIdText(id)},"error":${JSON.stringify(error)}}`);
}

/** The `error` member of a JSON-RPC response. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

function fromText(text: string): Frame {
  return new Frame(encodeText(toOneLineText(text)));
}
