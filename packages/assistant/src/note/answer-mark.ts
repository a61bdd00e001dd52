import { toLine } from '@toolyard/core';
import { toMarkdownLine } from '@toolyard/documents';
import type { AnswerEvent } from '../answer/answer-event.ts';

const START = '> [!warning] This answer ';

/** What stands below an answer as long as it is written, and stays there where its writer is killed; `id` tells it from others. */
export function toWritingMark(id: string): string {
  return `${START}is still being written, or was cut off. ^answer-${id}`;
}

/** What stands below an answer that is not whole; nothing below one that is. */
export function toEndMark({ reason, message }: Extract<AnswerEvent, { readonly type: 'end' }>): string | undefined {
  if (reason === 'stop' && message === undefined) return undefined;
  if (reason === 'stopped') return `${START}was stopped before its end.`;
  return `${START}is not complete: ${toMarkdownLine(toLine(message ?? 'it ended early'))}`;
}

/** Whether a line starts one of these marks. */
export function isAnswerMark(line: string): boolean {
  return line.startsWith(START);
}
