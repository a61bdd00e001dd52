import type { Issue, Note } from '../parse/note.ts';
import type { Binding, BoundRange } from './binding.ts';

/** The parts of a note that a binding covers, and what a person should know about that. */
export interface FoundSections {
  readonly ranges: readonly BoundRange[];
  readonly issues: readonly Issue[];
}

interface Lines {
  readonly line: number;
  readonly endLine: number;
}

/**
 * Finds what a binding points at. A heading that stands more than once binds each of its sections, so that a copy of a
 * section never has more servers than the section.
 */
export function findSections(note: Note, binding: Binding): FoundSections {
  const found = findTargets(note, binding);
  const ranges = found.map((lines) => ({ binding, ...(binding.inherit ? lines : toOwnLines(note, lines)) }));
  return { ranges, issues: describeFound(note, binding, found) };
}

function findTargets(note: Note, binding: Binding): readonly Lines[] {
  const { headings, blockIds, blocks, lineStarts } = note;
  const { target } = binding;
  switch (target.kind) {
    case 'heading': {
      const text = normalize(target.text);
      return headings.filter(
        (heading) => normalize(heading.text) === text && (target.level ?? heading.level) === heading.level,
      );
    }
    case 'block': {
      const named = blockIds.filter(({ id }) => id === target.id);
      return named.length > 0
        ? named
        : blocks.filter(({ options }) => options.id === target.id).map(({ range }) => range);
    }
    default: {
      const { line, endLine } = toWrittenLines(note, binding, { line: target.start, endLine: target.end });
      return line > lineStarts.length ? [] : [{ line, endLine: Math.min(endLine, lineStarts.length) }];
    }
  }
}

/** The lines of the note as it is: nothing rewrites the configuration, so its lines are those without results. */
function toWrittenLines({ results }: Note, binding: Binding, { line, endLine }: Lines): Lines {
  if (binding.line !== undefined) return { line, endLine };
  const skip = (at: number): number =>
    results.reduce((now, { range }) => (range.line <= now ? now + range.endLine - range.line + 1 : now), at);
  return { line: skip(line), endLine: skip(endLine) };
}

function normalize(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Up to the first heading inside: what is below that is another section. */
function toOwnLines({ headings }: Note, { line, endLine }: Lines): Lines {
  const below = headings.find((heading) => heading.line > line && heading.line <= endLine);
  return { line, endLine: below === undefined ? endLine : below.line - 1 };
}

/** A binding of the configuration is for many notes, so a section that this one lacks is no problem there. */
function describeFound({ lineStarts }: Note, binding: Binding, found: readonly Lines[]): Issue[] {
  const { line, column, target, name } = binding;
  if (line === undefined || column === undefined) return [];
  const place = { line, column, severity: 'warning' } as const;
  if (found.length === 0) {
    const reason =
      target.kind === 'lines' ? `the note has ${lineStarts.length} lines` : `the note has no section "${name}"`;
    return [{ ...place, code: 'unknown-section', message: `The binding of "${name}" has no effect: ${reason}` }];
  }
  if (found.length === 1) return [];
  const lines = found.map((section) => section.line).join(', ');
  const message = `"${name}" occurs more than once (lines ${lines}), and the binding applies to each; to bind only one, give it a block id`;
  return [{ ...place, code: 'ambiguous-section', message }];
}
