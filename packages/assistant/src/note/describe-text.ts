import type { Note, ResultRegion, ToolBlock } from '@toolyard/documents';
import { markData } from '../context/mark-data.ts';

interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * What a part of a note says to a model: its text with LF line ends, where each result of a tool block is marked as data and
 * a block without one says that it was not run.
 */
export function describeText(note: Note, start: number, end: number): string {
  const replaced = [...note.results.map(toResult), ...note.blocks.flatMap((block) => toUnrun(block))]
    .filter((each) => each.start >= start && each.end <= end)
    .toSorted((left, right) => left.start - right.start);
  let text = '';
  let from = start;
  for (const each of replaced) {
    text += note.text.slice(from, each.start) + each.text;
    from = each.end;
  }
  return (text + note.text.slice(from, end)).replaceAll(/\r\n?/g, '\n').trim();
}

/** What a model is told about a result that stands in a note: it is data, whoever's message it stands in. */
export function describeResult({ status, at, output }: ResultRegion): string {
  const about = [status ?? 'of unknown status', ...(at === undefined ? [] : [at])].join(', ');
  return `[Result of this tool block: ${about}]\n${markData(output)}`;
}

function toResult(result: ResultRegion): Replaced {
  return { start: result.range.start, end: result.range.end, text: describeResult(result) };
}

function toUnrun({ range, result }: ToolBlock): readonly Replaced[] {
  const text = '\n[This tool block was not run: it has no result.]';
  return result === undefined ? [{ start: range.end, end: range.end, text }] : [];
}
