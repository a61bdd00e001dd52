import {
  createRequest,
  onAbort,
  parseToolId,
  toExpired,
  toMessage,
  ToolyardError,
  type CallProgress,
  type CatalogueEntry,
  type Clock,
  type Frame,
  type Log,
  type RelayedRequest,
  type ToolCall,
  type ToolCaller,
  type ToolOutcome,
} from '@toolyard/core';
import type { Servers } from '../supervise/servers.ts';
import type { CallChain } from './call-chain.ts';
import { toStopped, type CallScheduler, type Submission } from './create-call-scheduler.ts';
import { outcomeToCallEnd, toOutcome } from './to-call-end.ts';
import { toRespondent } from './to-respondent.ts';
import { formatArgumentProblem, validateArguments } from './validate-arguments.ts';

export interface ToolCallerOptions {
  readonly servers: Servers;
  readonly scheduler: Pick<CallScheduler, 'submit' | 'begin'>;
  readonly log: Log;
  readonly clock: Clock;
  /** Its calls start here. */
  readonly chain: Pick<CallChain, 'begin'>;
}

/** Tools that were warned of; a server may offer ever new ones. */
const MOST_WARNED = 1000;

/** Calls tools by id; a call to a server that is starting waits for it, and its time limit begins after that. */
export function createToolCaller(options: ToolCallerOptions): ToolCaller {
  const warned = new Set<string>();

  function warn(tool: CatalogueEntry, why: string): void {
    if (warned.has(tool.id)) return;
    if (warned.size >= MOST_WARNED) warned.clear();
    warned.add(tool.id);
    options.log.write('warning', `Arguments of ${tool.id} are not checked: ${why}`, tool.server);
  }

  /** Finds out whether a call is possible; throws `ToolyardError` where it is not. */
  async function check(call: ToolCall, signal: AbortSignal): Promise<void> {
    const tool = await findTool(call.tool, options.servers, signal);
    const { problems, unchecked } = await validateArguments(tool.definition['inputSchema'], call.arguments);
    if (signal.aborted) throw toStopped();
    if (unchecked !== undefined) warn(tool, unchecked);
    if (problems.length === 0) return;
    const all = problems.map(formatArgumentProblem).join('; ');
    throw new ToolyardError('arguments-invalid', `Invalid parameters for ${tool.id}: ${all}`);
  }

  return { call: (call, signal) => submit({ call, signal, check }, options) };
}

async function findTool(id: string, servers: Servers, signal: AbortSignal): Promise<CatalogueEntry> {
  const key = parseToolId(id)?.server;
  if (key === undefined) throw new ToolyardError('tool-not-found', `Tool not found: ${id}`);
  servers.get(key);
  await servers.ready(key, signal);
  if (signal.aborted) throw toStopped();
  const tool = servers.catalogue.find('tools', id);
  if (tool !== undefined) return tool;
  const server = servers.find(key);
  const state = server?.status().state;
  if (server === undefined || state === 'running' || state === 'idle') {
    throw new ToolyardError('tool-not-found', `Tool not found: ${id}`);
  }
  throw new ToolyardError('server-unavailable', server.explain());
}

interface Sending {
  readonly call: ToolCall;
  readonly signal: AbortSignal;
  check(call: ToolCall, signal: AbortSignal): Promise<void>;
}

/** A call is shown from the moment it is asked for, so that one that is not possible ends as any other. */
function submit({ call, signal, check }: Sending, options: ToolCallerOptions): Promise<ToolOutcome> {
  const { scheduler } = options;
  const over = new AbortController();
  let forget: () => void = () => undefined;
  return new Promise<ToolOutcome>((resolve, reject) => {
    let outcome: ToolOutcome | undefined;
    const submitted = scheduler.submit({
      call,
      ...toRequest(call, options, {
        onAnswer(answer) {
          over.abort();
          if (ToolyardError.is(answer)) reject(answer);
          else resolve(outcome ?? toOutcome(answer));
          return undefined;
        },
        onExpired: (error) => submitted.end('cancel', error),
      }),
      toEnd(answer, durationMs) {
        outcome = toOutcome(answer);
        return outcomeToCallEnd(outcome, durationMs);
      },
    });
    forget = onAbort(signal, () => submitted.end('cancel', toStopped()));
    if (over.signal.aborted) return;
    check(call, over.signal).then(
      () => scheduler.begin(submitted, call),
      (error: unknown) => {
        const why = ToolyardError.is(error) ? error : new ToolyardError('protocol-error', toMessage(error));
        reject(why);
        submitted.end('refuse', why);
      },
    );
  }).finally(() => forget());
}

interface AnswerHandlers extends Pick<RelayedRequest, 'onAnswer'> {
  onExpired(error: ToolyardError): void;
}

function toRequest(
  call: ToolCall,
  { servers, chain, clock }: ToolCallerOptions,
  { onAnswer, onExpired }: AnswerHandlers,
): Pick<Submission, 'request' | 'timeoutMs'> {
  const { server, tool: name } = parseToolId(call.tool) ?? { server: '', tool: call.tool };
  const { onProgress } = call;
  return {
    timeoutMs: call.timeoutMs ?? servers.timeoutOf(server),
    request: {
      ...chain.begin(),
      frame: createRequest(0, 'tools/call', { name, arguments: call.arguments }),
      onAnswer,
      ...(onProgress === undefined ? {} : { onProgress: (report) => tell(onProgress, report) }),
      ...toRespondent(call, server, { clock, onExpired: () => onExpired(toExpired(server)) }),
    },
  };
}

function tell(listener: (progress: CallProgress) => void, report: Frame): undefined {
  listener(toProgress(report));
}

function toProgress(report: Frame): CallProgress {
  const progress = report.param('progress');
  const total = report.param('total');
  const message = report.param('message');
  return {
    progress: typeof progress === 'number' ? progress : 0,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}
