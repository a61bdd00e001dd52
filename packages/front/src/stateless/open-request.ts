import {
  createErrorResponse,
  createRequest,
  createResponse,
  toTextWithout,
  progressTokenOf,
  toIdText,
  type Frame,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { openAudit, type AuditHost, type AuditedCaller, type OpenAudit } from '../session/open-audit.ts';
import { checkQuestion } from './check-question.ts';
import { createHandshake } from './discover.ts';
import { withoutEnvelope, type Envelope } from './envelope.ts';
import { STATELESS_ERROR_CODES } from './error-codes.ts';
import type { InputResponses } from './input-responses.ts';
import type { Parkable, ParkedRequests } from './parked-requests.ts';
import { InputRequests } from './input-requests.ts';
import { refuseQuestion } from './refuse-question.ts';
import type { StatelessLink, StatelessServing } from './stateless-link.ts';
import { abandon } from './stateless-reply.ts';
import type { EnvelopedRequest } from './stateless-request.ts';
import { toStatelessAnswer } from './to-stateless-answer.ts';
import { isDeclined, toUrlQuestions } from './to-url-questions.ts';

/** What open requests need. */
export interface RequestHost extends AuditHost {
  readonly parked: ParkedRequests<OpenRequest>;
}

/** What one request is made with. */
export interface RequestParts {
  readonly link: StatelessLink;
  /** Responses that came with it, to questions that the client expects. */
  readonly given: InputResponses | undefined;
}

/** The methods in the middle of which a client may be asked. */
const ASKING: readonly (string | undefined)[] = ['tools/call', 'prompts/get', 'resources/read'];

/** How long questions are gathered, in milliseconds: each round is one more request of the client. */
const GATHER_MS = 10;

/** What one request may ask at once. */
const MOST_QUESTIONS = 100;

const NO_SPACE = 'Requests that wait for answers from clients already use all the memory they may. Try again later.';
const NOT_KEPT = 'The answer arrived before the client asked for it and was too large to keep. Call the tool again.';

/** Whether a client may be asked something in the middle of a request, and may come back to it. */
export function mayAsk({ method }: Frame): boolean {
  return ASKING.includes(method);
}

/**
 * One request on its way through the gateway, over all the responses that it takes to answer it.
 *
 * A question ends the response with `input_required`; the request waits, parked, until its client comes back.
 */
export class OpenRequest implements StatelessServing, Parkable {
  readonly #host: RequestHost;
  readonly #link: StatelessLink;
  /** What it is called on the link, whatever its client calls it now. */
  readonly #id: RequestId;
  readonly #audit: OpenAudit | undefined;
  readonly #questions = new InputRequests();
  #given: InputResponses | undefined;
  /** The request whose response is open; none while it is parked. */
  #request: EnvelopedRequest | undefined;
  /** What the last request said about its client. */
  #envelope: Envelope;
  #isResumed = false;
  #logLevel: string | undefined;
  /** The answer that came while it was parked. */
  #kept: Frame | undefined;
  /** What a server answered that wants URLs to be visited first. */
  #refusal: Frame | undefined;
  #stopGathering: (() => void) | undefined;

  constructor(request: EnvelopedRequest, { link, given }: RequestParts, host: RequestHost) {
    this.#id = request.id;
    this.#link = link;
    this.#envelope = request.envelope;
    this.#given = given;
    this.#host = host;
    this.#audit = openAudit(request.frame, toCaller(request, link), host);
  }

  get name(): string {
    return this.#link.id;
  }

  get heldBytes(): number {
    return this.#questions.bytes + (this.#refusal?.bytes.length ?? 0);
  }

  /** Sends the request on as one of the handshake era. */
  begin(request: EnvelopedRequest): void {
    const { id, frame, envelope } = request;
    this.#link.serve(this);
    if (Object.keys(envelope.capabilities).length > 0) {
      // Longer than the client's own id, so never the same.
      this.#link.push(createHandshake(`${id}/handshake`, request, envelope.capabilities));
    }
    this.#attach(request);
    this.#link.push(withoutEnvelope(frame));
  }

  /** Goes on in another response, with what the client answers. */
  resume(request: EnvelopedRequest, responses: InputResponses): void {
    this.#isResumed = true;
    this.#attach(request);
    if (this.#kept !== undefined) {
      void this.#conclude(this.#kept);
      return;
    }
    const answers = this.#questions.answer(responses);
    if (this.#refusal !== undefined) this.#tryAgain(request, answers, this.#refusal);
    else for (const answer of answers) this.#link.push(answer);
    if (this.#questions.size > 0) this.#gather();
  }

  take(frame: Frame): Pressure {
    if (frame.isResponse) return frame.id === this.#id ? this.#conclude(frame) : undefined;
    if (frame.isRequest) this.#hear(frame);
    else if (frame.method === 'notifications/cancelled') this.#questions.takeBack(frame.paramId('requestId'));
    else return this.#pass(frame);
    return undefined;
  }

  keepAlive(): void {
    this.#request?.reply.keepAlive();
  }

  expire(): void {
    this.#lose('did not come back with an answer');
  }

  end(): void {
    this.#stopGathering?.();
    this.#host.parked.remove(this);
    this.#audit?.end('unanswered');
    const request = this.#request;
    this.#request = undefined;
    if (request !== undefined) abandon(request.reply, request.id);
  }

  #attach(request: EnvelopedRequest): void {
    this.#request = request;
    this.#envelope = request.envelope;
    request.reply.onGone(() => this.#lose());
    const { logLevel: level } = request.envelope;
    if (level === undefined || level === this.#logLevel) return;
    this.#logLevel = level;
    this.#link.push(createRequest(`${this.#id}/level`, 'logging/setLevel', { level }));
  }

  #lose(reason?: string): void {
    this.#audit?.end('cancelled');
    this.#link.leave(reason);
  }

  #hear(question: Frame): void {
    const refusal = this.#check(question);
    if (refusal !== undefined) return refuseQuestion(this.#link, question, refusal);
    const given = this.#given?.takeFor(question);
    if (given === undefined) {
      if (!this.#host.parked.hold(this, question.bytes.length)) return refuseQuestion(this.#link, question, NO_SPACE);
      this.#questions.add(question);
      this.#gather();
    } else if (question.id !== undefined) {
      const answer = createResponse(question.id, given);
      queueMicrotask(() => this.#link.push(answer));
    }
    return undefined;
  }

  #check(question: Frame): string | undefined {
    const frame = this.#request?.frame;
    if (frame !== undefined && !mayAsk(frame)) {
      return `The client cannot be asked in the middle of ${JSON.stringify(frame.method)}.`;
    }
    if (this.#questions.size >= MOST_QUESTIONS) return `The client already has ${MOST_QUESTIONS} open questions.`;
    return checkQuestion(question, this.#envelope);
  }

  #gather(): void {
    if (this.#request === undefined) return;
    this.#stopGathering ??= this.#host.clock.after(GATHER_MS, () => this.#ask());
  }

  /** Ends the response with what the client is asked, and waits for it to come back. */
  #ask(): void {
    this.#stopGathering = undefined;
    const request = this.#request;
    if (request === undefined) return;
    // A client that comes back may say that it cannot be asked something any more.
    const isWanted = (question: Frame): boolean => checkQuestion(question, request.envelope) === undefined;
    this.#refuse(this.#questions.removeUnless(isWanted), 'The client can no longer be asked this.');
    if (this.#questions.size === 0) return;
    const parked = this.#host.parked.park(this, request);
    if ('refusal' in parked) {
      this.#refuse(
        this.#questions.removeUnless(() => false),
        parked.refusal,
      );
      return;
    }
    // What waits should hold no more than it needs.
    this.#request = undefined;
    this.#given = undefined;
    const inputRequests = this.#questions.toInputRequests();
    const result = `{"resultType":"input_required","inputRequests":${inputRequests},"requestState":"${parked.state}"}`;
    void request.reply.answer(createResponse(request.id, result));
  }

  #refuse(questions: readonly Frame[], why: string): void {
    if (questions.length === 0) return;
    if (this.#refusal !== undefined && this.#request !== undefined) void this.#finish(this.#refusal, this.#request);
    else for (const question of questions) refuseQuestion(this.#link, question, why);
  }

  #pass(frame: Frame): Pressure {
    const request = this.#request;
    if (request === undefined || !isWanted(frame, request.envelope)) return undefined;
    const isReport = frame.method === 'notifications/progress';
    return isReport && this.#isResumed ? this.#report(frame, request) : request.reply.write(frame);
  }

  /** Servers know the token of the first request, and each response has its own. */
  #report(progress: Frame, request: EnvelopedRequest): Pressure {
    const token = progressTokenOf(request.frame);
    const span = progress.paramSpan('progressToken');
    if (token === undefined || span === undefined) return undefined;
    return request.reply.write(progress.edited([{ span, text: toIdText(token) }]));
  }

  #conclude(answer: Frame): Pressure {
    this.#stopGathering?.();
    this.#stopGathering = undefined;
    const request = this.#request;
    this.#kept = request === undefined ? this.#keep(answer) : undefined;
    if (request === undefined) return undefined;
    const questions = mayAsk(request.frame) ? toUrlQuestions(answer, request.envelope) : [];
    if (questions.length === 0) return this.#finish(answer, request);
    this.#questions.removeUnless(() => false);
    for (const question of questions) this.#questions.add(question);
    this.#refusal = answer;
    this.#ask();
    return undefined;
  }

  /** What is kept of an answer until the client comes back for it. */
  #keep(answer: Frame): Frame {
    if (this.#host.parked.hold(this, answer.bytes.length)) return answer;
    return createErrorResponse(this.#id, { code: STATELESS_ERROR_CODES.internal, message: NOT_KEPT });
  }

  #finish(answer: Frame, { id, frame, reply }: EnvelopedRequest): Pressure {
    this.#audit?.answer(answer);
    const own = id === this.#id ? answer : answer.withId(id);
    this.#request = undefined;
    const isResult = own.span('error') === undefined;
    const pressure = reply.answer(toStatelessAnswer(own, frame.method ?? ''), isResult);
    void this.#link.close();
    return pressure;
  }

  /** Sends the request anew where all URLs were visited. */
  #tryAgain(request: EnvelopedRequest, answers: readonly Frame[], refusal: Frame): void {
    if (answers.some(isDeclined)) void this.#finish(refusal, request);
    if (this.#questions.size > 0) return;
    this.#refusal = undefined;
    this.#link.push(withoutEnvelope(withoutResponses(request.frame)).withId(this.#id));
  }
}

/** Reports and logs go before the answer; nothing else may. */
function isWanted({ method }: Frame, { logLevel }: Envelope): boolean {
  return method === 'notifications/progress' || (method === 'notifications/message' && logLevel !== undefined);
}

function withoutResponses(frame: Frame): Frame {
  const span = frame.span('params');
  if (span === undefined || frame.params === undefined) return frame;
  const text = toTextWithout(frame.bytes, frame.params, ['inputResponses', 'requestState']);
  return frame.edited([{ span, text }]);
}

function toCaller({ envelope, requestId }: EnvelopedRequest, { id }: StatelessLink): AuditedCaller {
  const { clientInfo: info } = envelope;
  const name = info !== undefined && 'name' in info ? info.name : undefined;
  return { session: id.slice(0, 8), client: typeof name === 'string' ? name.slice(0, 100) : '', requestId };
}
