import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { JsonObject } from '@toolyard/core';

type ToolPart = Extract<LanguageModelV3Message, { role: 'tool' }>['content'][number];

/** A conversation as `/api/chat` wants it: calls without ids, and their results right after them, in their order. */
export function toOllamaMessages(prompt: LanguageModelV3Prompt): readonly JsonObject[] {
  return prompt.flatMap(toMessages);
}

/** How many calls a conversation has. */
export function countCalls(prompt: LanguageModelV3Prompt): number {
  const parts = prompt.flatMap((message) => (message.role === 'assistant' ? message.content : []));
  return parts.filter(({ type }) => type === 'tool-call').length;
}

function toMessages(message: LanguageModelV3Message): readonly JsonObject[] {
  if (message.role === 'system') return [{ role: 'system', content: message.content }];
  if (message.role === 'tool') return message.content.flatMap(toResult);
  const { role, content } = message;
  const images = content.flatMap((part) => (part.type === 'file' ? [part.data] : []));
  const thinking = content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('');
  const calls = content.flatMap((part) =>
    part.type === 'tool-call' ? [{ function: { name: part.toolName, arguments: part.input } }] : [],
  );
  return [
    {
      role,
      content: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      ...(images.length === 0 ? {} : { images }),
      ...(thinking === '' ? {} : { thinking }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

/** Only text is given to models of Ollama as the result of a call. */
function toResult(part: ToolPart): readonly JsonObject[] {
  if (part.type !== 'tool-result' || (part.output.type !== 'text' && part.output.type !== 'error-text')) return [];
  return [{ role: 'tool', tool_name: part.toolName, content: part.output.value }];
}
