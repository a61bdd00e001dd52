import { findLine } from '../parse/find-line-starts.ts';
import type { Note, TextEdit, ToolBlock } from '../parse/note.ts';
import { readNoteYaml } from '../parse/read-note-yaml.ts';
import { applyEdits } from '../parse/apply-edits.ts';
import { writeText } from './write-binding.ts';

/**
 * The text of a note in which a server has another name: in its fences, in `server` and `tool` of other blocks, and in the bindings of the
 * frontmatter. The same text where the note does not name it. Results stay with their blocks.
 */
export function renameServer(note: Note, from: string, to: string): string {
  const edits = [
    ...note.blocks.flatMap((block) => renameInBlock(note, block, from, to)),
    ...renameBindings(note, from, to),
  ];
  return applyEdits(note.text, edits);
}

function renameInBlock(note: Note, block: ToolBlock, from: string, to: string): readonly TextEdit[] {
  const { language, range, bodyRange, tool, server, body } = block;
  const edits: TextEdit[] = [];
  if (language === from) {
    const start = range.start + note.text.slice(range.start, bodyRange.start).indexOf(from);
    edits.push({ start, end: start + from.length, text: to });
  }
  const { values } = readNoteYaml(body);
  const replace = (key: string, text: string): void => {
    const span = values.get(`${key}/`);
    if (span === undefined) return;
    const start = toOffset(note, block, span.offset);
    edits.push({ start, end: start + span.length, text: writeText(text) });
  };
  if (language !== from && server === from) replace('server', to);
  if (tool.startsWith(`${from}:`)) replace('tool', to + tool.slice(from.length));
  return edits;
}

function renameBindings({ frontmatter }: Note, from: string, to: string): readonly TextEdit[] {
  if (frontmatter === undefined) return [];
  const { text, range } = frontmatter;
  const { values } = readNoteYaml(text);
  return [...values].flatMap(([path, { offset, length }]) => {
    if (!/^toolyard\/bindings\/\d+\/server\/$/.test(path)) return [];
    const written = text.slice(offset, offset + length);
    if (readNoteYaml(written).value !== from) return [];
    const start = range.start + offset;
    return [{ start, end: start + length, text: writeText(to) }];
  });
}

/** Where in the note a place of a block's body is: there each line may stand behind the marks of lists and quotes. */
function toOffset({ text, lineStarts }: Note, { body, bodyRange }: ToolBlock, offset: number): number {
  const before = body.slice(0, offset).split('\n');
  const index = before.length - 1;
  const line = findLine(lineStarts, bodyRange.start) + index;
  const start = lineStarts[line] ?? 0;
  const written = text.slice(start, lineStarts[line + 1] ?? text.length).replace(/[\r\n]+$/, '');
  const bare = body.split('\n')[index] ?? '';
  return start + (written.length - bare.length) + (before[index] ?? '').length;
}
