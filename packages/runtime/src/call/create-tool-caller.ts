import {
  createRequest,
  parseToolId,
  ToolyardError,
  type CallProgress,
  type Clock,
  type Frame,
  type JsonRpcError,
  type Relay,
  type ToolCall,
  type ToolCaller,
  type ToolOutcome,
  type ToolResult,
  type Yard,
} from '@toolyard/core';

/** What a tool caller works with. */
export interface ToolCallerOptions {
  readonly yard: Pick<Yard, 'catalogue' | 'server' | 'settled'> & Pick<Relay, 'request'>;
  readonly clock: Clock;
  /** Why a server takes no calls. */
  explain(server: string): string;
  /** The time limit of a call that names none, in milliseconds. */
  timeoutOf(server: string): number;
}

/** Calls tools by id; a call to a server that is starting waits for it, and its time limit begins after that. */
export function createToolCaller(options: ToolCallerOptions): ToolCaller {
  return {
    async call(call, signal) {
      const { server, tool } = await findTool(call.tool, options, signal);
      const limits = { timeoutMs: call.timeoutMs ?? options.timeoutOf(server), clock: options.clock, signal };
      const answer = await send({ ...limits, call, server, tool, relay: options.yard });
      return toOutcome(answer);
    },
  };
}

async function findTool(
  id: string,
  { yard, explain }: ToolCallerOptions,
  signal: AbortSignal,
): Promise<{ server: string; tool: string }> {
  const parsed = parseToolId(id);
  if (parsed === undefined) throw new ToolyardError('tool-not-found', `Tool not found: ${id}`);
  const { server } = parsed;
  if (yard.server(server) === undefined) throw new ToolyardError('server-not-found', `Server not found: ${server}`);
  await yard.settled({ key: server, signal });
  if (signal.aborted) throw toStopped();
  const state = yard.server(server)?.state;
  // An idle server is started by the request itself.
  if (state !== 'running' && state !== 'idle') throw new ToolyardError('server-unavailable', explain(server));
  if (yard.catalogue.find('tools', id) === undefined) {
    throw new ToolyardError('tool-not-found', `Tool not found: ${id}`);
  }
  return parsed;
}

interface Sending {
  readonly call: ToolCall;
  readonly server: string;
  readonly tool: string;
  readonly relay: Pick<Relay, 'request'>;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

function send({ call, server, tool, relay, clock, timeoutMs, signal }: Sending): Promise<Frame> {
  return new Promise((resolve, reject) => {
    const { onProgress } = call;
    const sent = relay.request(server, {
      frame: createRequest(0, 'tools/call', { name: tool, arguments: call.arguments }),
      onAnswer(answer) {
        end();
        if (ToolyardError.is(answer)) reject(answer);
        else resolve(answer);
        return undefined;
      },
      ...(onProgress === undefined ? {} : { onProgress: (report) => tell(onProgress, report) }),
    });
    const giveUp = (reason: ToolyardError): void => {
      end();
      sent.cancel(reason.message);
      reject(reason);
    };
    const onAbort = (): void => giveUp(toStopped());
    const stopClock = clock.after(timeoutMs, () => giveUp(toTimeout(timeoutMs)));
    const end = (): void => {
      stopClock();
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

function tell(listener: (progress: CallProgress) => void, report: Frame): undefined {
  listener(toProgress(report));
}

function toOutcome(answer: Frame): ToolOutcome {
  if (answer.span('error') !== undefined) return { kind: 'failure', error: parseError(answer.value('error')) };
  const result = parseResult(answer.value('result'));
  return { kind: result.isError === true ? 'tool-error' : 'success', result, json: answer.text('result') ?? 'null' };
}

function parseError(value: unknown): JsonRpcError {
  const error: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  return {
    code: typeof error['code'] === 'number' ? error['code'] : -32603,
    message: typeof error['message'] === 'string' ? error['message'] : 'The server gave no message',
    ...('data' in error ? { data: error['data'] } : {}),
  };
}

/** Results pass as they are: what a server calls a result is for the caller to judge, so only its outer shape is checked. */
function parseResult(value: unknown): ToolResult {
  return typeof value === 'object' && value !== null ? (value as ToolResult) : {};
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

function toStopped(): ToolyardError {
  return new ToolyardError('call-cancelled', 'Execution stopped by user');
}

function toTimeout(ms: number): ToolyardError {
  return new ToolyardError('call-timeout', `Execution timeout after ${ms} ms`);
}
