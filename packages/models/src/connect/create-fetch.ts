import { onAbort, type Clock, type HttpRequester } from '@toolyard/core';

/** The `fetch` that the provider packages call. */
export type ModelFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What requests to a provider go through. */
export interface FetchOptions {
  readonly requester: HttpRequester;
  readonly clock: Clock;
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
    const guard = guardSilence(options, end);
    const stopFollowing = init.signal ? onAbort(init.signal, () => end.abort(init.signal?.reason)) : () => undefined;
    const release = (): void => {
      guard.release();
      stopFollowing();
    };
    const sent = options.requester.request({
      method: 'POST',
      url: input instanceof Request ? input.url : String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: new TextEncoder().encode(typeof init.body === 'string' ? init.body : ''),
      signal: end.signal,
    });
    try {
      const { status, headers, body } = await guard.wait(sent);
      const stream = WITHOUT_BODY.has(status) ? null : toStream(body, { guard, end, release });
      if (stream === null) release();
      return new Response(stream, { status, headers: { ...headers } });
    } catch (error) {
      release();
      throw error;
    }
  };
}

interface SilenceWatch {
  /** Waits for something that the provider sends; rejects with the reason of the request's end where that comes first. */
  wait<T>(work: Promise<T>): Promise<T>;
  release(): void;
}

/** Ends the request where nothing comes for too long. One timer for all of it: pieces come by the thousand, and a timer costs more than a piece. */
function guardSilence({ clock, silenceMs, toSilence }: FetchOptions, end: AbortController): SilenceWatch {
  let waitingSince: number | undefined;
  const look = (): void => {
    const left = waitingSince === undefined ? silenceMs : waitingSince + silenceMs - clock.now();
    if (left > 0) cancel = clock.after(left, look);
    else end.abort(toSilence());
  };
  let cancel = clock.after(silenceMs, look);
  return {
    async wait(work) {
      waitingSince = clock.now();
      try {
        return await work;
      } catch (error) {
        // A requester that is ended says only that.
        throw end.signal.aborted ? end.signal.reason : error;
      } finally {
        waitingSince = undefined;
      }
    },
    release: () => cancel(),
  };
}

interface Reading {
  readonly guard: SilenceWatch;
  readonly end: AbortController;
  release(): void;
}

function toStream(body: AsyncIterable<Uint8Array>, { guard, end, release }: Reading): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await guard.wait(chunks.next());
          if (next.done !== true) return controller.enqueue(next.value);
          release();
          controller.close();
        } catch (error) {
          release();
          throw error;
        }
      },
      cancel(reason) {
        release();
        end.abort(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
