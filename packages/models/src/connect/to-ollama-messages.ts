import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { JsonObject } from '@toolyard/core';

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
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user': {
      const images = message.content.flatMap((part) => (part.type === 'file' ? [part.data] : []));
      return [{ role: 'user', content: joinTexts(message.content), ...(images.length === 0 ? {} : { images }) }];
    }
    case 'assistant': {
      const thinking = message.content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('');
      const calls = message.content.flatMap((part) =>
        part.type === 'tool-call' ? [{ function: { name: part.toolName, arguments: part.input } }] : [],
      );
      return [
        {
          role: 'assistant',
          content: joinTexts(message.content),
          ...(thinking === '' ? {} : { thinking }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
      ];
    }
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result' && 'value' in part.output
          ? [{ role: 'tool', tool_name: part.toolName, content: String(part.output.value) }]
          : [],
      );
  }
}

function joinTexts(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('\n');
}
