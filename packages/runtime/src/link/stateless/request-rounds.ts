import {
  createErrorResponse,
  createCancellation,
  createRequest,
  editParams,
  INPUT_KEY,
  setMembers,
  type Frame,
  type LinkEnd,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { isInputRequired, parseInputRequired, type InputQuestion } from './parse-input-required.ts';
import type { Wire } from './wire.ts';

export interface RoundsOptions {
  readonly wire: Wire;
  /** Its id is the one that everybody on this side knows it by; the envelope is in it. */
  readonly request: Frame;
  /** An id for a question, new on this link. */
  nextQuestion(): string;
  /** Called once, when the request is over. */
  onEnd(): void;
}

/** How often a server may ask before it answers. */
const MOST_ROUNDS = 20;

const INTERNAL_ERROR = -32603;

/** One request to a stateless server, sent again with the answers for as long as the server asks for input. */
export class RequestRounds {
  readonly #options: RoundsOptions;
  readonly #id: RequestId;
  /** The questions that are open, by their ids on this side, with the server's names for them. */
  readonly #asked = new Map<RequestId, string>();
  /** Those of them that are really asked. */
  readonly #told = new Set<RequestId>();
  #answers: Record<string, string> = {};
  #state: string | undefined;
  #round = 1;
  /** The id on the wire while the server works on it. */
  #running: RequestId | undefined;
  #isOver = false;

  constructor(options: RoundsOptions) {
    this.#options = options;
    this.#id = options.request.id ?? 0;
  }

  begin(): Pressure {
    return this.#send(this.#options.request);
  }

  /** Takes the answer to a question of this request; whether it was one of its own. */
  takeAnswer(answer: Frame): boolean {
    const key = this.#asked.get(answer.id ?? '');
    if (key === undefined || answer.id === undefined) return false;
    this.#asked.delete(answer.id);
    const result = answer.text('result');
    if (result === undefined) {
      this.#finish();
      void this.#options.wire.deliver(answer.withId(this.#id), this.#id);
    } else {
      this.#answers = { ...this.#answers, [key]: result };
      if (this.#asked.size === 0) void this.#sendAgain();
    }
    return true;
  }

  /** Nobody waits for the request any more. */
  cancel(reason: string | undefined): void {
    if (this.#isOver) return;
    if (this.#running !== undefined) this.#options.wire.cancel(this.#running, reason);
    this.#finish();
  }

  #send(frame: Frame): Pressure {
    const { wire } = this.#options;
    const running = frame.id ?? this.#id;
    this.#running = running;
    return wire.ask(frame, {
      inside: this.#id,
      answer: (answer) => this.#receive(answer),
      lose: (end) => this.#lose(end),
    });
  }

  #receive(answer: Frame): Pressure {
    this.#running = undefined;
    if (isInputRequired(answer)) return this.#ask(answer);
    return this.#end(this.#round === 1 ? answer : answer.withId(this.#id));
  }

  #lose(end: LinkEnd): void {
    this.#running = undefined;
    this.#finish();
    this.#options.wire.lose(this.#id, end);
  }

  #ask(answer: Frame): Pressure {
    const required = parseInputRequired(answer);
    if (required === undefined) return this.#fail('sent a request for input that cannot be read');
    if (this.#round >= MOST_ROUNDS) return this.#fail(`asked for input more than ${MOST_ROUNDS} times`);
    this.#state = required.state;
    this.#answers = {};
    const { wire, nextQuestion } = this.#options;
    const frames = required.questions.map((question) => {
      const id = nextQuestion();
      this.#asked.set(id, question.key);
      return toFrame(id, question);
    });
    if (frames.length === 0) return this.#sendAgain();
    const pressures: Promise<void>[] = [];
    for (const frame of frames) {
      // The one before may have been refused at once.
      if (this.#isOver) break;
      if (frame.id !== undefined) this.#told.add(frame.id);
      const pressure = wire.deliver(frame, this.#id);
      if (pressure !== undefined) pressures.push(pressure);
    }
    return pressures.length === 0 ? undefined : Promise.all(pressures).then(() => undefined);
  }

  #sendAgain(): Pressure {
    this.#round += 1;
    const { request } = this.#options;
    const params = {
      ...(Object.keys(this.#answers).length === 0 ? {} : { inputResponses: toObject(this.#answers) }),
      ...(this.#state === undefined ? {} : { requestState: this.#state }),
    };
    const next = request.edited(editParams(request, { params }));
    return this.#send(next.withId(`${this.#id}/${this.#round}`));
  }

  #fail(what: string): Pressure {
    const message = `The server ${what}.`;
    return this.#end(createErrorResponse(this.#id, { code: INTERNAL_ERROR, message }));
  }

  #end(answer: Frame): Pressure {
    this.#finish();
    return this.#options.wire.deliver(answer, this.#id);
  }

  /** Takes back what is still asked. */
  #finish(): void {
    this.#isOver = true;
    this.#options.onEnd();
    for (const id of this.#asked.keys()) {
      if (this.#told.has(id)) void this.#options.wire.deliver(createCancellation(id), this.#id);
    }
    this.#asked.clear();
  }
}

/** A question as the handshake era asks it, with the key that stateless clients are to answer it by. */
function toFrame(id: string, question: InputQuestion): Frame {
  const frame = toRequest(id, question);
  return frame.edited(editParams(frame, { meta: { [INPUT_KEY]: JSON.stringify(question.key) } }));
}

/** An address to visit needs an id in the handshake era. */
function toRequest(id: string, { method, params }: InputQuestion): Frame {
  const request = createRequest(id, method, {});
  const span = request.span('params');
  if (params === undefined || span === undefined) return createRequest(id, method);
  const value: unknown = method === 'elicitation/create' ? JSON.parse(params) : undefined;
  const isAddress = typeof value === 'object' && value !== null && 'mode' in value && value.mode === 'url';
  const needsId = isAddress && !('elicitationId' in value);
  const text = needsId ? setMembers(params, { elicitationId: JSON.stringify(id) }) : params;
  return request.edited([{ span, text }]);
}

function toObject(members: Readonly<Record<string, string>>): string {
  return `{${Object.entries(members)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;
}
