import {
  isRepeatableTool,
  ToolyardError,
  type AskedQuestion,
  type CallError,
  type CallRecord,
  type CatalogueEntry,
  type Clock,
  type Frame,
  type Pressure,
  type Question,
  type RelayedRequest,
  type SentRequest,
  type ToolyardErrorCode,
} from '@toolyard/core';
import { advanceCall, type CallEffect, type CallTransition, type CallRules, type CallEnd } from './advance-call.ts';
import type { CallSizes } from './create-call-history.ts';
import { createCallQuestions, type CallQuestions } from './create-call-questions.ts';
import type { Servers } from '../supervise/servers.ts';
import type { CallSlots, SlotRequest } from './create-call-slots.ts';
import type { SilenceWatch, WatchedCall } from './create-silence-watch.ts';

/** What all calls of a yard share. */
export interface CallYard {
  readonly servers: Servers;
  readonly slots: CallSlots;
  readonly clock: Clock;
  readonly silence: SilenceWatch;
  /** Hears of every change of a call; its end, or that it is withdrawn, is the last that is heard of it. */
  readonly publisher: Record<'change' | 'end' | 'withdraw', (call: OpenCall) => void>;
}

/** One call to make. */
export interface OpenCallOptions {
  /** Its status is `pending`. */
  readonly record: CallRecord;
  readonly request: RelayedRequest;
  readonly rules: CallRules;
  /** The longest time without progress or answer; none where absent. */
  readonly silenceMs?: number | undefined;
  toEnd(answer: Frame, durationMs: number): CallEnd;
}

const NOT_SENT: SentRequest = { cancel: () => undefined };

/** One call from its submission to its end: does what its life says, and tells its life what happens. */
export class OpenCall implements SlotRequest, SentRequest, WatchedCall {
  readonly session: string;
  readonly server: string;
  place: SlotRequest['place'] = 'outside';
  /** Its neighbours among the open calls of the publisher. */
  previous: OpenCall | undefined;
  next: OpenCall | undefined;
  readonly #yard: CallYard;
  readonly #rules: CallRules;
  readonly #silenceMs: number | undefined;
  readonly #toEnd: OpenCallOptions['toEnd'];
  #request: Pick<RelayedRequest, 'onAnswer' | 'onProgress' | 'respondent' | 'onQuestion'> | undefined;
  /** What is sent, for as long as it may have to be sent again. */
  #message: Pick<RelayedRequest, 'frame' | 'changes'> | undefined;
  readonly #requestBytes: number;
  #record: CallRecord;
  #tool: CatalogueEntry | undefined;
  #sent: SentRequest = NOT_SENT;
  #heardAt = 0;
  #stopLimit: (() => void) | undefined;
  #stopRetry: (() => void) | undefined;
  #whyEnded: string | undefined;
  #answerBytes = 0;
  #questions: CallQuestions | undefined;
  /** Since when it waits for an answer, and for the slot after that. */
  #restsSince: number | undefined;
  /** How long it has waited so; that time counts towards no limit. */
  #restedMs = 0;

  constructor(yard: CallYard, options: OpenCallOptions) {
    this.#yard = yard;
    this.#rules = options.rules;
    this.#silenceMs = options.silenceMs;
    this.#toEnd = options.toEnd;
    // Written out member by member: this is done for every call, and copies of the rest of an object cost a microsecond each.
    const { frame, changes, onAnswer, onProgress, respondent, onQuestion } = options.request;
    this.#request = { onAnswer, onProgress, respondent, onQuestion };
    this.#message = { frame, changes };
    this.#requestBytes = frame.bytes.length;
    this.#record = options.record;
    this.session = options.record.session;
    this.server = options.record.server;
  }

  get record(): CallRecord {
    return this.#record;
  }

