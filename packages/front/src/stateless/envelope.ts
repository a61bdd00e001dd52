import { decodeSpan, ENVELOPE, STATELESS_REVISION, toTextWithout, type Frame, type JsonRpcError } from '@toolyard/core';
import { STATELESS_ERROR_CODES } from './error-codes.ts';

/** What each request of the stateless revision says about its client. */
export interface Envelope {
  readonly clientInfo: object | undefined;
  /** What it can be asked. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Logs are only sent to requests that name a level. */
  readonly logLevel: string | undefined;
}

const { version: VERSION, capabilities: CAPABILITIES, client: CLIENT, logLevel: LOG_LEVEL } = ENVELOPE;
const STATELESS_JSON = JSON.stringify(STATELESS_REVISION);
const NAMES: readonly string[] = Object.values(ENVELOPE);
const LOG_LEVELS: readonly unknown[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

/** The revision that a message says it is of; `undefined` where it says nothing. */
export function claimedRevision(frame: Frame): unknown {
  // Asked of every message on a pipe, so nothing else is parsed.
  const span = frame.meta?.get(VERSION);
  if (span === undefined) return undefined;
  const text = decodeSpan(frame.bytes, span);
  return text === STATELESS_JSON ? STATELESS_REVISION : JSON.parse(text);
}

/** Longer ones are read each time. */
const LONGEST_KEPT = 4096;

/** What the last request said, and how: a client says the same each time, which is seen sooner than it is read. */
let last: { readonly meta: Uint8Array; readonly envelope: Envelope } | undefined;

/** Reads what must stand in every request. */
export function parseEnvelope(frame: Frame): Envelope | JsonRpcError {
  const span = frame.paramSpan('_meta');
  if (span === undefined) return readEnvelope(frame);
  const given = frame.bytes.subarray(span.start, span.end);
  if (last !== undefined && Buffer.compare(last.meta, given) === 0) return last.envelope;
  const envelope = readEnvelope(frame);
  if (!('code' in envelope) && given.length <= LONGEST_KEPT) last = { meta: new Uint8Array(given), envelope };
  return envelope;
}

function readEnvelope(frame: Frame): Envelope | JsonRpcError {
  const meta = readMeta(frame);
  const { [CLIENT]: clientInfo, [LOG_LEVEL]: logLevel } = meta;
  if (typeof meta[VERSION] !== 'string') return toMissing(VERSION);
  const capabilities = meta[CAPABILITIES];
  if (!isObject(capabilities)) return toMissing(CAPABILITIES);
  if (logLevel !== undefined && !LOG_LEVELS.includes(logLevel)) {
    return toInvalid(`"${LOG_LEVEL}" in "params._meta" is not a log level. Use one of: ${LOG_LEVELS.join(', ')}.`);
  }
  return {
    clientInfo: isObject(clientInfo) ? clientInfo : undefined,
    capabilities: { ...capabilities },
    logLevel: typeof logLevel === 'string' ? logLevel : undefined,
  };
}

/** The request as the handshake era knows it; whatever else its `_meta` holds stays as it is. */
export function withoutEnvelope(frame: Frame): Frame {
  const span = frame.paramSpan('_meta');
  return span === undefined ? frame : frame.edited([{ span, text: keptMeta(frame) }]);
}

/** The JSON text of what a message's `_meta` holds beside the envelope, or beside other names. */
export function keptMeta(frame: Frame, without: readonly string[] = NAMES): string {
  return toTextWithout(frame.bytes, frame.meta ?? [], without);
}

/** The `_meta` of a message; empty for one that is no object or names a member twice, which says nothing for certain. */
export function readMeta(frame: Frame): Readonly<Record<string, unknown>> {
  return frame.meta === undefined ? {} : Object(frame.param('_meta'));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toMissing(name: string): JsonRpcError {
  return toInvalid(
    `"${name}" is missing in "params._meta". Every request of revision ${STATELESS_REVISION} needs a valid one.`,
  );
}

function toInvalid(message: string): JsonRpcError {
  return { code: STATELESS_ERROR_CODES.invalidParams, message };
}
