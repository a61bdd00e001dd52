import { findNearest, toToolId, type CatalogueEntry } from '@toolyard/core';
import type { BoundBlock, BoundNote } from '../bind/binding.ts';
import { explainRefusedArguments } from '../parse/explain-refused-arguments.ts';
import type { Issue } from '../parse/note.ts';
import type { HelpContext } from './complete-at.ts';
import { findBlockIssueSpan, findIssueSpan, findPartSpan, type BlockPart, type NoteSpan } from './find-issue-span.ts';
import { findMisplaced } from './find-misplaced-options.ts';

/** Something a person should know about a note, with the text that it is about. */
export interface Diagnosis extends Issue, NoteSpan {}

/** What a check depends on besides the note. */
export interface DiagnoseOptions extends Pick<HelpContext, 'catalogue'> {
  /** Checks arguments by the schema of their tool, as a call does; `path` is empty for the arguments as a whole. */
  validate(
    schema: unknown,
    values: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly problems: readonly { readonly path: string; readonly message: string }[] }>;
  /** Lets others work after some blocks, and says whether anybody still waits for the outcome. */
  pause?(): Promise<boolean>;
}

/** So many blocks are checked at a stretch, so that typing goes on in between. */
const STRETCH = 25;

/**
 * Everything a person should know about a note, in the order of the text: what `toolyard run --check` says, each at its place. Runs nothing, and
 * says nothing of the tools of a server that never ran. `undefined` where nobody waits for it any more.
 */
export async function diagnoseNote(
  bound: BoundNote,
  options: DiagnoseOptions,
): Promise<readonly Diagnosis[] | undefined> {
  const found: Diagnosis[] = bound.issues.map((issue) => ({ ...issue, ...findIssueSpan(bound.note, issue) }));
  for (const [index, block] of bound.blocks.entries()) {
    if (index % STRETCH === STRETCH - 1 && (await options.pause?.()) === false) return undefined;
    found.push(...(await diagnoseBlock(bound, block, options)));
  }
  return found.toSorted((left, right) => left.start - right.start);
}

async function diagnoseBlock(
  { note }: BoundNote,
  bound: BoundBlock,
  { catalogue, validate }: DiagnoseOptions,
): Promise<readonly Diagnosis[]> {
  const { block, server, issues } = bound;
  const own = issues.map((issue) => ({ ...issue, ...findBlockIssueSpan(note, block, issue) }));
  if (server === undefined || issues.some(({ severity }) => severity === 'error')) return own;
  const place = { line: block.range.line, column: 1, severity: 'error' } as const;
  const at = (part: BlockPart): NoteSpan => findPartSpan(note, block, part);
  const entry = catalogue.find('tools', toToolId(server, block.tool));
  if (entry === undefined) {
    const known = catalogue.listOf('tools', server).map(({ name }) => name);
    if (known.length === 0) return own;
    const span = at({ kind: 'option', key: 'tool' });
    return [...own, { ...place, ...span, code: 'tool-not-found', message: describeMissing(block.tool, known) }];
  }
  const misplaced = findMisplaced(bound, catalogue).map(({ name, issue }) => {
    return { ...issue, ...at({ kind: 'argument', key: name, isName: true }) };
  });
  const { problems } = await validate(entry.definition['inputSchema'], block.arguments);
  const refused = problems.map((problem) => {
    const message = describeRefused(entry, problem);
    const part = toPart(problem, Object.keys(block.arguments));
    return {
      ...place,
      ...at(part),
      code: 'invalid-arguments',
      message: explainRefusedArguments(block, message),
    } as const;
  });
  return [...own, ...misplaced, ...refused];
}

function describeMissing(tool: string, known: readonly string[]): string {
  const nearest = findNearest(tool, known);
  return `Tool not found: ${tool}${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

function describeRefused({ id }: CatalogueEntry, { path, message }: { path: string; message: string }): string {
  return `Invalid parameters for ${id}: ${path === '' ? message : `${path}: ${message}`}`;
}

/** The argument that a problem is about: the one its path begins with, else the first that its message names. */
function toPart({ path, message }: { path: string; message: string }, given: readonly string[]): BlockPart {
  const isBelow = (key: string): boolean => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`);
  const key = given.find(isBelow);
  if (key !== undefined) return { kind: 'argument', key };
  const named = path === '' ? given.find((name) => message.includes(`"${name}"`)) : undefined;
  return named === undefined ? { kind: 'option', key: 'tool' } : { kind: 'argument', key: named, isName: true };
}
