import { toCanonicalJson } from '@toolyard/core';
import type { Binding, BindingTarget, BoundNote, Heading } from '@toolyard/documents';

/** A part of a note that can be bound, or is. */
export interface BindableSection {
  readonly target: BindingTarget;
  /** How people call it. */
  readonly name: string;
  /** The binding of the note's own frontmatter that names it. */
  readonly binding?: Binding;
}

/** Lines that are selected, both included, the first of which is 1; one line where there is only a cursor. */
export interface SelectedLines {
  readonly from: number;
  readonly to: number;
}

/** What could be bound at a place of a note, the smallest first: the lines that are selected, a block with an id, a range that is bound, the section. */
export function findSectionsAt(bound: BoundNote, { from, to }: SelectedLines): readonly BindableSection[] {
  const { note } = bound;
  const first = note.frontmatter === undefined ? 1 : note.frontmatter.range.endLine + 2;
  if (from < first) return [];
  const selected: BindingTarget[] = to > from ? [{ kind: 'lines', start: from, end: to }] : [];
  const ranges = listOwn(bound)
    .map(({ target }) => target)
    .filter((target) => target.kind === 'lines' && target.start <= from && from <= target.end);
  const targets = [...selected, ...findBlocksAt(bound, from), ...ranges, ...findHeadingAt(bound, from)];
  const once = new Map(targets.map((target) => [toCanonicalJson(target), target]));
  return [...once.values()].map((target) => toSection(bound, target));
}

/** The section as it is bound now. */
function toSection(bound: BoundNote, target: BindingTarget): BindableSection {
  const binding = findOwnBinding(bound, target);
  return { target, name: binding?.name ?? nameOf(target), ...(binding && { binding }) };
}

/** The binding of the note's frontmatter that names a section; of several the one that counts. */
export function findOwnBinding(bound: BoundNote, target: BindingTarget): Binding | undefined {
  return listOwn(bound).findLast((binding) => isSame(binding.target, target));
}

function listOwn({ bindings }: BoundNote): readonly Binding[] {
  return bindings.map(({ binding }) => binding).filter(({ index }) => index !== undefined);
}

function isSame(named: BindingTarget, target: BindingTarget): boolean {
  if (named.kind !== 'heading' || target.kind !== 'heading') return toCanonicalJson(named) === toCanonicalJson(target);
  return (named.level ?? target.level) === target.level && toWords(named.text) === toWords(target.text);
}

function findBlocksAt({ note }: BoundNote, line: number): readonly BindingTarget[] {
  const headings = new Set(note.headings.map((heading) => heading.line));
  const named = note.blockIds.filter((block) => !headings.has(block.line));
  const tools = note.blocks.flatMap(({ options, range }) =>
    options.id === undefined ? [] : { ...range, id: options.id },
  );
  return [...named, ...tools]
    .filter((block) => block.line <= line && line <= block.endLine)
    .toSorted((left, right) => left.endLine - left.line - (right.endLine - right.line))
    .map(({ id }) => ({ kind: 'block', id }));
}

function findHeadingAt({ note }: BoundNote, line: number): readonly BindingTarget[] {
  const heading = note.headings.findLast(
    (each) => each.line <= line && line <= each.endLine && each.text.trim() !== '',
  );
  if (heading === undefined) return [];
  const isLike = ({ text, level }: Heading): boolean =>
    level === heading.level && toWords(text) === toWords(heading.text);
  const id = note.blockIds.find((block) => block.line === heading.line)?.id;
  // A binding of a heading that stands twice is one of both sections; by its id it is one of this section alone.
  if (id !== undefined && note.headings.filter(isLike).length > 1) return [{ kind: 'block', id }];
  return [{ kind: 'heading', text: toWords(heading.text), level: heading.level }];
}

function nameOf(target: BindingTarget): string {
  if (target.kind === 'block') return `^${target.id}`;
  if (target.kind === 'lines') return `lines ${target.start}-${target.end}`;
  return target.level === undefined ? target.text : `${'#'.repeat(target.level)} ${target.text}`;
}

function toWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
