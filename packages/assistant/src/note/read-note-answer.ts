import { createProseTest, readContained, type Note } from '@toolyard/documents';
import { isAnswerMark } from './answer-mark.ts';
import { describeResult } from './describe-text.ts';
import type { NoteMessage } from './find-conversation.ts';
import { readToolRecord, startsToolRecord, type ToolRecord } from './tool-record.ts';

/** What an answer in a note is made of: texts as the model wrote them, and the calls between. */
export type NoteAnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'record'; readonly record: ToolRecord };

/** Reads an answer back; a record that people broke is text, and marks that it is not whole are left out. */
export function readNoteAnswer(note: Note, { bodyStart, end, line }: NoteMessage): readonly NoteAnswerPart[] {
  const isProse = createProseTest(note);
  const lines = note.text.slice(bodyStart, end).split(/\r\n?|\n/);
  const parts: NoteAnswerPart[] = [];
  let text: string[] = [];
  const endText = (): void => {
    const said = readContained(trimLines(text)).trim();
    if (said !== '') parts.push({ type: 'text', text: said });
    text = [];
  };
  const results = new Map(note.results.map((result) => [result.range.line, result]));
  for (let index = 0; index < lines.length; index++) {
    const first = lines[index] ?? '';
    const result = results.get(line + index);
    if (result !== undefined) {
      endText();
      parts.push({ type: 'text', text: describeResult(result) });
      index = result.range.endLine - line;
      continue;
    }
    const isCallout = isProse(line + index) && (startsToolRecord(first) || isAnswerMark(first));
    if (!isCallout || lines[index - 1]?.startsWith('>') === true) {
      text.push(first);
      continue;
    }
    let behind = index + 1;
    while (lines[behind]?.startsWith('>') === true) behind++;
    const callout = lines.slice(index, behind);
    const record = readToolRecord(callout);
    if (record !== undefined) {
      endText();
      parts.push({ type: 'record', record });
    } else if (!isAnswerMark(first)) text.push(...callout);
    index = behind - 1;
  }
  endText();
  return parts;
}

function trimLines(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first === -1 ? '' : lines.slice(first).join('\n').trimEnd();
}
