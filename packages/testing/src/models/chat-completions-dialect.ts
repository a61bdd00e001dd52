import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import {
  findToolMistake,
  MODEL_KEY,
  SCRIPTED_USAGE,
  toArgumentPieces,
  toEventText,
  toPieces,
  type AnswerMemory,
  type ModelDialect,
  type NumberedAnswer,
} from './model-dialect.ts';

/** The Chat Completions API, as OpenRouter, DeepSeek, vLLM, LM Studio and others speak it. */
export const CHAT_COMPLETIONS_DIALECT: ModelDialect = {
  modelId: 'openai-compatible/test-model',
  contentType: 'text/event-stream',
  hasArgumentText: true,
  toEnvironment: (origin) => ({
    OPENAI_COMPATIBLE_API_KEY: MODEL_KEY,
    OPENAI_COMPATIBLE_BASE_URL: `${origin}/v1`,
  }),
  isPath: (path) => path === '/v1/chat/completions',
  key: { header: 'authorization', value: `Bearer ${MODEL_KEY}` },
  findMistake: (body, memory) => findMistake(toParams(body), memory),
  see(body) {
    const { messages, tools = [] } = toParams(body);
    const isNews = ({ role }: ChatCompletionMessageParam): boolean => role === 'user' || role === 'tool';
    return {
      body,
      system: messages
        .filter(({ role }) => role === 'system')
        .flatMap(toTexts)
        .join('\n'),
      tools: tools.map((tool) => (tool.type === 'function' ? tool.function.name : '')),
      news: messages
        .slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
        .filter(isNews)
        .flatMap(toTexts),
    };
  },
  toWire: (answer) => ({
    parts: [...toDeltas(answer)].map((delta) => toText({ choices: [{ index: 0, delta, finish_reason: null }] })),
    end: [
      toText({ choices: [{ index: 0, delta: {}, finish_reason: toReason(answer) }] }),
      toText(toUsage(answer)),
      'data: [DONE]\n\n',
    ],
    overload: [toEventText({ error: { message: 'Overloaded', type: 'server_error', code: 503 } })],
  }),
  toErrorBody: (status, message) => ({ error: { message, type: 'error', param: null, code: status } }),
};

/** A delta with what servers of reasoning models add to it. */
type Delta = ChatCompletionChunk.Choice.Delta & { readonly reasoning_content?: string };

/** Messages with what is given back to such servers. */
interface WithReasoning {
  readonly reasoning_content?: string;
}

/** The one place where the body of a request is believed to be one. */
function toParams(body: unknown): ChatCompletionCreateParamsStreaming {
  return body as ChatCompletionCreateParamsStreaming;
}

function toText(chunk: Pick<ChatCompletionChunk, 'choices' | 'usage'>): string {
  const whole: ChatCompletionChunk = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test-model',
    ...chunk,
  };
  return toEventText(whole);
}

function toTexts({ content }: ChatCompletionMessageParam): readonly string[] {
  if (typeof content === 'string') return [content];
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function findMistake(
  { messages, tools = [] }: ChatCompletionCreateParamsStreaming,
  { reasoned }: AnswerMemory,
): string | undefined {
  const own = tools.flatMap((tool) => (tool.type === 'function' ? [tool.function] : []));
  const odd = findToolMistake(
    own.map(({ name, parameters: schema }) => ({ name, schema })),
    /^[a-zA-Z0-9_-]{1,64}$/,
  );
  if (odd !== undefined) return odd;
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id))
        return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
      if (typeof message.content !== 'string') return 'the content of a tool message must be a string';
      open = open.filter((id) => id !== message.tool_call_id);
    } else if (open.length > 0) break;
    if (message.role !== 'assistant') continue;
    open = (message.tool_calls ?? []).map(({ id }) => id);
    const { reasoning_content: thoughts } = message as WithReasoning;
    if (open.some((id) => reasoned.has(id)) && thoughts === undefined)
      return 'Missing `reasoning_content` in the assistant message';
  }
  return open.length === 0
    ? undefined
    : `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${open.join(', ')}`;
}

function* toDeltas({ reasoning, text, calls }: NumberedAnswer): Generator<Delta> {
  yield { role: 'assistant', content: '' };
  for (const piece of toPieces(reasoning)) yield { reasoning_content: piece };
  for (const piece of toPieces(text)) yield { content: piece };
  for (const [index, { id, name, arguments: given }] of calls.entries()) {
    yield { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] };
    for (const piece of toArgumentPieces(given)) yield { tool_calls: [{ index, function: { arguments: piece } }] };
  }
}

function toReason({ ends, calls }: NumberedAnswer): 'length' | 'content_filter' | 'tool_calls' | 'stop' {
  if (ends === 'length') return 'length';
  if (ends === 'refused') return 'content_filter';
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function toUsage({ cost }: NumberedAnswer): Pick<ChatCompletionChunk, 'choices' | 'usage'> {
  const { input, cached, output } = SCRIPTED_USAGE;
  const usage = {
    prompt_tokens: input,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens: output,
    total_tokens: input + output,
    ...(cost === undefined ? {} : { cost }),
  };
  return { choices: [], usage };
}
