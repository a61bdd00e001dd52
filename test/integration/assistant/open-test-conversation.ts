import {
  checkConversation,
  createConversation,
  type AnswerEvent,
  type Approver,
  type ApprovalRequest,
  type Conversation,
  type ConversationOptions,
  type Decision,
  type Model,
  type ModelMessage,
} from '@toolyard/assistant';
import type { JsonObject, Settings, ToolCaller } from '@toolyard/core';
import { checkArguments, createLocalYard, type LocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createMemoryLog,
  waitUntil,
  type FakeClock,
  type FakeLinkStarter,
  type FakeServerOptions,
  type ServedCall,
} from '@toolyard/testing';
import { expect } from 'vitest';

const forever = new AbortController().signal;

const text = (value: string, isError = false): string =>
  JSON.stringify({ content: [{ type: 'text', text: value }], isError });

/** `read` gives its arguments, `fail` fails, `wait` never answers, `need` wants a path, and `delete` may destroy something. */
const FILES: FakeServerOptions = {
  tools: ['read', 'fail', 'wait', 'need', 'delete'],
  define: (name) => ({
    description: `The tool ${name} of the files`,
    ...(name === 'delete' ? { annotations: { destructiveHint: true } } : {}),
    ...(name === 'need'
      ? { inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } }
      : {}),
  }),
  call(name, request) {
    if (name === 'wait') return undefined;
    if (name === 'fail') return text('it broke', true);
    return text(`${name} ${JSON.stringify(request.param('arguments') ?? {})}`);
  },
};

const SERVERS: Readonly<Record<string, FakeServerOptions>> = {
  files: FILES,
  web: { tools: ['get'] },
  off: { tools: ['never'] },
};

/** A conversation on a yard of this process, and what a test does to it. */
export interface TestConversation {
  readonly conversation: Conversation;
  readonly yard: LocalYard;
  readonly clock: FakeClock;
  readonly links: FakeLinkStarter;
  readonly events: readonly AnswerEvent[];
  /** What people were asked, a list for each question. */
  readonly asked: readonly (readonly ApprovalRequest[])[];
  /** Asks, and resolves with the events of this answer. */
  ask(question?: string): Promise<readonly AnswerEvent[]>;
  /** Ends the answer, as a person does. */
  stop(): void;
  crash(server: string): void;
  /** Resolves when so many calls are at their servers. */
  executing(count: number): Promise<void>;
}

/** What a test decides about its conversation; all calls are approved once unless it decides otherwise. */
export interface TestConversationOptions extends Partial<Omit<ConversationOptions, 'model'>> {
  readonly servers?: Readonly<Record<string, FakeServerOptions>>;
  readonly settings?: Partial<Settings>;
  readonly decide?: (call: ApprovalRequest) => Decision;
  readonly onEvent?: (event: AnswerEvent, opened: TestConversation) => void;
  /** What makes the calls; the yard itself where absent. */
  readonly toCaller?: (yard: LocalYard) => ToolCaller;
}

/** Opens a yard with `files`, `web` and the disabled `off`, or with other servers, and a conversation on it. */
export async function openTestConversation(
  model: Model,
  options: TestConversationOptions = {},
): Promise<TestConversation> {
  const { servers = SERVERS, settings = {}, decide = () => 'once', onEvent, toCaller, ...given } = options;
  const clock = createFakeClock();
  const links = createFakeLinkStarter(servers);
  const keys = Object.keys(servers).map((key) => [key, { enabled: key !== 'off' }]);
  const yard = createLocalYard({
    configuration: createConfiguration(Object.fromEntries(keys), { healthCheckMs: 10_000_000, ...settings }),
    links,
    clock,
    log: createMemoryLog(),
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  await yard.settled({ signal: forever });
  const asked: ApprovalRequest[][] = [];
  const approver: Approver = {
    async decide(calls) {
      asked.push([...calls]);
      return new Map(calls.map((call) => [call.id, decide(call)]));
    },
  };
  const conversation = createConversation({
    id: 'c1',
    model,
    clock,
    yard,
    caller: toCaller?.(yard) ?? yard.caller,
    scope: () => ({}),
    session: 'note',
    approver,
    isTrusted: () => false,
    checkArguments,
    ...given,
  });
  const events: AnswerEvent[] = [];
  let stop = new AbortController();
  const opened: TestConversation = {
    conversation,
    yard,
    clock,
    links,
    events,
    asked,
    stop: () => stop.abort(),
    crash: (server) => links.starts.get(server)?.pair.breakOff('exited with code 1'),
    executing: (count) =>
      waitUntil(() => yard.calls.active().filter(({ status }) => status === 'executing').length === count),
    async ask(question = 'Please do it') {
      stop = new AbortController();
      const before = events.length;
      await conversation.ask([{ type: 'text', text: question }], {
        signal: stop.signal,
        onEvent(event) {
          events.push(event);
          onEvent?.(event, opened);
        },
      });
      expectValid(conversation.messages());
      return events.slice(before);
    },
  };
  return opened;
}

/** A call that a scripted model asks for. */
export function callTo(tool: string, given: JsonObject | string = {}): ServedCall {
  return { tool, arguments: given };
}

/** A conversation that another question can follow. */
export function expectValid(messages: readonly ModelMessage[]): void {
  expect(checkConversation([...messages, { role: 'user', content: [{ type: 'text', text: 'next' }] }])).toEqual([]);
}

/** The events of one type. */
export function eventsOf<Type extends AnswerEvent['type']>(
  events: readonly AnswerEvent[],
  type: Type,
): readonly Extract<AnswerEvent, { readonly type: Type }>[] {
  return events.filter((event): event is Extract<AnswerEvent, { readonly type: Type }> => event.type === type);
}

/** What each call was answered with, in the order in which the model asked: `status: text`. */
export function resultsOf(events: readonly AnswerEvent[]): readonly string[] {
  const results = eventsOf(events, 'tool-result');
  return eventsOf(events, 'tool-call').map(({ id }) => {
    const [result, ...others] = results.filter((each) => each.id === id);
    expect(others).toEqual([]);
    return result === undefined ? 'none' : `${result.status}: ${result.text}`;
  });
}
