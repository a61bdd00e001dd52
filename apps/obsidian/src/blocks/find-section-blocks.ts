import type { BoundBlock, BoundNote } from '@toolyard/documents';

/** The blocks of the section that a line, the first of which is 1, stands in, sections below included; before the first heading those up to it. */
export function findSectionBlocks({ note: { headings }, blocks }: BoundNote, line: number): readonly BoundBlock[] {
  const section = headings.findLast((heading) => heading.line <= line && line <= heading.endLine);
  const { line: first, endLine: last } = section ?? { line: 1, endLine: (headings[0]?.line ?? Infinity) - 1 };
  return blocks.filter(({ block: { range } }) => first <= range.line && range.endLine <= last);
}
