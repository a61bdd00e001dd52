import { toVisibleJson, toVisibleText } from '@toolyard/core';
import type { NoteRequest } from '@toolyard/host/assistant';

/** A part of what is sent, as people see it. */
export interface ShownPart {
  readonly title: string;
  readonly text: string;
  /** It is what is asked now, and is seen first. */
  readonly isQuestion?: boolean;
}

/** A request to a model for people: all that is sent, in its order and with every character visible, the question last. */
export function describeRequest({ system, messages, tools }: NoteRequest): readonly ShownPart[] {
  const said = messages.map((message, index): ShownPart => {
    const isQuestion = index === messages.length - 1;
    if (message.role === 'tool')
      return { title: 'Results of tools', text: describeContents(message.answers.flatMap(({ content }) => content)) };
    if (message.role === 'assistant') return { title: 'Answer', text: describeContents(message.content) };
    return { title: isQuestion ? 'Question' : 'Earlier question', text: describeContents(message.content), isQuestion };
  });
  const offered = tools.map(({ name, description, inputSchema }) => {
    const what = description === '' ? name : `${name}: ${description}`;
    return `${what}\n${toVisibleJson(inputSchema)}`;
  });
  const parts: readonly ShownPart[] = [
    { title: 'Rules', text: system },
    ...(tools.length === 0 ? [] : [{ title: toCount(tools.length, 'tool'), text: offered.join('\n\n') }]),
    ...said,
  ];
  return parts.map((part) => ({ ...part, text: toVisibleText(part.text) }));
}

/** How much is sent, in one sentence. */
export function describeSize({ tokens, tools }: NoteRequest): string {
  return `About ${tokens.toLocaleString('en')} tokens are sent, with ${toCount(tools.length, 'tool')}.`;
}

type SentMessage = NoteRequest['messages'][number];
type SentContent = Exclude<SentMessage, { readonly role: 'tool' }>['content'][number];

function describeContents(contents: readonly SentContent[]): string {
  return contents
    .map((content) => {
      if (content.type === 'image') return `(an image, ${content.mimeType})`;
      if (content.type === 'tool-call') return `calls ${content.name} ${toVisibleJson(content.arguments)}`;
      return content.text;
    })
    .join('\n\n');
}

function toCount(count: number, word: string): string {
  return `${count === 0 ? 'no' : count} ${word}${count === 1 ? '' : 's'}`;
}
