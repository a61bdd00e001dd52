import type {
  LanguageModelV3FilePart,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3TextPart,
  LanguageModelV3ToolResultPart,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type { AnswerPart, ModelContent, ModelMessage, ModelRequest, ToolAnswer } from '@toolyard/assistant';
import { isJsonObject } from '@toolyard/core';
import type { ParsedModelId } from '../choose/parse-model-id.ts';
import type { ProviderName } from '../choose/providers.ts';
import type { ProviderNames } from './create-provider-names.ts';
import { toCallId } from './to-call-id.ts';
import { toMetadataKey, toOptionsKey } from './to-metadata-key.ts';

/** What a prompt is made for. */
export interface PromptAim extends ParsedModelId {
  readonly names: ProviderNames;
  readonly takesImages: boolean;
}

/** Anthropic caches only what it is told to; others do so by themselves. */
const CACHED: SharedV3ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** OpenAI's types demand what its documentation calls optional. */
const SHOWN: SharedV3ProviderOptions = { openai: { imageDetail: 'auto' } };

/** What providers take as an image; another kind would make them refuse the conversation from then on. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Characters of base64; Anthropic takes 5 MB. */
const MAX_IMAGE = 5_000_000;

type ImageContent = Extract<ModelContent, { type: 'image' }>;

/** A conversation as the provider packages want it. What a provider refuses, such as an empty text, is not in it. */
export function toPrompt({ system, messages }: ModelRequest, aim: PromptAim): LanguageModelV3Prompt {
  const prompt: LanguageModelV3Prompt = messages.flatMap((message, index) =>
    toMessages(inOrderOfCalls(message, messages[index - 1]), aim),
  );
  if (system.trim() !== '') prompt.unshift({ role: 'system', content: system, providerOptions: CACHED });
  const last = prompt.at(-1);
  if (last !== undefined) prompt[prompt.length - 1] = { ...last, providerOptions: CACHED };
  return prompt;
}

function toMessages(message: ModelMessage, aim: PromptAim): readonly LanguageModelV3Message[] {
  if (message.role === 'user') return [{ role: 'user', content: toUserParts(message.content, aim) }];
  if (message.role === 'assistant') {
    const content = message.content.flatMap((part) => toAnswerParts(part, aim));
    return content.length === 0 ? [] : [{ role: 'assistant', content, ...toMissingReasoning(content, aim) }];
  }
  const results = message.answers.map((answer) => toResult(answer, aim));
  return [{ role: 'tool', content: results }, ...toImageMessages(message.answers, aim)];
}

/** DeepSeek refuses a call without reasoning, also one that was read from a note, where there is none. */
function toMissingReasoning(
  content: readonly AssistantPart[],
  { provider, name }: PromptAim,
): { providerOptions?: SharedV3ProviderOptions } {
  const types = new Set(content.map(({ type }) => type));
  const isMissing = types.has('tool-call') && !types.has('reasoning');
  const isDemanded = provider === 'openai-compatible' && /deepseek/i.test(name);
  return isMissing && isDemanded ? { providerOptions: { openaiCompatible: { reasoning_content: '' } } } : {};
}

/** APIs that know nothing but text as the answer to a call. */
function isPlainChat(provider: ProviderName): boolean {
  return provider === 'openai-compatible' || provider === 'ollama';
}

/** Some APIs know no ids, and take the first answer for that to the first call. */
function inOrderOfCalls(message: ModelMessage, before: ModelMessage | undefined): ModelMessage {
  if (message.role !== 'tool' || before?.role !== 'assistant') return message;
  const ids = before.content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
  return {
    ...message,
    answers: message.answers.toSorted((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id)),
  };
}

function toUserParts(
  content: readonly ModelContent[],
  aim: PromptAim,
): (LanguageModelV3TextPart | LanguageModelV3FilePart)[] {
  const parts = content.flatMap((part): readonly (LanguageModelV3TextPart | LanguageModelV3FilePart)[] => {
    if (isShown(part, aim)) return [toFile(part)];
    const text = toText(part);
    return text.trim() === '' ? [] : [{ type: 'text', text }];
  });
  return parts.length === 0 ? [{ type: 'text', text: '(no text)' }] : parts;
}

function isShown(part: ModelContent, { provider, takesImages }: PromptAim): part is ImageContent {
  if (part.type !== 'image' || !takesImages) return false;
  const isKnown = IMAGE_TYPES.has(part.mimeType) && !(provider === 'google' && part.mimeType === 'image/gif');
  return isKnown && part.data.length > 0 && part.data.length <= MAX_IMAGE;
}

function toText(part: ModelContent): string {
  return part.type === 'text' ? part.text : `[An image (${part.mimeType}) that this model cannot be shown]`;
}

function toFile({ data, mimeType }: ImageContent): LanguageModelV3FilePart {
  return { type: 'file', data, mediaType: mimeType, providerOptions: SHOWN };
}

type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number];

function toAnswerParts(part: AnswerPart, { provider, names }: PromptAim): readonly AssistantPart[] {
  const own = part.provider?.[toMetadataKey(provider)];
  const given = isJsonObject(own)
    ? { providerOptions: { [toOptionsKey(provider)]: own } as SharedV3ProviderOptions }
    : {};
  if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text, ...given }];
  // The reasoning of another provider's model is of no use here, and refused by some.
  if (part.type === 'reasoning') return own === undefined ? [] : [{ type: 'reasoning', text: part.text, ...given }];
  // Providers want an object back, also where the model wrote none.
  const input = typeof part.arguments === 'string' ? { unreadable: part.arguments } : part.arguments;
  return [{ type: 'tool-call', toolCallId: toCallId(part.id), toolName: names.toProvider(part.name), input, ...given }];
}

function toResult({ id, name, isError, content }: ToolAnswer, aim: PromptAim): LanguageModelV3ToolResultPart {
  const { provider, names } = aim;
  const images = isError ? [] : content.filter((part) => isShown(part, aim));
  const said = content.flatMap((part) => (images.some((image) => image === part) ? [] : [toText(part)])).join('\n');
  const text = said.trim() === '' ? '(no text)' : said;
  const base = { type: 'tool-result', toolCallId: toCallId(id), toolName: names.toProvider(name) } as const;
  // Only Anthropic has a mark for it.
  if (isError)
    return { ...base, output: { type: 'error-text', value: provider === 'anthropic' ? text : `Error: ${text}` } };
  if (images.length === 0 || isPlainChat(provider)) return { ...base, output: { type: 'text', value: text } };
  return {
    ...base,
    output: {
      type: 'content',
      // One text, always: Google's older models take each for an answer to a call.
      value: [
        { type: 'text', text },
        ...images.map(({ data, mimeType }) => ({
          type: 'image-data' as const,
          data,
          mediaType: mimeType,
          providerOptions: SHOWN,
        })),
      ],
    },
  };
}

/** Where the answer to a call can only be text, images follow as a message of their own. */
function toImageMessages(answers: readonly ToolAnswer[], aim: PromptAim): readonly LanguageModelV3Message[] {
  if (!isPlainChat(aim.provider)) return [];
  const files = answers.flatMap(({ isError, content }) =>
    isError ? [] : content.filter((part) => isShown(part, aim)).map(toFile),
  );
  if (files.length === 0) return [];
  return [{ role: 'user', content: [{ type: 'text', text: 'The images that the tools returned:' }, ...files] }];
}
