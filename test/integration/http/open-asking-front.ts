import { createErrorResponse, createRequest, createResponse, type Frame, type Link } from '@toolyard/core';
import type { HttpFrontOptions } from '@toolyard/front';
import { openFront, type OpenFront } from './open-front.ts';
import { ENVELOPE, postStateless, type StatelessPost } from './post-stateless.ts';

/** A request that a script answers, and may ask its client because of. */
export interface AskingCall {
  readonly link: Link;
  readonly frame: Frame;
  /** What came over the link before it. */
  readonly before: readonly Frame[];
  /** Resolves with the client's answer, or the refusal. */
  ask(method: string, params?: object): Promise<Frame>;
  answer(result: object): void;
  fail(code: number, data?: object): void;
}

/** What one link was used for. */
export interface AskedLink {
  readonly link: Link;
  readonly received: Frame[];
  /** How it ended, if it did. */
  end?: string;
}

/** A front with a scripted gateway behind it. */
export interface AskingFront extends OpenFront {
  readonly links: AskedLink[];
  /** Posts a call of the tool "t", by a client that can be asked everything, and reads its one answer. */
  call(post?: AskingPost): Promise<Answer>;
}

/** A call, or a retry of one. */
export interface AskingPost extends StatelessPost {
  readonly method?: string;
  readonly capabilities?: object;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** One JSON-RPC answer. */
export interface Answer {
  readonly status: number;
  readonly id?: string | number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** All that a client can be asked. */
export const ABLE = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** The envelope of a client that can be asked this. */
export function envelopeWith(capabilities: object, more: object = {}): Readonly<Record<string, unknown>> {
  return { ...ENVELOPE, 'io.modelcontextprotocol/clientCapabilities': capabilities, ...more };
}

/** Listens until the test is over; `script` gets every request but handshakes and log levels. */
export async function openAskingFront(
  script: (call: AskingCall) => unknown,
  options: Partial<HttpFrontOptions> = {},
): Promise<AskingFront> {
  const links: AskedLink[] = [];
  const opened = await openFront({ accept: (link) => void links.push(serve(link, script)), ...options });
  return {
    ...opened,
    links,
    async call({ method = 'tools/call', capabilities = ABLE, meta = {}, ...post } = {}) {
      const answer = await postStateless(opened.url, method, {
        ...post,
        params: { name: 't', arguments: {}, ...post.params },
        meta: envelopeWith(capabilities, meta),
      });
      const text = await answer.text();
      const json = text.startsWith('{') ? text : (text.trim().split('data: ').at(-1) ?? '');
      return { status: answer.status, ...JSON.parse(json) };
    },
  };
}

function serve(link: Link, script: (call: AskingCall) => unknown): AskedLink {
  const served: AskedLink = { link, received: [] };
  const waiting = new Map<unknown, (answer: Frame) => void>();
  let asked = 0;
  void link.closed.then(({ reason }) => (served.end = reason));
  link.receive((frame) => {
    const { id, method } = frame;
    served.received.push(frame);
    if (frame.isResponse) waiting.get(id)?.(frame);
    if (id === undefined || method === undefined) return undefined;
    if (method === 'initialize' || method === 'logging/setLevel') return link.send(createResponse(id, '{}'));
    script({
      link,
      frame,
      before: served.received.slice(0, -1),
      ask(question, params) {
        const own = `q${++asked}`;
        const answered = new Promise<Frame>((resolve) => void waiting.set(own, resolve));
        void link.send(createRequest(own, question, params), id);
        return answered;
      },
      answer: (result) => void link.send(createResponse(id, JSON.stringify(result))),
      fail: (code, data) => void link.send(createErrorResponse(id, { code, message: 'no', data })),
    });
    return undefined;
  });
  return served;
}

/** A form that asks for a name. */
export const FORM = {
  message: 'What is your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
/** What a person answers to it. */
export const ALICE = { action: 'accept', content: { name: 'Alice' } };

/** What an answer to a question holds. */
export function resultOf(answer: Frame): unknown {
  return answer.value('result') ?? answer.value('error');
}

/** Asks for a name, and answers with what it got. */
export async function askName({ ask, answer }: AskingCall): Promise<void> {
  answer({ got: resultOf(await ask('elicitation/create', FORM)) });
}

/** What the retry of a call adds, which was answered with questions. */
export function retryOf({ result }: Answer, inputResponses: object): Readonly<Record<string, unknown>> {
  if (result?.['resultType'] !== 'input_required') throw new Error(`no question came, but ${JSON.stringify(result)}`);
  return { inputResponses, requestState: result['requestState'] };
}

/** The keys of what a client is asked. */
export function keysOf({ result }: Answer): string[] {
  return Object.keys(result?.['inputRequests'] ?? {});
}
