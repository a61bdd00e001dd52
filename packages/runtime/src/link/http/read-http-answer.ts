import {
  delay,
  MAX_MESSAGE_BYTES,
  parseFrames,
  ToolyardError,
  type Clock,
  type Frame,
  type HttpReply,
  type Pressure,
} from '@toolyard/core';
import type { HttpChannel } from './create-http-channel.ts';
import { isEventStream, mediaTypeOf, readReplyBody, readEvents, readFrames, readShortBody } from './read-reply.ts';
import { toReconnectMs } from './to-reconnect-ms.ts';

export interface AnswerOptions {
  /** Where the answer comes from; a stream that breaks off is taken up again where it can be listened to. */
  readonly channel: Pick<HttpChannel, 'host'> & Partial<Pick<HttpChannel, 'listen'>>;
  readonly clock: Clock;
  /** Ends the reading. */
  readonly reading: AbortController;
  /** An event that is no message. */
  onNoise(): void;
  /** Every message of the reply, the answer too; what it waits for, this reply waits for. */
  onFrame(frame: Frame): Pressure;
}

/** What an answer is told by. */
type Asked = Pick<Frame, 'id' | 'method'>;

/** How long a stream may stay open after the answer, so that its connection can be used again. */
const LINGER_MS = 1000;

/** The longest wait before a stream is taken up again where those before brought nothing. */
const LONGEST_WAIT_MS = 10_000;

/** How often in a row a stream may end at the event where it began. */
const MAX_IN_PLACE = 3;

/**
 * Reads the reply to a request until its answer was handed on; a stream that breaks off before is taken up again where
 * the server gave its events ids. Rejects with a `ToolyardError` where there is no answer to be had.
 */
export async function readHttpAnswer(request: Asked, reply: HttpReply, options: AnswerOptions): Promise<void> {
  const { host } = options.channel;
  if (isEventStream(reply)) return readStreams(request, reply, options);
  if (mediaTypeOf(reply) !== 'application/json') {
    await readShortBody(reply, options.clock);
    const type = mediaTypeOf(reply) || 'no type';
    const what = `status ${reply.status} and content of ${type}, which is not an answer`;
    throw new ToolyardError('protocol-error', `answered "${request.method}" with ${what} (${host})`);
  }
  const body = await readReplyBody(reply, MAX_MESSAGE_BYTES);
  if (body === undefined) throw toOverlong(host);
  let isAnswered = false;
  for (const frame of parseFrames(body)) {
    isAnswered ||= isAnswerTo(request, frame);
    await options.onFrame(frame);
  }
  if (!isAnswered)
    throw new ToolyardError('protocol-error', `answered "${request.method}" with something else (${host})`);
}

interface Cursor {
  id?: string | undefined;
  retryMs?: number | undefined;
  /** The last stream brought a message. */
  isHeard?: boolean;
}

async function readStreams(request: Asked, first: HttpReply, options: AnswerOptions): Promise<void> {
  const { channel, clock, reading } = options;
  const cursor: Cursor = {};
  let reply: HttpReply | undefined = first;
  let inPlace = 0;
  let fruitless = 0;
  for (;;) {
    const before = cursor.id;
    cursor.isHeard = false;
    if (reply !== undefined && (await readStream(request, reply, { ...options, cursor }))) return;
    if (reading.signal.aborted || cursor.id === undefined || channel.listen === undefined) break;
    inPlace = cursor.id === before ? inPlace + 1 : 0;
    if (inPlace > MAX_IN_PLACE) break;
    fruitless = cursor.isHeard ? 0 : fruitless + 1;
    const { retryMs } = cursor;
    await delay(clock, toReconnectMs({ retryMs, fruitless, longestMs: LONGEST_WAIT_MS }), reading.signal);
    reply = await resume(channel.listen, cursor.id, reading.signal);
    if (reply !== undefined && !isEventStream(reply)) {
      await readReplyBody(reply, 0);
      break;
    }
  }
  throw new ToolyardError('connection-lost', `closed the connection before it answered (${channel.host})`);
}

/** Reads one stream to its end; tells whether the answer was in it. */
async function readStream(
  request: Asked,
  reply: HttpReply,
  { channel, clock, reading, cursor, onFrame, onNoise }: AnswerOptions & { readonly cursor: Cursor },
): Promise<boolean> {
  let stopLingering: (() => void) | undefined;
  try {
    const end = await readEvents(reply, async ({ data, type, id, retryMs }) => {
      for (const frame of readFrames({ data, type }, onNoise)) {
        cursor.isHeard = true;
        if (isAnswerTo(request, frame)) stopLingering ??= clock.after(LINGER_MS, () => reading.abort());
        await onFrame(frame);
      }
      Object.assign(cursor, { id, retryMs });
    });
    if (end === 'overlong' && stopLingering === undefined) throw toOverlong(channel.host);
  } catch (error) {
    // What broke off may go on in another stream.
    const isLoss = reading.signal.aborted || (ToolyardError.is(error) && error.code !== 'protocol-error');
    if (!isLoss) throw error;
  } finally {
    stopLingering?.();
  }
  return stopLingering !== undefined;
}

/** Asks for the rest of a stream; `undefined` where the server was not reached, which the next try may do. */
async function resume(listen: HttpChannel['listen'], id: string, signal: AbortSignal): Promise<HttpReply | undefined> {
  try {
    return await listen(id, signal);
  } catch (error) {
    if (!ToolyardError.is(error) && !signal.aborted) throw error;
    return undefined;
  }
}

function isAnswerTo(request: Asked, frame: Frame): boolean {
  return frame.isResponse && frame.id === request.id;
}

function toOverlong(host: string): ToolyardError {
  const limit = `${MAX_MESSAGE_BYTES / 1024 / 1024} MB`;
  return new ToolyardError('protocol-error', `sent a message of more than ${limit} (${host})`);
}
