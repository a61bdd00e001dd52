import {
  askModel,
  type Model,
  type ModelAnswer,
  type ModelContent,
  type ModelMessage,
  type ModelProgress,
} from '@toolyard/assistant';
import { isJsonObject, ToolyardError } from '@toolyard/core';

/** What a server wants to ask a model, by `sampling/createMessage`. */
export interface AskedSampling {
  readonly system: string;
  readonly messages: readonly SampledMessage[];
  /** How long the answer may be. */
  readonly maxTokens: number;
}

/** One message of a server, also of what it says that a model answered before. */
export interface SampledMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ModelContent[];
}

/** The protocol's result of a sampling. */
export interface SamplingResult {
  readonly role: 'assistant';
  readonly content: { readonly type: 'text'; readonly text: string };
  /** Its id, as people choose it. */
  readonly model: string;
  readonly stopReason: 'endTurn' | 'maxTokens';
}

/**
 * What the parameters of `sampling/createMessage` ask for; a text says why that cannot be asked. Which model a server would like, and at which
 * temperature, is not looked at: people choose the model.
 */
export function parseSampling(params: unknown): AskedSampling | string {
  if (!isJsonObject(params)) return 'it has no parameters';
  const { messages, systemPrompt, maxTokens } = params;
  if (!Array.isArray(messages) || messages.length === 0) return 'it has no messages';
  if (params['tools'] !== undefined) return 'it wants the model to call tools, which models are not offered here';
  if (typeof maxTokens !== 'number' || !(maxTokens >= 1)) return 'its "maxTokens" is not a number above 0';
  const read = messages.map(parseMessage);
  const wrong = read.find((message) => typeof message === 'string');
  if (wrong !== undefined) return wrong;
  const known = read.filter((message) => typeof message !== 'string');
  if (known.at(-1)?.role !== 'user') return 'its last message is not one of the user';
  return {
    system: typeof systemPrompt === 'string' ? systemPrompt : '',
    messages: known,
    maxTokens: Math.floor(maxTokens),
  };
}

/** Asks a model, whose text `onText` hears as it comes. Throws what the model throws, `model-refused` where it answers nothing, and the reason of `signal`. */
export async function answerSampling(
  model: Model,
  { system, messages, maxTokens }: AskedSampling,
  { signal, onText }: { readonly signal: AbortSignal; onText(text: string): void },
): Promise<SamplingResult> {
  const request = { system, messages: messages.map(toModelMessage), tools: [], maxOutputTokens: maxTokens };
  let text = '';
  const onEvent = (event: ModelProgress): void => {
    if (event.type === 'text') onText((text += event.text));
  };
  const end = await askModel({ model, onEvent }, request, signal);
  return toResult(model.id, text, end);
}

function toResult(id: string, text: string, { reason }: ModelAnswer): SamplingResult {
  if (reason === 'refused' || text === '') {
    throw new ToolyardError('model-refused', `${id} gave no answer to what the server asked.`);
  }
  const stopReason = reason === 'length' ? 'maxTokens' : 'endTurn';
  return { role: 'assistant', content: { type: 'text', text }, model: id, stopReason };
}

function parseMessage(message: unknown): SampledMessage | string {
  const { role, content } = isJsonObject(message) ? message : {};
  if (role !== 'user' && role !== 'assistant') return 'one of its messages is neither of the user nor of the assistant';
  const parts = [content].flat().map(parseContent);
  const wrong = parts.find((part) => typeof part === 'string');
  if (wrong !== undefined) return wrong;
  const known = parts.filter((part) => typeof part !== 'string');
  const isWrong = known.length === 0 || (role === 'assistant' && known.some(({ type }) => type !== 'text'));
  return isWrong ? 'one of its messages has no text' : { role, content: known };
}

/** Those that people can be shown before they decide. */
const SHOWN_IMAGES = /^image\/(?:gif|jpeg|png|webp)$/;

function parseContent(content: unknown): ModelContent | string {
  const { type, text, data, mimeType } = isJsonObject(content) ? content : {};
  if (type === 'text' && typeof text === 'string') return { type, text };
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string' && SHOWN_IMAGES.test(mimeType))
    return { type, data, mimeType };
  return `one of its messages has ${type === 'audio' ? 'audio' : 'a part'} that models are not asked about here`;
}

function toModelMessage({ role, content }: SampledMessage): ModelMessage {
  if (role === 'user') return { role, content };
  return { role, content: content.flatMap((part) => (part.type === 'text' ? [part] : [])) };
}
