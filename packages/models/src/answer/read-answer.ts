import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3ProviderMetadata,
} from '@ai-sdk/provider';
import type { AnswerPart, ModelEnd, ModelEvent, RequestedCall, TokenUsage } from '@toolyard/assistant';
import { isJsonObject, ToolyardError, type JsonObject } from '@toolyard/core';

/** How an answer is read. */
export interface AnswerReading {
  readonly id: string;
  /** What the provider wants back with reasoning is kept under this name. */
  readonly metadataKey: string;
  toToolName(name: string): string;
}

/** A part that is still being written. */
interface OpenPart {
  readonly type: 'text' | 'reasoning';
  text: string;
  metadata: SharedV3ProviderMetadata;
}

/** Reads one answer. Text comes as it is written; all else with the end. Throws what the provider says went wrong in the middle. */
export async function* readAnswer(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  reading: AnswerReading,
): AsyncGenerator<ModelEvent> {
  const parts: (OpenPart | RequestedCall)[] = [];
  const open = new Map<string, OpenPart>();
  const reader = stream.getReader();
  for (;;) {
    const { value: piece, done } = await reader.read();
    if (done) throw toCutAnswer(reading.id);
    if (piece.type === 'error') throw piece.error;
    if (piece.type === 'tool-call') parts.push(toCall(piece, reading));
    else if (piece.type === 'finish') {
      await drain(reader);
      yield toEnd(piece, parts, reading);
      return;
    } else if (isWritten(piece)) {
      const type = piece.type.startsWith('text') ? 'text' : 'reasoning';
      const key = `${type}:${piece.id}`;
      let part = open.get(key);
      if (part === undefined) {
        part = { type, text: '', metadata: {} };
        parts.push(part);
        open.set(key, part);
      }
      if ('delta' in piece) part.text += piece.delta;
      if (piece.providerMetadata !== undefined) part.metadata = mergeMetadata(part.metadata, piece.providerMetadata);
      if (piece.type.endsWith('-end')) open.delete(key);
      if (piece.type === 'text-delta' && piece.delta !== '') yield { type: 'text', text: piece.delta };
    }
  }
}

/** Reads what follows the last part, so that the connection can be used again. What happens to it now is no concern of the answer. */
async function drain(reader: ReadableStreamDefaultReader<LanguageModelV3StreamPart>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The answer is whole.
  }
}

type WrittenPiece = Extract<
  LanguageModelV3StreamPart,
  { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }
>;

function isWritten(piece: LanguageModelV3StreamPart): piece is WrittenPiece {
  return piece.type.startsWith('text-') || piece.type.startsWith('reasoning-');
}

/** What is said of one part comes in several pieces: a signature follows its text. */
function mergeMetadata(before: SharedV3ProviderMetadata, next: SharedV3ProviderMetadata): SharedV3ProviderMetadata {
  const merged = Object.entries(next).map(([key, value]) => [key, { ...before[key], ...value }]);
  return { ...before, ...Object.fromEntries(merged) };
}

function toCall(
  { toolCallId, toolName, input, providerMetadata }: Extract<LanguageModelV3StreamPart, { type: 'tool-call' }>,
  { toToolName }: AnswerReading,
): RequestedCall {
  const given = providerMetadata === undefined ? {} : { provider: providerMetadata };
  return { type: 'tool-call', id: toolCallId, name: toToolName(toolName), arguments: parseArguments(input), ...given };
}

/** The object, or the text where it is none. */
function parseArguments(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}

function toEnd(
  { finishReason, usage }: Extract<LanguageModelV3StreamPart, { type: 'finish' }>,
  parts: readonly (OpenPart | RequestedCall)[],
  { id, metadataKey }: AnswerReading,
): ModelEvent {
  const reason = toReason(
    finishReason,
    parts.some(({ type }) => type === 'tool-call'),
    id,
  );
  const whole = parts.flatMap((part): readonly AnswerPart[] => {
    // What was withheld is not carried out.
    if (part.type === 'tool-call') return reason === 'refused' ? [] : [part];
    const { type, text, metadata } = part;
    if (type === 'reasoning') return [{ type, text, provider: { [metadataKey]: {}, ...metadata } }];
    if (text === '') return [];
    return [{ type, text, ...(Object.keys(metadata).length === 0 ? {} : { provider: metadata }) }];
  });
  return { type: 'end', reason, parts: whole, usage: toUsage(usage) };
}

function toReason({ unified, raw }: LanguageModelV3FinishReason, hasCalls: boolean, id: string): ModelEnd {
  if (unified === 'content-filter') return 'refused';
  if (unified === 'error' || (unified === 'other' && raw === undefined)) throw toCutAnswer(id, raw);
  // Also where the answer became too long: every call is answered, and arguments that were cut off are no JSON.
  if (hasCalls) return 'tool-calls';
  return unified === 'length' ? 'length' : 'stop';
}

function toCutAnswer(id: string, raw?: string): ToolyardError {
  const why = raw === undefined ? 'its answer ended in the middle' : `its provider ended the answer (${raw})`;
  return new ToolyardError('model-unavailable', `Model "${id}" gave no whole answer: ${why}. Ask again.`);
}

function toUsage({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): TokenUsage {
  const counted = {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    cachedInputTokens: inputTokens.cacheRead,
    // OpenRouter says it here.
    cost: raw?.['cost'],
  };
  return Object.fromEntries(Object.entries(counted).filter(([, value]) => typeof value === 'number'));
}
