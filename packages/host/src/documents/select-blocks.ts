import { ToolyardError } from '@toolyard/core';
import type { BoundBlock, BoundNote } from '@toolyard/documents';

/** Which blocks of a note a person means; all where nothing is said. */
export interface BlockChoice {
  /** A line of the block or of its result; the first is 1. */
  readonly line?: number;
  /** The heading above, with or without its `#` marks. */
  readonly section?: string;
}

/** Whether a block is meant; throws `usage` where the note, which people call `name`, has no such line or section. */
export function createSelection(
  { line, section }: BlockChoice,
  name: string,
): (block: BoundBlock, note: BoundNote) => boolean {
  let checked: BoundNote | undefined;
  return (block, note) => {
    if (checked !== note) check(note);
    checked = note;
    return isAt(block, line) && (section === undefined || isInSection(block, note, section));
  };

  function check(note: BoundNote): void {
    if (line !== undefined && !note.blocks.some((block) => isAt(block, line))) {
      throw new ToolyardError('usage', `No tool block at line ${line} of ${name}`);
    }
    if (section !== undefined && !note.note.headings.some((heading) => isNamed(heading, section))) {
      throw new ToolyardError('usage', `No section "${section}" in ${name}`);
    }
  }
}

/** A block is also meant by a line of its result. */
function isAt({ block }: BoundBlock, line: number | undefined): boolean {
  if (line === undefined) return true;
  return [block.range, block.result?.range].some(
    (range) => range !== undefined && range.line <= line && line <= range.endLine,
  );
}

function isInSection({ block }: BoundBlock, { note }: BoundNote, section: string): boolean {
  const { line } = block.range;
  return note.headings.some((each) => isNamed(each, section) && each.line <= line && line <= each.endLine);
}

/** With `#` marks the level counts too, as in bindings. */
function isNamed(heading: { readonly level: number; readonly text: string }, section: string): boolean {
  const marks = /^#{0,6}/.exec(section)?.[0] ?? '';
  return heading.text === section.slice(marks.length).trim() && (marks === '' || marks.length === heading.level);
}
