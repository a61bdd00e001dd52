import {
  createByteList,
  delay,
  parseFrames,
  ToolyardError,
  type Clock,
  type Frame,
  type HttpReply,
} from '@toolyard/core';
import { createEventParser, type ServerEvent } from './create-event-parser.ts';

/** What a reply says its body is, in lower case and without parameters. */
export function mediaTypeOf({ headers }: HttpReply): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether a reply is a stream of events. */
export function isEventStream(reply: HttpReply): boolean {
  return isOk(reply) && mediaTypeOf(reply) === 'text/event-stream';
}

/** Whether the server did what it was asked. */
export function isOk({ status }: HttpReply): boolean {
  return status >= 200 && status < 300;
}

/** Reads a body whole; `undefined`, and no further reading, where it goes over `maxBytes`. Throws where it breaks off. */
export async function readReplyBody({ body }: HttpReply, maxBytes: number): Promise<Uint8Array | undefined> {
  const whole = createByteList();
  for await (const part of body) {
    if (whole.size + part.length > maxBytes) return undefined;
    whole.add(part);
  }
  return whole.join();
}

/** The most that is read of what nobody needs. */
export const SHORT_BYTES = 65_536;
const SHORT_MS = 1000;

/**
 * Reads what a server adds to a status; `undefined` where that is long, slow or breaks off, since the status says enough.
 * Without a clock nothing is too slow.
 */
export async function readShortBody(reply: HttpReply, clock?: Clock): Promise<Uint8Array | undefined> {
  const done = new AbortController();
  const limit = clock === undefined ? [] : [delay(clock, SHORT_MS, done.signal)];
  try {
    return await Promise.race([readReplyBody(reply, SHORT_BYTES), ...limit]);
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    return undefined;
  } finally {
    done.abort();
  }
}

/** Hands the events of a stream on one after another; what `onEvent` waits for, the stream waits for. */
export async function readEvents(
  { body }: HttpReply,
  onEvent: (event: ServerEvent) => Promise<void> | undefined,
): Promise<'ended' | 'overlong'> {
  const parser = createEventParser();
  for await (const chunk of body) {
    const events = parser.push(chunk);
    if (events === 'overlong') return events;
    for (const event of events) {
      const pressure = onEvent(event);
      if (pressure !== undefined) await pressure;
    }
  }
  return 'ended';
}

/** The messages of an event; one that should have some and has none is noise. Events of other types are not for us. */
export function readFrames({ type, data }: Pick<ServerEvent, 'type' | 'data'>, onNoise: () => void): readonly Frame[] {
  if (type !== 'message' || data.length === 0) return [];
  const frames = parseFrames(data);
  if (frames.length === 0) onNoise();
  return frames;
}
