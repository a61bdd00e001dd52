import {
  createErrorResponse,
  createLinkPair,
  createRequest,
  createResponse,
  ToolyardError,
  type Frame,
  type Question,
  type RequestId,
  type SentRequest,
} from '@toolyard/core';
import { createFakeClock, createMemoryLog } from '@toolyard/testing';
import { array, assert, asyncProperty, constantFrom, nat, record, type Arbitrary } from 'fast-check';
import { expect, it } from 'vitest';
import { createExchange } from '../create-exchange.ts';
import { createStatelessLink } from './create-stateless-link.ts';

const TYPES = [
  'call',
  'list',
  'server-answers',
  'server-asks',
  'server-fails',
  'server-loses',
  'client-answers',
  'client-refuses',
  'client-cancels',
  'stray-answer',
  'turn',
  'link-breaks',
] as const;

interface Step {
  readonly type: (typeof TYPES)[number];
  readonly pick: number;
  readonly count: number;
}

/** Links break seldom, so that much happens before. */
const type = constantFrom(
  ...TYPES.filter((each) => each !== 'link-breaks').flatMap((each) => [each, each, each]),
  ...TYPES,
);
const steps: Arbitrary<Step[]> = array(record({ type, pick: nat(), count: nat(3) }), { minLength: 1, maxLength: 60 });

interface Sent {
  readonly sent: SentRequest;
  readonly answers: (Frame | ToolyardError)[];
  isCancelled: boolean;
}

/** A link whose both ends are in the hands of a test. */
class Run {
  readonly requests: Sent[] = [];
  /** Questions that wait for an answer, with the number of the request that they came for. */
  readonly questions = new Map<Question, number>();
  readonly #pair = createLinkPair();
  readonly #exchange: ReturnType<typeof createExchange>;
  /** What the server has got and not answered, by the ids on the wire. */
  readonly #atServer = new Map<RequestId, Frame>();
  readonly #seen = new Set<RequestId>();
  #lose: (id: RequestId) => void = () => undefined;

