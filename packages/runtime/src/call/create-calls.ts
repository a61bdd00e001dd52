import {
  cutText,
  parseToolId,
  ToolyardError,
  toToolId,
  type CallRecord,
  type Calls,
  type Clock,
  type RefusedCall,
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
  /** Answers a gateway client's request with the reason why it is not sent. */
  refuse(server: string, request: RelayedRequest, why: ToolyardError): SentRequest;
  /** Shows a call of Toolyard's own, which waits until it is known to be possible; after a `stop` it is refused at once. */
  submit(submission: Submission): OpenCall;
  /** Lets a submitted call begin that is possible, unless it ended meanwhile or its session has no call left. */
  begin(call: OpenCall, limits: Pick<ToolCall, 'origin' | 'session' | 'sessionLimit'>): void;
  /** Ends all calls and takes no more, since the yard ends. */
  end(): void;
  /** The limits may be others now. */
  reviewLimits(): void;
}

/** One call of Toolyard's own. */
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
  let isStopped = false;
  let submitted = 0;

  function describe(about: CallAbout): CallRecord {
    const id = `${options.idPrefix}-${++submitted}`;
    return toRecord(id, about, clock.now(), servers.settings.retryDelaysMs.length);
  }

  function open(about: CallAbout, { request, judge, silenceMs, totalMs }: Opening): OpenCall {
    const { retryDelaysMs } = servers.settings;
    const record = describe(about);
    const call = new OpenCall(yard, { record, request, rules: { retryDelaysMs, totalMs }, silenceMs, judge });
    board.add(call);
    return call;
  }

  function noteRefusal(about: CallAbout, { code, message }: ToolyardError): void {
    const error = { code, message: cutText(message, LONGEST_REASON) };
    board.keep({ ...describe(about), status: 'error', completedAt: clock.now(), error });
  }

  function refuse(server: string, request: RelayedRequest, why: ToolyardError): SentRequest {
    noteRefusal(describeRelayed(server, request), why);
    return refuseRequest(request, why);
  }

  function stop(reason: ToolyardError): void {
    isStopped = true;
    // Those that wait go first, so that none of them gets the slot of one that ends.
    const waiting = board.open().filter((call) => call.place !== 'inside');
    for (const call of [...waiting, ...board.open()]) call.end('cancel', reason);
  }

  return {
    calls: {
      active: () => board.open().map((call) => board.show(call.record)),
      history: () => board.history(),
      async stop() {
        stop(toStopped());
        board.tell({ type: 'calls-stopped' });
      },
      async resume() {
        isStopped = false;
        board.tell({ type: 'calls-resumed' });
      },
      isStopped: () => isStopped,
      sessionUse: async (session) => sessions.use(session),
      continueSession: async (session) => sessions.extend(session),
      resetSession: async (session) => sessions.reset(session),
      noteRefusal: async (call, why) =>
        noteRefusal(describeCall({ ...call, tool: cutText(call.tool, LONGEST_NAME) }), why),
      on: board.on,
    },
    reviewLimits: gate.review,
    end: () => stop(new ToolyardError('call-cancelled', 'Execution stopped: Toolyard is ending')),
    refuse,
    relay(server, request) {
      if (isStopped) return refuse(server, request, toStopped());
      const call = open(describeRelayed(server, request), { request, silenceMs: SILENCE_MS, judge: judgeAnswer });
      call.begin();
      return call;
    },
    submit({ call, timeoutMs, request, judge }) {
      const submission = open(describeCall(call), { request, judge, totalMs: timeoutMs });
      if (isStopped) submission.end('refuse', toStopped());
      return submission;
    },
    begin(call, limits) {
      const { session } = call;
      if (call.record.status !== 'pending') return;
      if (!isLimited(limits) || sessions.take(session, limits.sessionLimit)) call.begin();
      else call.end('refuse', toSpent(sessions.use(session).limit));
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

// A client may ask for a name of any length, and is told that there is no such tool.
const LONGEST_NAME = 300;
const LONGEST_REASON = 2000;

function describeCall(call: RefusedCall & Partial<Pick<ToolCall, 'arguments' | 'hook'>>): CallAbout {
  const { tool, origin, session = origin, arguments: parameters, document, hook } = call;
  const named = parseToolId(tool) ?? { server: '', tool };
  const { server = named.server } = call;
  return { tool, server, toolName: named.tool, origin, session, parameters, document, hook };
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

function isLimited({ origin, session }: Pick<ToolCall, 'origin' | 'session'>): boolean {
  return origin !== 'client' && (session !== undefined || origin !== 'person');
}
