import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  RawMessageStreamEvent,
  Tool,
  Usage,
} from '@anthropic-ai/sdk/resources/messages';
import {
  findToolMistake,
  MODEL_KEY,
  SCRIPTED_USAGE,
  SIGNATURE,
  toArgumentPieces,
  toEventText,
  toPieces,
  type AnswerMemory,
  type ModelDialect,
  type NumberedAnswer,
} from './model-dialect.ts';

/** The Messages API of Anthropic. */
export const ANTHROPIC_DIALECT: ModelDialect = {
  modelId: 'anthropic/claude-sonnet-4-5',
  contentType: 'text/event-stream',
  hasArgumentText: true,
  toEnvironment: (origin) => ({ ANTHROPIC_API_KEY: MODEL_KEY, ANTHROPIC_BASE_URL: `${origin}/v1` }),
  isPath: (path) => path === '/v1/messages',
  key: { header: 'x-api-key', value: MODEL_KEY },
  findMistake: (body, memory) => findMistake(toParams(body), memory),
  see(body) {
    const { system = '', tools = [], messages } = toParams(body);
    const last = messages.at(-1);
    return {
      body,
      system: toTexts(system).join('\n'),
      tools: tools.map((tool) => ('name' in tool ? tool.name : '')),
      news: last?.role === 'user' ? toTexts(last.content) : [],
    };
  },
  toWire: (answer) => ({
    parts: [...toParts(answer)].map(toText),
    end: [...toEnd(answer)].map(toText),
    overload: [toEventText({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error')],
  }),
  toErrorBody: (status, message) => ({ type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message } }),
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** The one place where the body of a request is believed to be one. */
function toParams(body: unknown): MessageCreateParamsStreaming {
  return body as MessageCreateParamsStreaming;
}

function toText(event: RawMessageStreamEvent | { type: 'ping' }): string {
  return toEventText(event, event.type);
}

function toTexts(content: string | readonly ContentBlockParam[]): readonly string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    return block.type === 'tool_result' ? toTexts((block.content ?? '') as string | ContentBlockParam[]) : [];
  });
}

function findMistake(
  { messages, tools = [], max_tokens: limit }: MessageCreateParamsStreaming,
  memory: AnswerMemory,
): string | undefined {
  if (typeof limit !== 'number') return 'max_tokens: Field required';
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const own = tools.filter((tool): tool is Tool => 'input_schema' in tool);
  const odd = findToolMistake(
    own.map(({ name, input_schema: schema }) => ({ name, schema })),
    /^[a-zA-Z0-9_-]{1,128}$/,
  );
  if (odd !== undefined) return `tools: ${odd}`;
  for (const [index, { content }] of messages.entries()) {
    const mistake = findBlockMistake(toBlocks(content), toBlocks(messages[index - 1]?.content ?? []), memory);
    if (mistake !== undefined) return `messages.${index}: ${mistake}`;
  }
  const open = toCallIds(toBlocks(messages.at(-1)?.content ?? []));
  return open.length === 0 ? undefined : `tool_use ids were found without tool_result blocks: ${open.join(', ')}`;
}

function toBlocks(content: string | readonly ContentBlockParam[]): readonly ContentBlockParam[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function toCallIds(blocks: readonly ContentBlockParam[]): readonly string[] {
  return blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function findBlockMistake(
  blocks: readonly ContentBlockParam[],
  before: readonly ContentBlockParam[],
  { reasoned }: AnswerMemory,
): string | undefined {
  if (blocks.length === 0) return 'must have non-empty content';
  if (blocks.some((block) => block.type === 'text' && block.text.trim() === ''))
    return 'text content blocks must be non-empty';
  const asked = toCallIds(before);
  const results = blocks.filter((block) => block.type === 'tool_result');
  const given = results.map((block) => block.tool_use_id);
  const missing = asked.filter((id) => !given.includes(id));
  if (missing.length > 0)
    return `tool_use ids were found without tool_result blocks immediately after: ${missing.join(', ')}`;
  const [stray] = given.filter((id, index) => !asked.includes(id) || given.indexOf(id) !== index);
  if (stray !== undefined) return `unexpected tool_use_id found in tool_result blocks: ${stray}`;
  if (blocks.slice(0, results.length).some((block) => block.type !== 'tool_result'))
    return 'tool_result blocks must come first';
  if (!toCallIds(blocks).some((id) => reasoned.has(id))) return undefined;
  const [first] = blocks;
  return first?.type === 'thinking' && first.signature === SIGNATURE
    ? undefined
    : 'expected the thinking block of this turn';
}

function toUsage(): Usage {
  const { input, cached, output } = SCRIPTED_USAGE;
  return {
    // Anthropic counts apart what was cached.
    input_tokens: input - cached,
    output_tokens: output,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
    cache_creation: null,
    inference_geo: null,
    output_tokens_details: null,
    server_tool_use: null,
    service_tier: 'standard',
    speed: 'standard',
  };
}

function* toParts({
  number,
  reasoning,
  text,
  calls,
}: NumberedAnswer): Generator<RawMessageStreamEvent | { type: 'ping' }> {
  let index = 0;
  yield {
    type: 'message_start',
    message: {
      id: `msg_${number}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [],
      container: null,
      diagnostics: null,
      stop_details: null,
      stop_reason: null,
      stop_sequence: null,
      usage: toUsage(),
    },
  };
  yield { type: 'ping' };
  if (reasoning !== undefined) {
    yield { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } };
    for (const thinking of toPieces(reasoning))
      yield { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } };
    yield { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature: SIGNATURE } };
    yield { type: 'content_block_stop', index: index++ };
  }
  if (text !== undefined) {
    yield { type: 'content_block_start', index, content_block: { type: 'text', text: '', citations: null } };
    for (const piece of toPieces(text))
      yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text: piece } };
    yield { type: 'content_block_stop', index: index++ };
  }
  for (const { id, name, arguments: given } of calls) {
    yield {
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } },
    };
    for (const partial_json of toArgumentPieces(given))
      yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } };
    yield { type: 'content_block_stop', index: index++ };
  }
}

function* toEnd({ ends, calls }: NumberedAnswer): Generator<RawMessageStreamEvent> {
  const reason = calls.length > 0 ? 'tool_use' : 'end_turn';
  yield {
    type: 'message_delta',
    delta: {
      container: null,
      stop_details: null,
      stop_reason: ends === 'length' ? 'max_tokens' : ends === 'refused' ? 'refusal' : reason,
      stop_sequence: null,
    },
    usage: { ...toUsage() },
  };
  yield { type: 'message_stop' };
}
