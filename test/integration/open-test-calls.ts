import {
  createRequest,
  createResponse,
  type CallEvent,
  type CallRecord,
  type Frame,
  type Pressure,
  type RelayedRequest,
  type Settings,
  type ToolCall,
  type ToolOutcome,
  type ToolyardError,
} from '@toolyard/core';
import { createLocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createMemoryLog,
  waitUntil,
  type FakeServerOptions,
} from '@toolyard/testing';

const signal = new AbortController().signal;

/** The argument `n` of a call that reached a server. */
export const indexOf = (frame: Frame): number => (frame.param('arguments') as { n: number }).n;

/** A yard with one server `a` that has the tools `write`, `read` and `idempotent`, and answers when the test says so. */
export async function openTestCalls(settings: Partial<Settings> = {}, server: Partial<FakeServerOptions> = {}) {
  const clock = createFakeClock();
  const arrived: Frame[] = [];
  const hints: Record<string, object> = { read: { readOnlyHint: true }, idempotent: { idempotentHint: true } };
  const links = createFakeLinkStarter({
    a: {
      tools: ['write', 'read', 'idempotent'],
      define: (name) => ({ annotations: hints[name] }),
      call: (_, request) => void arrived.push(request),
      ...server,
    },
  });
  const log = createMemoryLog();
  const finished: CallRecord[] = [];
  const yard = createLocalYard({
    configuration: createConfiguration({ a: {} }, { healthCheckMs: 10_000_000, ...settings }),
    links,
    clock,
    log,
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  await yard.settled({ signal });
  const events: CallEvent[] = [];
  yard.calls.on((event) => {
    events.push(event);
    if (event.type === 'call-changed' && event.call.completedAt !== undefined) finished.push(event.call);
  });
  const start = () => {
    const started = links.starts.get('a');
    if (started === undefined) throw new Error('not started');
    return started;
  };
  return {
    yard,
    clock,
    log,
    events,
    finished,
    /** The calls that reached the server, of all its runs. */
    arrived,
    call: (n: number, given: Partial<ToolCall> = {}, stop: AbortSignal = signal): Promise<ToolOutcome> =>
      yard.caller.call({ tool: 'a:write', arguments: { n }, origin: 'document', session: 's', ...given }, stop),
    relay(tool: string, given: Partial<RelayedRequest> = {}) {
      const answers: (Frame | ToolyardError)[] = [];
      const onAnswer = (answer: Frame | ToolyardError): Pressure => void answers.push(answer);
      const frame = createRequest('q', 'tools/call', { name: tool, arguments: { n: 0 } });
      return { answers, sent: yard.request('a', { frame, onAnswer, ...given }) };
    },
    answer: (request: Frame | undefined, result = '{"content":[]}'): void => {
      if (request?.id !== undefined) void start().pair.far.send(createResponse(request.id, result));
    },
    /** Resolves when so many calls are open and known to be possible: checking them takes no longer than a turn. */
    async queued(count: number): Promise<void> {
      await waitUntil(
        () => yard.calls.active().length === count && yard.calls.active().some(({ startedAt }) => startedAt),
      );
      await new Promise((resolve) => void setTimeout(resolve, 0));
    },
    /** Asks as the server. */
    ask: (method: string, params: unknown): Promise<Frame> => start().server.ask(method, params),
    progress: (request: Frame | undefined): void => {
      const meta = request?.param('_meta') as { progressToken: number };
      start().server.notify('notifications/progress', { progressToken: meta.progressToken, progress: 1 });
    },
    cancelled: (): readonly unknown[] =>
      start()
        .server.received.filter((frame) => frame.method === 'notifications/cancelled')
        .map((frame) => frame.value('params')),
    crash: (): void => start().pair.breakOff('exited with code 1'),
    statuses: (): string[] =>
      events.flatMap((event) => (event.type === 'call-changed' ? `${event.call.id} ${event.call.status}` : [])),
  };
}
