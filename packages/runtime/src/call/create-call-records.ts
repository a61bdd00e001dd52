import {
  cutText,
  parseToolId,
  toToolId,
  type CallRecord,
  type Clock,
  type RefusedCall,
  type RelayedRequest,
  type ToolCall,
  type ToolyardError,
} from '@toolyard/core';

/** Makes the records of calls, each with an id of its own. */
export interface CallRecords {
  /** Of a gateway client's request, which is not read. */
  relayed(server: string, request: RelayedRequest): CallRecord;
  /** Of a call of Toolyard's own. */
  submitted(call: ToolCall): CallRecord;
  /** Of a call that was never submitted. */
  refused(call: RefusedCall): CallRecord;
}

export interface CallRecordsOptions {
  /** Begins the ids of all calls; unique among all running yards. */
  readonly idPrefix: string;
  readonly clock: Clock;
  /** Asked for each time, since it may change. */
  maxRetries(): number;
  /** Called once, when so many calls were asked for that many more are likely. */
  readonly onManyCalls?: (() => void) | undefined;
}

// A client may ask for a name of any length, and is told that there is no such tool.
const LONGEST_NAME = 300;
const LONGEST_REASON = 2000;

/** More than most sessions ever make. */
const MANY_CALLS = 10_000;

/** No call has an id yet. */
export function createCallRecords(options: CallRecordsOptions): CallRecords {
  const { idPrefix, clock, maxRetries, onManyCalls } = options;
  let count = 0;
  function create(about: CallAbout): CallRecord {
    if (++count === MANY_CALLS) onManyCalls?.();
    return toRecord(`${idPrefix}-${count}`, about, clock.now(), maxRetries());
  }
  return {
    relayed: (server, request) => create(describeRelayed(server, request)),
    submitted: (call) => create(describeCall(call)),
    refused: (call) => create(describeCall({ ...call, tool: cutText(call.tool, LONGEST_NAME) })),
  };
}

/** The same call, which ended where it began. */
export function toRefused(record: CallRecord, { code, message }: ToolyardError): CallRecord {
  const error = { code, message: cutText(message, LONGEST_REASON) };
  return { ...record, status: 'error', completedAt: record.submittedAt, error };
}

/** What a call is, before anything happened to it. */
type CallAbout = Pick<
  CallRecord,
  | 'tool'
  | 'server'
  | 'toolName'
  | 'origin'
  | 'session'
  | 'parameters'
  | 'document'
  | 'hook'
  | 'conversation'
  | 'approval'
>;

function describeRelayed(server: string, request: RelayedRequest): CallAbout {
  const { name = request.frame.param('name'), session = 'client' } = request;
  const toolName = typeof name === 'string' ? name : '';
  return { tool: toToolId(server, toolName), server, toolName, origin: 'client', session };
}

function describeCall(call: RefusedCall): CallAbout {
  const { tool, origin, session = origin, arguments: parameters, document, hook, conversation, approval } = call;
  const named = parseToolId(tool) ?? { server: '', tool };
  const { server = named.server } = call;
  const { tool: toolName } = named;
  return { tool, server, toolName, origin, session, parameters, document, hook, conversation, approval };
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
    conversation: about.conversation,
    approval: about.approval,
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
