import {
  APICallError,
  type LanguageModelV3CallOptions,
  type LanguageModelV3FunctionTool,
  type LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { createLineSplitter, isJsonObject, type JsonObject } from '@toolyard/core';
import type { ModelFetch } from './create-fetch.ts';
import type { StreamingModel } from './streaming-model.ts';
import { countCalls, toOllamaMessages } from './to-ollama-messages.ts';

/** Where a model of Ollama is. */
export interface OllamaOptions {
  readonly name: string;
  readonly url: string;
  readonly send: ModelFetch;
  readonly contextTokens: number;
}

/** Far more than one line of an answer has. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Speaks Ollama's own `/api/chat`, in the interface of the provider packages; its compatible API has no way to set the size of the context. */
export function createOllamaModel({ name, url, send, contextTokens }: OllamaOptions): StreamingModel {
  return {
    async doStream({ prompt, tools = [], maxOutputTokens, abortSignal }) {
      const body = {
        model: name,
        messages: toOllamaMessages(prompt),
        stream: true,
        options: { num_ctx: contextTokens, num_predict: maxOutputTokens },
        ...(tools.length === 0 ? {} : { tools: tools.flatMap(toTool) }),
      };
      const response = await send(`${url}/api/chat`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: abortSignal ?? null,
      });
      if (!response.ok || response.body === null) throw await toApiError(response, url);
      return { stream: response.body.pipeThrough(createLineReader(countCalls(prompt))) };
    },
  };
}

function toTool(tool: NonNullable<LanguageModelV3CallOptions['tools']>[number]): readonly JsonObject[] {
  const toFunction = ({ name, description, inputSchema }: LanguageModelV3FunctionTool): JsonObject => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  });
  return tool.type === 'function' ? [toFunction(tool)] : [];
}

async function toApiError(response: Response, url: string): Promise<APICallError> {
  const responseBody = await response.text();
  const parsed = parseLine(responseBody);
  const message = typeof parsed?.['error'] === 'string' ? parsed['error'] : responseBody;
  const responseHeaders = Object.fromEntries(response.headers);
  return new APICallError({
    message,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders,
    responseBody,
  });
}

/** Reads an answer line by line. Calls that have no id get a number, counted on from those before. */
function createLineReader(calls: number): TransformStream<Uint8Array, LanguageModelV3StreamPart> {
  let count = calls;
  let tell = (_part: LanguageModelV3StreamPart): void => undefined;
  const fail = (message: string): void => tell({ type: 'error', error: { message } });
  const splitter = createLineSplitter({
    maxBytes: MAX_LINE_BYTES,
    onLine(bytes) {
      const line = parseLine(new TextDecoder().decode(bytes));
      if (line === undefined) return fail('a line that is no JSON');
      for (const part of toParts(line, () => `call_${++count}`)) tell(part);
    },
    onOverlong: () => fail('a line that is too long'),
  });
  return new TransformStream({
    start: (controller) => void (tell = (part) => controller.enqueue(part)),
    transform: (chunk) => splitter.push(chunk),
    flush: () => splitter.end(),
  });
}

function parseLine(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function* toParts(line: JsonObject, createId: () => string): Generator<LanguageModelV3StreamPart> {
  const { message, error, done } = line;
  if (typeof error === 'string') yield { type: 'error', error: { message: error } };
  const { thinking, content, tool_calls: calls } = isJsonObject(message) ? message : {};
  if (isText(thinking)) yield { type: 'reasoning-delta', id: 'thinking', delta: thinking };
  if (isText(content)) yield { type: 'text-delta', id: 'content', delta: content };
  for (const call of Array.isArray(calls) ? calls.filter(isJsonObject) : []) yield toCall(call, createId);
  if (done === true) yield toFinish(line);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function toCall(call: JsonObject, createId: () => string): LanguageModelV3StreamPart {
  const { name, arguments: given } = isJsonObject(call['function']) ? call['function'] : {};
  const toolCallId = isText(call['id']) ? call['id'] : createId();
  return { type: 'tool-call', toolCallId, toolName: String(name), input: JSON.stringify(given ?? {}) };
}

function toFinish(line: JsonObject): LanguageModelV3StreamPart {
  const { done_reason: raw = 'stop', prompt_eval_count: input, eval_count: output } = line;
  return {
    type: 'finish',
    finishReason: { unified: raw === 'length' ? 'length' : 'stop', raw: String(raw) },
    usage: {
      inputTokens: { total: toCount(input), noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: toCount(output), text: undefined, reasoning: undefined },
    },
  };
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
