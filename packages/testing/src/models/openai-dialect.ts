import type {
  FunctionTool,
  Response,
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseOutputItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
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
  type NumberedCall,
} from './model-dialect.ts';

/** The Responses API of OpenAI. */
export const OPENAI_DIALECT: ModelDialect = {
  modelId: 'openai/gpt-5.1',
  contentType: 'text/event-stream',
  hasArgumentText: true,
  toEnvironment: (origin) => ({ OPENAI_API_KEY: MODEL_KEY, OPENAI_BASE_URL: `${origin}/v1` }),
  isPath: (path) => path === '/v1/responses',
  key: { header: 'authorization', value: `Bearer ${MODEL_KEY}` },
  findMistake: (body, memory) => findMistake(toParams(body), memory),
  see(body) {
    const { tools } = toParams(body);
    const items = toItems(body);
    const isSystem = (item: ResponseInputItem): boolean =>
      'role' in item && (item.role === 'system' || item.role === 'developer');
    const isAnswer = (item: ResponseInputItem): boolean =>
      ('role' in item && item.role === 'assistant') || item.type === 'function_call' || item.type === 'reasoning';
    return {
      body,
      system: items.filter(isSystem).flatMap(toTexts).join('\n'),
      tools: (tools ?? []).map((tool) => ('name' in tool ? tool.name : '')),
      news: items
        .slice(items.findLastIndex(isAnswer) + 1)
        .filter((item) => !isSystem(item))
        .flatMap(toTexts),
    };
  },
  toWire: (answer) => ({
    parts: [...toParts(answer)].map(toText),
    end: [toText(toEnd(answer), 998)],
    overload: [toText({ type: 'error', code: 'server_is_overloaded', message: 'Overloaded', param: null }, 999)],
  }),
  toErrorBody: (status, message) => ({
    error: { message, type: status === 429 ? 'requests' : 'invalid_request_error', param: null, code: null },
  }),
};

type WithoutNumber<T> = T extends unknown ? Omit<T, 'sequence_number'> : never;

/** Events repeat the response as it stands; nobody needs more of it than this. They are numbered when they are sent. */
type SentEvent =
  | WithoutNumber<Exclude<ResponseStreamEvent, { response: Response }>>
  | {
      readonly type: 'response.created' | 'response.completed' | 'response.incomplete';
      readonly response: Partial<Response>;
    };

/** The one place where the body of a request is believed to be one. */
function toParams(body: unknown): ResponseCreateParamsStreaming {
  return body as ResponseCreateParamsStreaming;
}

function toItems(body: unknown): readonly ResponseInputItem[] {
  const { input = [] } = toParams(body);
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input;
}

function toText(event: SentEvent, number: number): string {
  return toEventText({ ...event, sequence_number: number }, event.type);
}

function toTexts(item: ResponseInputItem): readonly string[] {
  const content = item.type === 'function_call_output' ? item.output : 'content' in item ? item.content : undefined;
  if (typeof content === 'string') return [content];
  return (content ?? []).flatMap((part) => ('text' in part && typeof part.text === 'string' ? [part.text] : []));
}

function findMistake(params: ResponseCreateParamsStreaming, { reasoned }: AnswerMemory): string | undefined {
  const own = (params.tools ?? []).filter((tool): tool is FunctionTool => tool.type === 'function');
  const odd = findToolMistake(
    own.map(({ name, parameters: schema }) => ({ name, schema })),
    /^[a-zA-Z0-9_-]{1,64}$/,
  );
  if (odd !== undefined) return odd;
  const items = toItems(params);
  const asked: string[] = [];
  for (const [index, item] of items.entries()) {
    if (item.type === 'function_call') {
      asked.push(item.call_id);
      const signed = items
        .slice(0, index)
        .some((one) => one.type === 'reasoning' && one.encrypted_content === SIGNATURE);
      if (reasoned.has(item.call_id) && !signed)
        return `Function call '${item.call_id}' was provided without its required 'reasoning' item`;
    }
    if (item.type === 'function_call_output' && !asked.includes(item.call_id))
      return `No tool call found for function call output with call_id ${item.call_id}.`;
    if (item.type === 'reasoning' && items[index + 1] === undefined)
      return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`;
  }
  const given = items.flatMap((item) => (item.type === 'function_call_output' ? [item.call_id] : []));
  const [open] = asked.filter((id) => given.filter((other) => other === id).length !== 1);
  return open && `No tool output found for function call ${open}.`;
}

function* toParts({ number, reasoning, text, calls, ends }: NumberedAnswer): Generator<SentEvent> {
  let output_index = 0;
  yield { type: 'response.created', response: { id: `resp_${number}`, created_at: 1, model: 'gpt-5.1' } };
  if (reasoning !== undefined) yield* toReasoning(number, reasoning, output_index++);
  if (text !== undefined) {
    const item_id = `msg_${number}`;
    const place = { item_id, output_index, content_index: 0 };
    yield toAdded(
      { type: 'message', id: item_id, role: 'assistant', status: 'in_progress', content: [] },
      output_index,
    );
    for (const delta of toPieces(text)) {
      yield ends === 'refused'
        ? { type: 'response.refusal.delta', delta, ...place }
        : { type: 'response.output_text.delta', delta, logprobs: [], ...place };
    }
    if (ends === 'refused') yield { type: 'response.refusal.done', refusal: text, ...place };
    yield toDone({ type: 'message', id: item_id, role: 'assistant', status: 'completed', content: [] }, output_index++);
  }
  for (const call of calls) yield* toCall(call, output_index++);
}

function* toReasoning(number: number, reasoning: string, output_index: number): Generator<SentEvent> {
  const place = { item_id: `rs_${number}`, output_index, summary_index: 0 };
  const item = { type: 'reasoning', id: place.item_id, summary: [] } as const;
  yield toAdded({ ...item, summary: [], encrypted_content: null }, output_index);
  const part = { type: 'summary_text', text: '' } as const;
  yield { type: 'response.reasoning_summary_part.added', part, ...place };
  for (const delta of toPieces(reasoning)) yield { type: 'response.reasoning_summary_text.delta', delta, ...place };
  yield { type: 'response.reasoning_summary_part.done', part: { ...part, text: reasoning }, ...place };
  yield toDone(
    { ...item, summary: [{ type: 'summary_text', text: reasoning }], encrypted_content: SIGNATURE },
    output_index,
  );
}

function* toCall({ id, name, arguments: given }: NumberedCall, output_index: number): Generator<SentEvent> {
  const item = { type: 'function_call', id: `fc_${id}`, call_id: id, name } as const;
  const pieces = toArgumentPieces(given);
  yield toAdded({ ...item, arguments: '', status: 'in_progress' }, output_index);
  for (const delta of pieces)
    yield { type: 'response.function_call_arguments.delta', item_id: item.id, output_index, delta };
  yield toDone({ ...item, arguments: pieces.join(''), status: 'completed' }, output_index);
}

function toAdded(item: ResponseOutputItem, output_index: number): SentEvent {
  return { type: 'response.output_item.added', item, output_index };
}

function toDone(item: ResponseOutputItem, output_index: number): SentEvent {
  return { type: 'response.output_item.done', item, output_index };
}

function toEnd({ ends }: NumberedAnswer): SentEvent {
  const { input, cached, output } = SCRIPTED_USAGE;
  const isCut = ends === 'length';
  return {
    type: isCut ? 'response.incomplete' : 'response.completed',
    response: {
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input + output,
      },
    },
  };
}
