import {
  reportBug,
  ToolyardError,
  toStopped,
  type CallRecord,
  type Calls,
  type Log,
  type RelayedRequest,
  type SentRequest,
  type ToolCall,
} from '@toolyard/core';
import { refuseRequest } from '../link/refuse-request.ts';
import type { Servers } from '../supervise/servers.ts';
import { createCallPublisher, type CallPublisher } from './create-call-publisher.ts';
import { createCallRecords, toRefused, type CallRecords, type CallRecordsOptions } from './create-call-records.ts';
import { createCallSlots } from './create-call-slots.ts';
import { createSilenceWatch } from './create-silence-watch.ts';
import { createSessionLimits, type SessionLimits } from './create-session-limits.ts';
import { toCallEnd } from './to-call-end.ts';
import { OpenCall, type OpenCallOptions } from './open-call.ts';

/** The one place through which every call of a yard goes. */
export interface CallScheduler {
  readonly calls: Calls;
  /** Makes a call of a gateway client's request, whose answers pass through unread. */
  relay(server: string, request: RelayedRequest): SentRequest;
  /** Answers a gateway client's request with the reason why it is not sent. */
  refuse(server: string, request: RelayedRequest, why: ToolyardError): SentRequest;
  /** Shows a call of Toolyard's own, which waits until it is known to be possible; after a `stop` it is refused at once. */
  submit(submission: Submission): OpenCall;
  /** Lets a submitted call begin that is possible, unless it ended meanwhile or its session has no call left. */
  begin(call: OpenCall, limits: Limited): void;
  /** Ends all calls and takes no more, since the yard ends. */
  end(): void;
  /** The limits may be others now. */
  reviewLimits(): void;
}

/** What a session limit depends on in a call. */
type Limited = Pick<ToolCall, 'origin' | 'session' | 'sessionLimit' | 'isWithdrawnAtLimit'>;

/** One call of Toolyard's own. */
export interface Submission extends Pick<OpenCallOptions, 'request' | 'toEnd'> {
  readonly call: ToolCall;
  readonly timeoutMs: number;
}

/** Whose calls are scheduled, and what is told of them. */
export interface CallSchedulerOptions extends Pick<CallRecordsOptions, 'idPrefix' | 'clock' | 'onManyCalls'> {
  readonly servers: Servers;
  /** Told what a listener of `calls` throws. */
  readonly log: Log;
  /** Takes secrets out of what is shown of calls. */
  readonly redactShown?: ((text: string) => string) | undefined;
}

/** The longest silence of a gateway client's call. */
const SILENCE_MS = 300_000;

/** A scheduler without calls. */
export function createCallScheduler(options: CallSchedulerOptions): CallScheduler {
  const { servers, clock, log, redactShown } = options;
  const onBug = (error: unknown): void => reportBug(log, error);
  const publisher = createCallPublisher({ redactShown, onBug });
  const slots = createCallSlots({
    limit: () => servers.settings.concurrentLimit,
    limitOf: (server) => servers.limitOf(server),
  });
  const silence = createSilenceWatch({ clock, silenceMs: SILENCE_MS, open: publisher.open, onBug });
  const yard = { servers, slots, clock, publisher, silence };
  const records = createCallRecords({ ...options, maxRetries: () => servers.settings.retryDelaysMs.length });
  const sessions = createSessionLimits({
    limit: () => servers.settings.sessionLimit,
    onReached: (session, limit) => publisher.tell({ type: 'session-limit-reached', session, limit }),
  });
  const stopping = createStopSwitch(publisher);

  function open(record: CallRecord, { request, toEnd, silenceMs, totalMs }: Opening): OpenCall {
    const rules = { retryDelaysMs: servers.settings.retryDelaysMs, totalMs };
    const call = new OpenCall(yard, { record, request, rules, silenceMs, toEnd });
    publisher.add(call);
    return call;
  }

  function refuse(server: string, request: RelayedRequest, why: ToolyardError): SentRequest {
    publisher.keep(toRefused(records.relayed(server, request), why));
    return refuseRequest(request, why);
  }

  return {
    calls: toCalls({ publisher, records, stopping, sessions }),
    reviewLimits: slots.review,
    end() {
      stopping.end(new ToolyardError('call-cancelled', 'Execution stopped: Toolyard is ending'));
      silence.end();
    },
    refuse,
    relay(server, request) {
      if (stopping.isStopped()) return refuse(server, request, toStopped());
      const call = open(records.relayed(server, request), { request, silenceMs: SILENCE_MS, toEnd: toCallEnd });
      call.begin();
      return call;
    },
    submit({ call, timeoutMs, request, toEnd }) {
      const submitted = open(records.submitted(call), { request, toEnd, totalMs: timeoutMs });
      if (stopping.isStopped()) submitted.end('refuse', toStopped());
      return submitted;
    },
    begin(call, limits) {
      if (call.record.status !== 'pending') return;
      if (!isLimited(limits) || sessions.take(call.session, limits.sessionLimit)) call.begin();
      else if (limits.isWithdrawnAtLimit === true) call.withdraw(toSpent(sessions.use(call.session).limit));
      else call.end('refuse', toSpent(sessions.use(call.session).limit));
    },
  };
}

interface CallParts {
  readonly publisher: CallPublisher;
  readonly records: CallRecords;
  readonly stopping: StopSwitch;
  readonly sessions: SessionLimits;
}

function toCalls({ publisher, records, stopping, sessions }: CallParts): Calls {
  return {
    active: () => publisher.open().map((call) => publisher.show(call.record)),
    history: () => publisher.history(),
    on: publisher.on,
    noteRefusal: async (call, why) => publisher.keep(toRefused(records.refused(call), why)),
    stop: async () => stopping.stop(),
    resume: async () => stopping.resume(),
    isStopped: () => stopping.isStopped(),
    sessionUse: async (session) => sessions.use(session),
    continueSession: async (session) => sessions.extend(session),
    resetSession: async (session) => sessions.reset(session),
  };
}

interface StopSwitch {
  isStopped(): boolean;
  stop(): void;
  /** The same, for good. */
  end(reason: ToolyardError): void;
  resume(): void;
}

function createStopSwitch(publisher: CallPublisher): StopSwitch {
  let isStopped = false;

  function end(reason: ToolyardError): void {
    isStopped = true;
    // Those that wait go first, so that none of them gets the slot of one that ends.
    const waiting = publisher.open().filter((call) => call.place !== 'inside');
    for (const call of [...waiting, ...publisher.open()]) call.end('cancel', reason);
  }

  return {
    isStopped: () => isStopped,
    end,
    stop() {
      end(toStopped());
      publisher.tell({ type: 'calls-stopped' });
    },
    resume() {
      isStopped = false;
      publisher.tell({ type: 'calls-resumed' });
    },
  };
}

interface Opening extends Pick<OpenCallOptions, 'request' | 'toEnd' | 'silenceMs'> {
  readonly totalMs?: number;
}

function toSpent(limit: number): ToolyardError {
  return new ToolyardError('session-limit', `Session execution limit reached (${limit})`);
}

function isLimited({ origin, session }: Pick<ToolCall, 'origin' | 'session'>): boolean {
  return origin !== 'client' && (session !== undefined || origin !== 'person');
}
