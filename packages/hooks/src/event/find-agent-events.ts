import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FileMark } from '@toolyard/core';
import type { FileChange } from './file-change.ts';
import { findArtefact, type Artefact } from './find-artefact.ts';
import { type FileEvent, windowOf } from './to-file-events.ts';
import type { Marks } from './marks.ts';

/** What is known of changed files besides that they changed. */
export interface ArtefactFacts {
  /** The paths whose text is the agent's: see `isWrittenArtefact`. */
  readonly written: ReadonlySet<string>;
  /** Whether a file that was changed at a time, in milliseconds since 1970, came with another commit. */
  isBrought(changedMs: number): boolean;
}

/** What agents did. */
export interface FoundAgentEvents {
  readonly events: readonly FileEvent[];
  /** To be noted before the events. */
  readonly marks: Marks;
}

/** A file that may tell an operation. */
export interface ArtefactChange {
  readonly change: Exclude<FileChange, { readonly type: 'deleted' }>;
  readonly artefact: Artefact;
}

const PREFIX = 'agent:';
const KNOWN = 'agents:known';
const ID_DIGITS = 32;

/** Whether the artefacts of the workspace were ever looked at. */
export function hasAgentMarks(marks: ReadonlyMap<string, unknown>): boolean {
  return marks.has(KNOWN);
}

/**
 * The changes that may tell an operation, depending on what is in their files: an artefact is new, or was not written when it was
 * last seen. Each operation is told once, so that no change of it counts later, not even that it was deleted and came back.
 */
export function listArtefactChanges(
  changes: readonly FileChange[],
  marks: ReadonlyMap<string, unknown>,
): readonly ArtefactChange[] {
  return changes.flatMap((change) => {
    const artefact = change.type === 'deleted' ? undefined : findArtefact(change.path);
    if (change.type === 'deleted' || artefact === undefined) return [];
    const state = marks.get(PREFIX + artefact.key);
    return state === 'open' || (state === undefined && change.type !== 'saved') ? [{ change, artefact }] : [];
  });
}

/**
 * Makes an event of each operation that artefacts tell. What git brought, or was only moved from one feature to another, is no
 * operation, and never becomes one.
 */
export function findAgentEvents(candidates: readonly ArtefactChange[], facts: ArtefactFacts): FoundAgentEvents {
  const written = candidates.filter(({ change }) => facts.written.has(change.path));
  const old = written.filter((each) => isMoved(each) || facts.isBrought(each.change.stamp.ctimeMs));
  const done = new Set(old.map(({ artefact }) => artefact.key));
  const told = new Map<string, ArtefactChange>();
  for (const each of written) {
    const { key } = each.artefact;
    if (!done.has(key) && !told.has(key)) told.set(key, each);
  }
  const open = candidates.map(({ artefact }) => artefact.key).filter((key) => !done.has(key) && !told.has(key));
  return {
    events: [...told].map(([key, each]) => ({ event: toEvent(each), marks: { [PREFIX + key]: 'done' } })),
    marks: { ...toMarks(done, 'done'), ...toMarks(open, 'open') },
  };
}

/** The marks of a workspace whose files were there before anybody looked for operations. */
export function toFirstAgentMarks(known: ReadonlyMap<string, FileMark>, written: ReadonlySet<string>): Marks {
  const { marks } = findAgentEvents(listFirstArtefacts(known), { written, isBrought: () => true });
  return { [KNOWN]: true, ...marks };
}

/** All artefacts among the files that are there when operations are first looked for. */
export function listFirstArtefacts(known: ReadonlyMap<string, FileMark>): readonly ArtefactChange[] {
  const changes = [...known].map(([path, mark]): FileChange => ({
    type: 'created',
    path,
    stamp: { ...mark, ctimeMs: mark.mtimeMs },
  }));
  return listArtefactChanges(changes, new Map());
}

function isMoved({ change, artefact }: ArtefactChange): boolean {
  if (change.type !== 'renamed') return false;
  const before = findArtefact(change.oldPath);
  return before?.agent === artefact.agent && before.operation === artefact.operation;
}

function toEvent({ change: { path, stamp }, artefact }: ArtefactChange): FileEvent['event'] {
  const { agent, operation, feature, key } = artefact;
  const values = { agent, operation, timing: 'after', path, ...(feature === undefined ? {} : { feature }) };
  const id = bytesToHex(sha256(utf8ToBytes(JSON.stringify(['agent', key])))).slice(0, ID_DIGITS);
  return { name: 'agent', id, values, window: windowOf(stamp) };
}

function toMarks(keys: Iterable<string>, state: 'open' | 'done'): Marks {
  return Object.fromEntries([...keys].map((key) => [PREFIX + key, state]));
}
