import { parseRetryAfter } from './parse-retry-after.ts';
import type { BackendReply } from './task-backend.ts';

/** An answer as it came. */
export interface RawReply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reads an answer; a body that is no JSON is none. */
export function parseBackendReply({ status, retryAfter, text, now }: RawReply): BackendReply {
  const retryAfterMs = parseRetryAfter(retryAfter, now);
  const body = parseJson(text);
  return {
    status,
    ...(body === undefined ? {} : { body }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
