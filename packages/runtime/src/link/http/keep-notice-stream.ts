import { ToolyardError, type Clock, type Frame, type Pressure } from '@toolyard/core';
import type { HttpChannel } from './create-http-channel.ts';
import { pause } from './pause.ts';
import { isEventStream, readBody, readEvents, readFrames } from './read-reply.ts';

/** What a stream of unasked messages needs, and whom it tells. */
export interface NoticeOptions {
  readonly channel: HttpChannel;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  onFrame(frame: Frame): Pressure;
  /** An event that is no message. */
  onNoise(): void;
  /** The server does not know the session any more. */
  onExpired(): void;
  /** The server cannot be reached any more. */
  onGone(error: ToolyardError): void;
}

const RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** A stream that stayed open this long was a good one, also without a message. */
const STEADY_MS = 10_000;

/** How often in a row the server may be out of reach. */
const MAX_UNREACHABLE = 2;

/** How often in a row it may refuse the stream for reasons that may pass. */
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
    if (attempt === 'refused' && failures >= MAX_REFUSED) return;
    const growth = attempt === 'unreachable' ? 1 : 2 ** Math.max(0, failures - 1);
    await pause(clock, Math.min((cursor.retryMs ?? RETRY_MS) * growth, MAX_RETRY_MS), signal);
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
      await readBody(reply, 0);
      if (cursor.isProven === true && [400, 404].includes(reply.status)) options.onExpired();
      return reply.status >= 500 || reply.status === 429 ? 'refused' : 'over';
    }
    const openedAt = clock.now();
    let isHeard = false;
    const read = readEvents(reply, async ({ type, data, id, retryMs }) => {
      isHeard = true;
      for (const frame of readFrames({ data, type }, options.onNoise)) await options.onFrame(frame);
      Object.assign(cursor, { id, retryMs });
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

/** How a stream ended makes no difference: it is asked for again. */
function ignoreLoss(error: unknown): void {
  if (!ToolyardError.is(error)) throw error;
}

function unreachable(): ToolyardError {
  return new ToolyardError('server-unavailable', 'cannot be reached any more');
}
