import { ToolyardError, type HttpReply, type HttpRequest, type HttpRequester } from '@toolyard/core';

/** A requester without a network, which remembers what it was asked. */
export interface FakeRequester extends HttpRequester {
  readonly requests: readonly HttpRequest[];
}

/** Answers as `answer` says; throwing stands for no answer. An aborted request breaks its body off. */
export function createFakeRequester(answer: (request: HttpRequest) => HttpReply | Promise<HttpReply>): FakeRequester {
  const requests: HttpRequest[] = [];
  return {
    requests,
    async request(request) {
      requests.push(request);
      const aborted = new Promise<never>((_resolve, reject) => {
        const end = (): void => reject(new Error('aborted'));
        if (request.signal.aborted) end();
        request.signal.addEventListener('abort', end, { once: true });
      });
      aborted.catch(() => undefined);
      const reply = await Promise.race([Promise.resolve(request).then(answer), aborted]);
      return { ...reply, body: readUntil(reply.body, aborted) };
    },
  };
}

async function* readUntil(body: AsyncIterable<Uint8Array>, aborted: Promise<never>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([chunks.next(), aborted]);
    if (next.done === true) return;
    yield next.value;
  }
}

/** A reply with a body that is there at once; text is a JSON body where no type is given. */
export function createReply(
  status: number,
  body: string | AsyncIterable<Uint8Array> = '',
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const isText = typeof body === 'string';
  const type = { 'content-type': isText ? 'application/json' : 'text/event-stream' };
  return { status, headers: { ...type, ...headers }, body: isText ? createText(body) : body };
}

async function* createText(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield new TextEncoder().encode(text);
}

/** The body of a stream that a test writes while it is read. */
export interface WrittenBody {
  readonly body: AsyncIterable<Uint8Array>;
  /** How many chunks were taken by the reader. */
  readonly taken: number;
  write(text: string): void;
  end(): void;
  /** Ends it the way a lost connection does. */
  breakOff(): void;
}

/** Starts empty and open. */
export function createWrittenBody(): WrittenBody {
  const waiting: (Uint8Array | 'end' | 'loss')[] = [];
  let wake: () => void = () => undefined;
  let taken = 0;
  const add = (item: Uint8Array | 'end' | 'loss'): void => {
    waiting.push(item);
    wake();
  };
  async function* read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = waiting.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
      } else if (next === 'end') {
        return;
      } else if (next === 'loss') {
        throw new ToolyardError('connection-lost', 'closed the connection unexpectedly');
      } else {
        taken++;
        yield next;
      }
    }
  }
  return {
    body: read(),
    get taken() {
      return taken;
    },
    write: (text) => add(new TextEncoder().encode(text)),
    end: () => add('end'),
    breakOff: () => add('loss'),
  };
}
