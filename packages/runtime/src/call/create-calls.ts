import {
  parseToolId,
  ToolyardError,
  toToolId,
  type CallRecord,
  type Calls,
  type Clock,
  type RelayedRequest,
  type SentRequest,
  type ToolCall,
} from '@toolyard/core';
import { refuseRequest } from '../link/refuse-request.ts';
import type { Servers } from '../supervise/servers.ts';
import { createCallBoard } from './create-call-board.ts';
import { createGate } from './create-gate.ts';
import { createSessionLimits } from './create-session-limits.ts';
import { judgeAnswer } from './judge-answer.ts';
import { OpenCall, type OpenCallOptions } from './open-call.ts';

/** The one place through which every call of a yard goes. */
export interface CallDesk {
  readonly calls: Calls;
  /** Makes a call of a gateway client's request, whose answers pass through unread. */
  relay(server: string, request: RelayedRequest): SentRequest;
  /**
   * Makes a call of its own, which begins when whoever submitted it is ready to give it up too; throws `ToolyardError`
   * (`session-limit`, `call-cancelled`) where none is taken.
   */
  submit(submission: Submission): OpenCall;
  /** Aborted by the next `stop`. */
  untilStopped(): AbortSignal;
  /** Ends all calls and takes no more, since the yard ends. */
  end(): void;
  /** The limits may be others now. */
  reviewLimits(): void;
}

/** A call that is known to be possible. */
export interface Submission extends Pick<OpenCallOptions, 'request' | 'judge'> {
  readonly call: ToolCall;
  readonly timeoutMs: number;
}

/** What a desk works with. */
export interface CallDeskOptions {
  readonly servers: Servers;
  readonly clock: Clock;
  /** Begins the ids of all calls; unique among all running yards. */
  readonly idPrefix: string;
  /** Takes secrets out of what is shown of calls. */
  readonly redactShown?: ((text: string) => string) | undefined;
}

/** The longest silence of a gateway client's call. */
const SILENCE_MS = 300_000;

/** A desk without calls. */
export function createCalls(options: CallDeskOptions): CallDesk {
  const { servers, clock } = options;
  const board = createCallBoard(options.redactShown);
  const gate = createGate({
    limit: () => servers.settings.concurrentLimit,
    limitOf: (server) => servers.limitOf(server),
  });
  const yard = { servers, gate, clock, board };
  const sessions = createSessionLimits({
    limit: () => servers.settings.sessionLimit,
    onReached: (session, limit) => board.tell({ type: 'session-limit-reached', session, limit }),
  });
  let stopping = new AbortController();
  let submitted = 0;

  function open(about: CallAbout, { request, judge, silenceMs, totalMs }: Opening): OpenCall {
    const { retryDelaysMs } = servers.settings;
    const id = `${options.idPrefix}-${++submitted}`;
    const record = toRecord(id, about, clock.now(), retryDelaysMs.length);
    const call = new OpenCall(yard, { record, request, rules: { retryDelaysMs, totalMs }, silenceMs, judge });
    board.add(call);
    return call;
  }

  function stop(reason: ToolyardError): void {
    stopping.abort();
    // Those that wait go first, so that none of them gets the slot of one that ends.
    const waiting = board.open().filter((call) => call.place !== 'inside');
    for (const call of [...waiting, ...board.open()]) call.end('cancel', reason);
  }

  return {
    calls: {
      active: () => board.open().map((call) => board.show(call.record)),
      history: () => board.history(),
      stop: () => stop(toStopped()),
      resume() {
        if (stopping.signal.aborted) stopping = new AbortController();
      },
      isStopped: () => stopping.signal.aborted,
      continueSession: (session) => sessions.extend(session),
      on: board.on,
    },
    untilStopped: () => stopping.signal,
    reviewLimits: gate.review,
    end: () => stop(new ToolyardError('call-cancelled', 'Execution stopped: Toolyard is ending')),
    relay(server, request) {
      if (stopping.signal.aborted) return refuseRequest(request, toStopped());
      const call = open(describeRelayed(server, request), { request, silenceMs: SILENCE_MS, judge: judgeAnswer });
      call.begin();
      return call;
    },
    submit({ call, timeoutMs, request, judge }) {
      if (stopping.signal.aborted) throw toStopped();
      const about = describeCall(call);
      if (isLimited(call) && !sessions.take(about.session)) throw toSpent(servers.settings.sessionLimit);
      return open(about, { request, judge, totalMs: timeoutMs });
    },
  };
}

/** What a call is, before anything happened to it. */
type CallAbout = Pick<
  CallRecord,
  'tool' | 'server' | 'toolName' | 'origin' | 'session' | 'parameters' | 'document' | 'hook'
>;

function describeRelayed(server: string, request: RelayedRequest): CallAbout {
  const { name = request.frame.param('name'), session = 'client' } = request;
  const toolName = typeof name === 'string' ? name : '';
  return { tool: toToolId(server, toolName), server, toolName, origin: 'client', session };
}

function describeCall(call: ToolCall): CallAbout {
  const { tool, origin, session = origin, arguments: parameters, document, hook } = call;
  const { server, tool: toolName } = parseToolId(tool) ?? { server: '', tool };
  return { tool, server, toolName, origin, session, parameters, document, hook };
}

/** Every field, also those that come later, so that all records have one form: that is quicker. */
function toRecord(id: string, about: CallAbout, now: number, maxRetries: number): CallRecord {
  return {
    id,
    tool: about.tool,
    server: about.server,
    toolName: about.toolName,
    parameters: about.parameters,
    origin: about.origin,
    session: about.session,
    document: about.document,
    hook: about.hook,
    status: 'pending',
    submittedAt: now,
    startedAt: undefined,
    completedAt: undefined,
    retryAttempt: 0,
    maxRetries,
    result: undefined,
    error: undefined,
  };
}

interface Opening extends Pick<OpenCallOptions, 'request' | 'judge' | 'silenceMs'> {
  readonly totalMs?: number;
}

/** The error of a call that the user, or whoever asked for it, gave up. */
export function toStopped(): ToolyardError {
  return new ToolyardError('call-cancelled', 'Execution stopped by user');
}

function toSpent(limit: number): ToolyardError {
  return new ToolyardError('session-limit', `Session execution limit reached (${limit})`);
}

function isLimited({ origin, session }: ToolCall): boolean {
  return origin !== 'client' && (session !== undefined || origin !== 'person');
}