  /** How large the messages are that its parameters and result came with, in bytes. */
  get sizes(): CallSizes {
    return { parameters: this.#requestBytes, result: this.#answerBytes };
  }

  /** Waits for its server, then for its turn; to be called once. */
  begin(): void {
    if (this.#record.status !== 'pending') return;
    this.#tool = this.#findTool();
    if (this.#yard.servers.wake(this.server)) this.#waitForServer();
    else this.#yard.slots.ask(this);
  }

  /** Has its slot. */
  admit(): void {
    if (this.#restsSince === undefined) this.#live({ type: 'start' });
    else if (this.#questions?.admit() === false) this.#yard.slots.leave(this);
    else this.#goOn();
  }

  /** Gives the call up for whoever asked, who is told nothing more. */
  cancel(reason?: string): void {
    this.#end({ type: 'cancel', error: toCallError('call-cancelled', reason ?? 'Cancelled by the client') }, reason);
  }

  /** Ends the call for another reason than its answer, which whoever asked is told; it is refused only before it begins. */
  end(type: 'cancel' | 'time-out' | 'refuse', error: ToolyardError): void {
    const request = this.#request;
    if (this.#end({ type, error: toCallError(error.code, error.message) }, error.message)) {
      void request?.onAnswer(error);
    }
  }

  /** Ends a call that has not begun as if nobody had asked for it; whoever did is told why. */
  withdraw(error: ToolyardError): void {
    const { clock, publisher } = this.#yard;
    const request = this.#request;
    const happening: CallTransition = { type: 'refuse', error: toCallError(error.code, error.message) };
    const { record } = advanceCall(this.#record, happening, clock.now(), this.#rules);
    if (record === this.#record) return;
    this.#record = record;
    this.#release();
    publisher.withdraw(this);
    void request?.onAnswer(error);
  }

  silenceLeft(): number | undefined {
    const isHeard = this.#record.status === 'executing' && this.#restsSince === undefined;
    if (this.#silenceMs === undefined || !isHeard) return undefined;
    return this.#heardAt + this.#silenceMs - this.#yard.clock.now();
  }

  endSilent(): void {
    this.end('time-out', toTimeout(`${this.#silenceMs} ms without an answer or progress`));
  }

  #end(happening: CallTransition, reason: string | undefined): boolean {
    this.#whyEnded = reason;
    return this.#live(happening);
  }

  /** Answers whether anything changed. */
  #live(happening: CallTransition): boolean {
    const { clock, publisher } = this.#yard;
    const { record, effects } = advanceCall(this.#record, happening, clock.now(), this.#rulesNow());
    if (record === this.#record) return false;
    this.#record = record;
    try {
      publisher.change(this);
    } finally {
      // A slot must not be lost to a redactor that fails, nor taken by a call that a listener ended.
      for (const effect of effects) if (this.#record === record) this.#perform(effect);
    }
    return true;
  }

  #perform(effect: CallEffect): void {
    switch (effect.type) {
      case 'send':
        this.#send();
        break;
      case 'retry-in':
        this.#yard.slots.leave(this);
        this.#questions = undefined;
        this.#goOn();
        this.#stopRetry = this.#yard.clock.after(effect.ms, () => this.#waitForServer());
        break;
      case 'take-back':
        this.#sent.cancel(this.#whyEnded);
        break;
      case 'end':
        this.#leave();
        break;
      default:
        effect satisfies never;
    }
  }

  #leave(): void {
    this.#stopLimit?.();
    this.#stopRetry?.();
    try {
      this.#yard.publisher.end(this);
    } finally {
      this.#yard.slots.leave(this);
      this.#release();
    }
  }

  /** The tables of a Map or Set can keep a call alive long after it was taken out; its messages go now. */
  #release(): void {
    this.#request = undefined;
    this.#message = undefined;
    this.#sent = NOT_SENT;
  }

  #send(): void {
    const { servers, clock } = this.#yard;
    if (this.#request === undefined || this.#message === undefined) return;
    const { onProgress, respondent, onQuestion } = this.#request;
    const { frame, changes } = this.#message;
    this.#tool ??= this.#findTool();
    this.#heardAt = clock.now();
    if (this.#stopLimit === undefined) this.#limit();
    try {
      this.#sent = servers.get(this.server).request({
        frame,
        changes,
        onAnswer: (answer) => this.#receive(answer),
        onProgress: onProgress && ((report) => this.#progress(report)),
        respondent,
        onQuestion: onQuestion && ((question) => this.#ask(question, onQuestion)),
      });
    } catch (error) {
      // Its server was taken out of the configuration while the call waited.
      if (!ToolyardError.is(error)) throw error;
      void this.#receive(error);
    }
  }

  #findTool(): CatalogueEntry | undefined {
    return this.#yard.servers.catalogue.find('tools', this.#record.tool);
  }

  #receive(answer: Frame | ToolyardError): Pressure {
    const request = this.#request;
    if (ToolyardError.is(answer)) {
      const error = toCallError(answer.code, answer.message);
      const isOver = this.#live({ type: 'lost', harmless: this.#isHarmless(answer), error });
      return isOver && this.#record.status === 'error' ? request?.onAnswer(answer) : undefined;
    }
    this.#answerBytes = answer.bytes.length;
    const durationMs = this.#yard.clock.now() - (this.#record.startedAt ?? 0);
    return this.#live({ type: 'answered', end: this.#toEnd(answer, durationMs) })
      ? request?.onAnswer(answer)
      : undefined;
  }

  #progress(report: Frame): Pressure {
    this.#heardAt = this.#yard.clock.now();
    return this.#request?.onProgress?.(report);
  }

  #rulesNow(): CallRules {
    const { totalMs, retryDelaysMs } = this.#rules;
    return this.#restedMs === 0 || totalMs === undefined
      ? this.#rules
      : { retryDelaysMs, totalMs: totalMs + this.#restedMs };
  }

  /** Waiting for an answer holds no slot and no clock. */
  #ask(question: Question, put: (question: Question) => AskedQuestion): AskedQuestion {
    // People take their time, and a message can be large.
    if (!this.#isRepeatable()) this.#message = undefined;
    this.#questions ??= createCallQuestions({ rest: () => this.#rest(), wake: () => this.#wake() });
    return this.#questions.ask(question, put);
  }

  #rest(): void {
    if (this.#record.status !== 'executing') return;
    this.#restsSince ??= this.#yard.clock.now();
    this.#stopLimit?.();
    this.#yard.slots.leave(this);
  }

  #wake(): boolean {
    if (this.#record.status !== 'executing') return false;
    if (this.place === 'outside') this.#yard.slots.ask(this, true);
    return true;
  }

  /** Its time runs again. */
  #goOn(): void {
    if (this.#restsSince === undefined) return;
    this.#heardAt = this.#yard.clock.now();
    this.#restedMs += this.#heardAt - this.#restsSince;
    this.#restsSince = undefined;
    this.#limit();
  }

  /**
   * A request that never left did nothing; one that did may be sent again only where the tool says so. Who calls what is
   * not offered, since its server is down, is told so at once.
   */
  #isHarmless({ code }: ToolyardError): boolean {
    if (this.#message === undefined || (code !== 'server-unavailable' && code !== 'connection-lost')) return false;
    const canRepeat = code === 'connection-lost' ? this.#isRepeatable() : this.#tool !== undefined;
    return canRepeat && this.#yard.servers.returns(this.server);
  }

  #isRepeatable(): boolean {
    return this.#tool !== undefined && isRepeatableTool(this.#tool.definition);
  }

  /** Waits for a server that is starting, without a slot, and asks for one then. */
  #waitForServer(): void {
    const waiting = new AbortController();
    this.#stopRetry = () => waiting.abort();
    void this.#yard.servers.ready(this.server, waiting.signal).then(() => {
      if (!waiting.signal.aborted) this.#yard.slots.ask(this, true);
    });
  }

  /** The total of a call goes on through its retries; silence is looked at when it could be too long. */
  #limit(): void {
    const { clock, silence } = this.#yard;
    const { totalMs } = this.#rules;
    const silenceMs = this.#silenceMs;
    if (totalMs !== undefined) {
      const usedMs = clock.now() - (this.#record.startedAt ?? clock.now()) - this.#restedMs;
      this.#stopLimit = clock.after(totalMs - usedMs, () => this.end('time-out', toTimeout(`${totalMs} ms`)));
    } else if (silenceMs !== undefined) {
      silence.begin();
    }
  }
}

function toCallError(code: ToolyardErrorCode, message: string): CallError {
  return { code, message };
}

function toTimeout(after: string): ToolyardError {
  return new ToolyardError('call-timeout', `Execution timeout after ${after}`);
}
