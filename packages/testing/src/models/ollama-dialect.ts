import type { ChatRequest, ChatResponse, Message } from 'ollama';
import {
  findToolMistake,
  SCRIPTED_USAGE,
  toPieces,
  type AnswerMemory,
  type ModelDialect,
  type NumberedAnswer,
} from './model-dialect.ts';

/** `/api/chat` of Ollama. */
export const OLLAMA_DIALECT: ModelDialect = {
  modelId: 'ollama/qwen3',
  contentType: 'application/x-ndjson',
  hasArgumentText: false,
  toEnvironment: (origin) => ({ OLLAMA_BASE_URL: origin }),
  isPath: (path) => path === '/api/chat',
  findMistake: (body, memory) => findMistake(toParams(body), memory),
  see(body) {
    const { messages = [], tools = [] } = toParams(body);
    const isNews = ({ role }: Message): boolean => role === 'user' || role === 'tool';
    return {
      body,
      system: messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n'),
      tools: tools.map((tool) => tool.function.name ?? ''),
      news: messages
        .slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
        .filter(isNews)
        .map(({ content }) => content),
    };
  },
  toWire: (answer) => ({
    parts: [...toMessages(answer)].map((message) =>
      toText({ message: { role: 'assistant', content: '', ...message }, done: false }),
    ),
    end: [
      toText({
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: answer.ends === 'length' ? 'length' : 'stop',
        prompt_eval_count: SCRIPTED_USAGE.input,
        eval_count: SCRIPTED_USAGE.output,
      }),
    ],
    overload: [`${JSON.stringify({ error: 'model runner has unexpectedly stopped' })}\n`],
  }),
  toErrorBody: (_status, error) => ({ error }),
};

/** The one place where the body of a request is believed to be one. */
function toParams(body: unknown): ChatRequest {
  return body as ChatRequest;
}

function toText(response: Partial<ChatResponse>): string {
  return `${JSON.stringify({ model: 'qwen3', created_at: '2026-01-01T00:00:00Z', ...response })}\n`;
}

function findMistake(
  { messages = [], tools = [], stream }: ChatRequest,
  { reasoned }: AnswerMemory,
): string | undefined {
  if (stream === false) return 'this server only streams';
  const odd = findToolMistake(
    tools.map((tool) => ({ name: tool.function.name, schema: tool.function.parameters })),
    /^.+$/,
  );
  if (odd !== undefined) return odd;
  return findResultMistake(messages) ?? findThinkingMistake(messages, reasoned);
}

/** Calls have no ids here: their results follow in their order. */
function findResultMistake(messages: readonly Message[]): string | undefined {
  let open: string[] = [];
  for (const { role, tool_calls: calls = [], tool_name: name = '' } of messages) {
    if (role === 'tool') {
      if (open.shift() !== name) return `tool result for "${name}" does not follow its call`;
      continue;
    }
    if (open.length > 0) break;
    open = calls.map((call) => call.function.name);
  }
  return open.length === 0 ? undefined : `tool calls without results: ${open.join(', ')}`;
}

function findThinkingMistake(messages: readonly Message[], reasoned: ReadonlySet<string>): string | undefined {
  const lacks = messages.some(({ tool_calls: calls = [], thinking }) => calls.length > 0 && thinking === undefined);
  return reasoned.size > 0 && lacks ? 'the thinking of a call is missing' : undefined;
}

function* toMessages({ reasoning, text, calls }: NumberedAnswer): Generator<Partial<Message>> {
  for (const thinking of toPieces(reasoning)) yield { thinking };
  for (const content of toPieces(text)) yield { content };
  for (const { name, arguments: given } of calls)
    yield { tool_calls: [{ function: { name, arguments: typeof given === 'string' ? {} : { ...given } } }] };
}
