import { toVisible } from '@toolyard/core';
import type { Binding, BoundNote, BoundRange, ResolvedBinding, UnreadEntry } from './binding.ts';

/** What is shown where a bound section begins. */
export interface Badge {
  /** The first line of a note is 1. */
  readonly line: number;
  /** The server's key, or a question mark where none is named. */
  readonly server: string;
  /** Absent at an entry of the frontmatter that is no binding. */
  readonly binding?: Binding;
  /** That entry. */
  readonly unread?: Pick<UnreadEntry, 'index' | 'reason'>;
  readonly isInherited: boolean;
  /** Why the binding does not work as it stands. */
  readonly problem?: string;
  /** All of it in words. */
  readonly label: string;
}

/**
 * The badges of a note, in the order of its lines: one at each section that a binding names, one at each heading that has its server from a
 * section above, and one at the entry of the frontmatter itself that has no such section, or that is no binding.
 */
export function findBadges(bound: BoundNote): readonly Badge[] {
  const named = bound.bindings.flatMap((resolved) => findNamed(bound, resolved));
  const taken = new Set(named.map(({ line }) => line));
  const inherited = bound.note.headings
    .filter(({ line }) => !taken.has(line))
    .flatMap(({ line }) => {
      const resolved = bound.bindings.find(({ binding }) => binding === bound.bindingAt(line));
      return resolved === undefined ? [] : [toBadge(resolved, line, true)];
    });
  const unread = bound.unread.map(({ index, line, server = '?', reason }) => {
    return { line, server, unread: { index, reason }, isInherited: false, problem: reason, label: toVisible(reason) };
  });
  return [...unread, ...named, ...inherited].toSorted((left, right) => left.line - right.line);
}

/** Why a binding does not work; that its heading stands more than once is no such thing. */
export function findBindingProblem({ issues }: Pick<ResolvedBinding, 'issues'>): string | undefined {
  return issues.find(({ code }) => code !== 'ambiguous-section')?.message;
}

function findNamed(bound: BoundNote, resolved: ResolvedBinding): Badge[] {
  const { binding, ranges } = resolved;
  if (ranges.length === 0) return binding.line === undefined ? [] : [toBadge(resolved, binding.line, false)];
  return (
    ranges
      .map((range) => findFirstLine(bound, range))
      // Where another binding is stronger, that one is shown.
      .filter((line) => bound.bindingAt(line) === binding)
      .map((line) => toBadge(resolved, line, false))
  );
}

/** Nothing can be shown at an empty line. */
function findFirstLine({ note: { text, lineStarts } }: BoundNote, { line, endLine }: BoundRange): number {
  for (let at = line; at <= endLine; at++) {
    if (text.slice(lineStarts[at - 1], lineStarts[at]).trim() !== '') return at;
  }
  return line;
}

function toBadge(resolved: ResolvedBinding, line: number, isInherited: boolean): Badge {
  const { binding } = resolved;
  const problem = findBindingProblem(resolved);
  const from = isInherited ? `, inherited from ${binding.name}` : '';
  const by = binding.line === undefined ? ', by the settings' : '';
  const label = toVisible(`Bound to ${binding.server}${from}${by}${problem === undefined ? '' : `. ${problem}`}`);
  return { line, server: binding.server, binding, isInherited, ...(problem !== undefined && { problem }), label };
}
