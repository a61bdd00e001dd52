import { delay, ToolyardError, type Clock, type Frame, type Pressure } from '@toolyard/core';
import type { HttpChannel } from './create-http-channel.ts';
import { isEventStream, readReplyBody, readEvents, readFrames } from './read-reply.ts';
import { toReconnectMs } from './to-reconnect-ms.ts';

export interface NoticeOptions {
  readonly channel: HttpChannel;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  onFrame(frame: Frame): Pressure;
  /** An event that is no message. */
  onNoise(): void;
  /** The server does not know the session any more. */
  onExpired(): void;
  /** The server can no longer be reached. */
  onGone(error: ToolyardError): void;
}

const LONGEST_WAIT_MS = 30_000;

/** A stream that stayed open this long was a good one, also without a message; events alone make none. */
const STEADY_MS = 10_000;

/** How often in a row the server may be out of reach. */
const MAX_UNREACHABLE = 2;

/** How often in a row it may refuse, for reasons that may pass, a stream that it never gave. */
const MAX_REFUSED = 5;

type Attempt = 'steady' | 'short' | 'refused' | 'unreachable' | 'over';

/** Keeps the stream of what a server sends unasked open for as long as it offers one; resolves when that is over. */
export async function keepNoticeStream(options: NoticeOptions): Promise<void> {
  const { clock, signal } = options;
  const cursor: Cursor = {};
  let failures = 0;
  let last: Attempt = 'steady';
  while (!signal.aborted) {
    const attempt = await listenOnce(options, cursor);
    if (attempt === 'over') return;
    failures = attempt === 'steady' ? 0 : attempt === last ? failures + 1 : 1;
    last = attempt;
    if (attempt === 'unreachable' && failures >= MAX_UNREACHABLE) return options.onGone(cursor.error ?? unreachable());
    if (attempt === 'refused' && failures >= MAX_REFUSED && cursor.isProven !== true) return;
    const fruitless = attempt === 'unreachable' ? 0 : failures;
    const { retryMs } = cursor;
    await delay(clock, toReconnectMs({ retryMs, fruitless, longestMs: LONGEST_WAIT_MS }), signal);
  }
}

interface Cursor {
  id?: string | undefined;
  retryMs?: number | undefined;
  error?: ToolyardError;
  /** There was a good stream; before that, a 404 may just as well mean that the server offers none. */
  isProven?: boolean;
}

async function listenOnce(options: NoticeOptions, cursor: Cursor): Promise<Attempt> {
  const { channel, clock, signal } = options;
  try {
    const reply = await channel.listen(cursor.id, signal);
    if (!isEventStream(reply)) {
      await readReplyBody(reply, 0);
      return toRefusal(reply.status, options, cursor);
    }
    const openedAt = clock.now();
    let isHeard = false;
    const read = readEvents(reply, async ({ type, data, id, retryMs }) => {
      for (const frame of readFrames({ data, type }, options.onNoise)) {
        isHeard = true;
        await options.onFrame(frame);
      }
      Object.assign(cursor, { id, retryMs, isProven: true });
    });
    await read.catch(ignoreLoss);
    if (!isHeard && clock.now() - openedAt < STEADY_MS) return 'short';
    cursor.isProven = true;
    return 'steady';
  } catch (error) {
    if (signal.aborted) return 'over';
    if (!ToolyardError.is(error)) throw error;
    cursor.error = error;
    return error.code === 'server-unavailable' ? 'unreachable' : 'short';
  }
}

function toRefusal(status: number, options: NoticeOptions, cursor: Cursor): Attempt {
  if (status >= 500 || status === 429) return 'refused';
  if ([400, 404].includes(status)) {
    if (cursor.isProven === true) options.onExpired();
    return 'over';
  }
  if (cursor.id === undefined) return 'over';
  // It may be the id that the server does not want to see again.
  cursor.id = undefined;
  return 'refused';
}

/** How a stream ended makes no difference: it is asked for again. */
function ignoreLoss(error: unknown): void {
  if (!ToolyardError.is(error)) throw error;
}

function unreachable(): ToolyardError {
  return new ToolyardError('server-unavailable', 'can no longer be reached');
}
