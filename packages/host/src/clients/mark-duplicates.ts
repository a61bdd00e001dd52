import type { ServerDefinition } from '@toolyard/core';
import { hashDefinition } from '@toolyard/runtime';
import type { FoundServer } from './find-client-servers.ts';
import { isToolyardEntry } from './is-toolyard-entry.ts';

/**
 * What adding a server would mean: `known` Toolyard has it, `taken` Toolyard has another one of that key, `repeated` it
 * was found before, `rival` another one of that key was found before.
 */
export type FoundStatus = 'new' | 'known' | 'taken' | 'repeated' | 'rival' | 'unusable' | 'toolyard';

/** A server that was found, with its number in the list. */
export interface MarkedServer extends FoundServer {
  readonly number: number;
  readonly status: FoundStatus;
  /** The number of the one that was found before. */
  readonly of?: number;
}

/** Marks those that Toolyard has already, that stand in several files, and that share a key. */
export function markDuplicates(
  found: readonly FoundServer[],
  own: ReadonlyMap<string, ServerDefinition | undefined>,
): MarkedServer[] {
  const known = new Set(
    [...own.values()].flatMap((definition) => (definition === undefined ? [] : [hashOf(definition)])),
  );
  const marked: MarkedServer[] = [];
  for (const server of found) {
    const before = marked.filter(({ status }) => status === 'new' || status === 'rival');
    marked.push({ ...server, number: marked.length + 1, ...mark(server, { own, known, before }) });
  }
  return marked;
}

interface Others {
  readonly own: ReadonlyMap<string, ServerDefinition | undefined>;
  readonly known: ReadonlySet<string>;
  readonly before: readonly MarkedServer[];
}

function mark(
  { key, definition, recorded }: FoundServer,
  { own, known, before }: Others,
): Pick<MarkedServer, 'status' | 'of'> {
  if (isToolyardEntry(definition)) return { status: 'toolyard' };
  if (definition === undefined) return { status: 'unusable' };
  const hash = hashOf(definition);
  if (known.has(hash)) return { status: 'known' };
  // It was added from another folder, which counts for it since.
  if (recorded !== undefined && isSameElsewhere(definition, own.get(key))) return { status: 'known' };
  if (own.has(key)) return { status: 'taken' };
  const same = before.find((other) => other.definition !== undefined && hashOf(other.definition) === hash);
  if (same !== undefined) return { status: 'repeated', of: same.number };
  const rival = before.find((other) => other.key === key);
  return rival === undefined ? { status: 'new' } : { status: 'rival', of: rival.number };
}

function isSameElsewhere(one: ServerDefinition, other: ServerDefinition | undefined): boolean {
  if (one.kind !== 'command' || other?.kind !== 'command') return false;
  return hashOf({ ...one, cwd: other.cwd }) === hashOf(other);
}

/** What a server is, whatever it is called. */
function hashOf(definition: ServerDefinition): string {
  return hashDefinition({ ...definition, key: '', enabled: true });
}