  constructor() {
    const { near, far } = this.#pair;
    const wire: typeof near = {
      ...near,
      receive: (receiver, onLost) => {
        this.#lose = (id) => onLost?.(id, { expected: false, reason: 'was lost' });
        near.receive(receiver);
      },
    };
    this.#exchange = createExchange({
      link: createStatelessLink(wire, { clock: createFakeClock(), log: createMemoryLog(), server: 'far' }),
      server: 'far',
      onNotification: () => undefined,
      toLoss: ({ reason }) => new ToolyardError('connection-lost', reason),
    });
    far.receive((frame) => this.#serve(frame));
  }

  readonly #actions: Readonly<Record<Step['type'], (step: Step) => void | Promise<void>>> = {
    call: () => this.#send('tools/call'),
    list: () => this.#send('tools/list'),
    turn,
    'stray-answer': ({ pick }) => void this.#pair.far.send(createResponse(`${pick}/2`, '{"of":-1}')),
    'link-breaks': () => this.#pair.breakOff('broke'),
    'server-answers': (step) => this.#answerOne(step, (of) => createResponse(0, JSON.stringify({ of }))),
    'server-fails': (step) => this.#answerOne(step, (of) => createErrorResponse(0, { code: of, message: 'failed' })),
    'server-asks': (step) => this.#answerOne(step, () => createResponse(0, toInputRequired(step.count))),
    'server-loses': ({ pick }) => {
      const id = pickFrom([...this.#atServer.keys()], pick);
      if (id !== undefined && this.#atServer.delete(id)) this.#lose(id);
    },
    'client-answers': ({ pick }) => this.#settle(pick, (of) => createResponse(0, JSON.stringify({ of }))),
    'client-refuses': ({ pick }) =>
      this.#settle(pick, (of) => createErrorResponse(0, { code: of, message: 'refused' })),
    'client-cancels': ({ pick }) => {
      const request = pickFrom(
        this.requests.filter((each) => each.answers.length === 0 && !each.isCancelled),
        pick,
      );
      if (request === undefined) return;
      request.isCancelled = true;
      request.sent.cancel('enough');
    },
  };

  async do(step: Step): Promise<void> {
    await this.#actions[step.type](step);
  }

  /** The server answers all it has, and the client all it is asked, until nothing is left. */
  async finish(): Promise<void> {
    for (let round = 0; round < 300; round++) {
      await turn();
      if (this.#atServer.size === 0 && this.questions.size === 0) return;
      await this.do({ type: 'server-answers', pick: 0, count: 0 });
      await this.do({ type: 'client-answers', pick: 0, count: 0 });
      // A broken link leaves the server with what nobody waits for.
      if (this.requests.every(isOver)) return;
    }
    throw new Error('it never comes to an end');
  }

  #send(method: string): void {
    const of = this.requests.length;
    const answers: Sent['answers'] = [];
    const sent = this.#exchange.request({
      frame: createRequest(0, method, { name: 'x', arguments: { of } }),
      respondent: { session: 'a', capabilities: { roots: {} } },
      onAnswer: (answer) => void answers.push(answer),
      onQuestion: (question) => {
        this.questions.set(question, of);
        return { cancel: () => void this.questions.delete(question) };
      },
    });
    this.requests.push({ sent, answers, isCancelled: false });
  }

  #serve(frame: Frame): undefined {
    const { id } = frame;
    if (frame.method === 'notifications/cancelled') this.#atServer.delete(frame.param('requestId') as RequestId);
    if (id === undefined || !frame.isRequest) return undefined;
    expect(this.#seen.has(id)).toBe(false);
    this.#seen.add(id);
    this.#atServer.set(id, frame);
    // What was answered is what was asked for this very request.
    for (const { of } of Object.values({ ...Object(frame.param('inputResponses')) }) as { of: unknown }[]) {
      expect(of).toBe(ownerOf(frame));
    }
    return undefined;
  }

  #answerOne({ pick }: Step, toAnswer: (of: number) => Frame): void {
    const [id, request] = pickFrom([...this.#atServer], pick) ?? [];
    if (id === undefined || request === undefined) return;
    this.#atServer.delete(id);
    void this.#pair.far.send(toAnswer(ownerOf(request)).withId(id));
  }

  #settle(pick: number, toAnswer: (of: number) => Frame): void {
    const [question, of] = pickFrom([...this.questions], pick) ?? [];
    if (question === undefined || of === undefined) return;
    this.questions.delete(question);
    void question.onAnswer(toAnswer(of));
  }
}

async function turn(): Promise<void> {
  for (let count = 0; count < 10; count++) await Promise.resolve();
}

function pickFrom<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % Math.max(1, items.length)];
}

function ownerOf(request: Frame): number {
  return Number({ ...Object(request.param('arguments')) }.of);
}

function toInputRequired(count: number): string {
  const names = Array.from({ length: count }, (_, at) => [`q${at}`, { method: 'roots/list' }]);
  return JSON.stringify({ resultType: 'input_required', inputRequests: Object.fromEntries(names), requestState: 's' });
}

function isOver({ answers, isCancelled }: Sent): boolean {
  return isCancelled || answers.length > 0;
}

/** An answer is the request's own, whoever gave it: it is a loss, too many rounds, or names the request. */
function isOwn(answer: Frame | ToolyardError, of: number): boolean {
  if (ToolyardError.is(answer)) return answer.code === 'connection-lost' || answer.code === 'server-unavailable';
  const text = new TextDecoder().decode(answer.bytes);
  const isNamed = text.includes(`"of":${of}}`) || text.includes(`"code":${of},`);
  return isNamed || text.includes('more than 20 times') || text.includes('"input_required"');
}

it('every request ends exactly once, with what was given to it and to no other', async () => {
  await assert(
    asyncProperty(steps, async (given) => {
      const run = new Run();
      for (const step of given) await run.do(step);
      await run.finish();
      for (const [of, { answers, isCancelled }] of run.requests.entries()) {
        expect(answers).toHaveLength(isCancelled ? 0 : 1);
        expect(answers.every((answer) => isOwn(answer, of))).toBe(true);
      }
      await turn();
      expect(run.questions.size).toBe(0);
    }),
    { numRuns: 500 },
  );
});
