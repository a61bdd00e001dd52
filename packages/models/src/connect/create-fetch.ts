import { onAbort, orAborted, type Clock, type HttpReply, type HttpRequester } from '@toolyard/core';

/** The `fetch` that the provider packages call. */
export type ModelFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What requests to a provider go through. */
export interface FetchOptions {
  readonly requester: HttpRequester;
  readonly clock: Pick<Clock, 'after'>;
  /** How long a provider may send nothing at all while somebody waits for it. */
  readonly silenceMs: number;
  /** What a silent provider's request fails with. */
  toSilence(): Error;
}

/** Statuses for which a `Response` takes no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Makes requests through the host's requester: streaming, and without redirects. Time in which nobody reads does not count as silence. A
 * failure is that of the requester, as it is.
 */
export function createFetch(options: FetchOptions): ModelFetch {
  return async (input, init = {}) => {
    const end = new AbortController();
    const stopFollowing = init.signal ? onAbort(init.signal, () => end.abort(init.signal?.reason)) : () => undefined;
    const wait = <T>(work: Promise<T>): Promise<T> => withSilence(work, end, options);
    const { requester } = options;
    const sent = requester.request({
      method: 'POST',
      url: input instanceof Request ? input.url : String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: new TextEncoder().encode(typeof init.body === 'string' ? init.body : ''),
      signal: end.signal,
    });
    try {
      const reply = await wait(sent);
      const body = WITHOUT_BODY.has(reply.status) ? null : toStream(reply, { wait, end, stopFollowing });
      return new Response(body, { status: reply.status, headers: { ...reply.headers } });
    } catch (error) {
      stopFollowing();
      throw error;
    }
  };
}

/** Ends the request where nothing comes for too long. */
async function withSilence<T>(
  work: Promise<T>,
  end: AbortController,
  { clock, silenceMs, toSilence }: FetchOptions,
): Promise<T> {
  const stopClock = clock.after(silenceMs, () => end.abort(toSilence()));
  try {
    return await orAborted(work, end.signal);
  } finally {
    stopClock();
  }
}

interface Reading {
  wait<T>(work: Promise<T>): Promise<T>;
  readonly end: AbortController;
  stopFollowing(): void;
}

function toStream({ body }: HttpReply, { wait, end, stopFollowing }: Reading): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await wait(chunks.next());
        if (next.done !== true) return controller.enqueue(next.value);
        stopFollowing();
        controller.close();
      },
      cancel(reason) {
        stopFollowing();
        end.abort(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
