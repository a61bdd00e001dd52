import { findFrontmatter, parseNote, type Heading, type Note } from '@toolyard/documents';

/** The text of a section (`Heading`, `Heading#Below`) or a block (`^id`) of a note; all of it but its frontmatter where no part is named. */
export function findNotePart(text: string, part: string): string | undefined {
  if (part === '') return text.slice(findFrontmatter(text)?.after ?? 0).trim();
  const note = parseNote(text, { servers: [] });
  const lines = part.startsWith('^')
    ? note.blockIds.find(({ id }) => id.toLowerCase() === part.slice(1).toLowerCase())
    : findHeading(note, part.split('#'));
  if (lines === undefined) return undefined;
  return text.slice(note.lineStarts[lines.line - 1], note.lineStarts[lines.endLine] ?? text.length).trim();
}

/** Follows headings downwards, each below the one before. */
function findHeading({ headings }: Note, names: readonly string[]): Heading | undefined {
  let found: Heading | undefined;
  for (const name of names) {
    const above = found;
    found = headings.find(
      (each) =>
        toComparable(each.text) === toComparable(name) &&
        (above === undefined || (each.line > above.line && each.line <= above.endLine)),
    );
    if (found === undefined) return undefined;
  }
  return found;
}

/** Links leave out of headings what has a meaning in links. */
function toComparable(text: string): string {
  return text
    .replaceAll(/[#^|:[\]%\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
