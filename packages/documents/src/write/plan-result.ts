import { startsFrontmatter } from '../parse/find-frontmatter.ts';
import type { Note, ResultRegion, ResultStatus, TextEdit, ToolBlock } from '../parse/note.ts';
import { shrinkEdit } from '../parse/apply-edits.ts';
import { hashArguments, hashOutput } from './hash-values.ts';
import { addLastResult } from './last-result.ts';
import { RESULT_END } from './result-markers.ts';

/** A result that is to stand after a block. */
export interface PlacedResult {
  readonly status: ResultStatus;
  /** When the call ended, in milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  /** Markdown that stays inside its region. */
  readonly output: string;
  /** The good output of an earlier run stays below it, with its time. */
  readonly keepsLast?: boolean;
}

/** Why a result is not written: its block is not there as it was, or what stands there must not be replaced. */
export type NotWritten = 'gone' | 'edited' | 'unclosed';

/** How a result is put into a note. */
export interface PlanOptions {
  /** Whether the output of a block, which was edited by hand, is replaced too; it is not where absent. */
  readonly mayReplace?: (edited: ToolBlock) => boolean;
}

/**
 * The smallest edit that puts the result after its block in the note as it is now; nothing else changes. The block is the
 * one with the same id and the same text as `block`, which may come from an older version of the note.
 */
export function planResult(
  note: Note,
  block: Pick<ToolBlock, 'id' | 'hash' | 'result'>,
  { keepsLast = false, ...result }: PlacedResult,
  options: PlanOptions = {},
): readonly TextEdit[] | NotWritten {
  const found = note.blocks.find(({ id, hash }) => id === block.id && hash === block.hash);
  if (found === undefined) return 'gone';
  if (!found.closed || found.result?.closed === false) return 'unclosed';
  if (isKept(found, options)) return 'edited';
  // While the block runs its result is `pending`; what that output is, the version before it says.
  const last = found.result?.output === block.result?.output ? block.result : found.result;
  const output = keepOpen(note, keepsLast ? addLastResult(result.output, found, last) : result.output);
  return replaceRegion(note, found, { ...result, output, out: hashOutput(output) });
}

/** A note that begins with a line of dashes has no frontmatter as long as no second one comes: no tool may close it. */
function keepOpen(note: Note, output: string): string {
  if (note.frontmatter !== undefined || !startsFrontmatter(note.text)) return output;
  return output.replaceAll(/^(?=---[ \t]*$)/gm, ' ');
}

/** Shows that the block runs; what stood in its result stays there until there is another, with its time. */
export function planPending(note: Note, block: ToolBlock, at: number): readonly TextEdit[] {
  if (!block.closed || block.result?.closed === false) return [];
  const { output = '', out = hashOutput(output) } = block.result ?? {};
  const began = { status: 'pending', at, ms: 0, output, out } as const;
  return replaceRegion(note, block, { ...began, ...(output === '' ? {} : toKeptFields(block.result)) });
}

/** Shows that the block does not run any more; what stands in its result stays, and counts as edited where it did. */
export function planCancelled(note: Note, block: ToolBlock, message: string): readonly TextEdit[] {
  const { result } = block;
  if (!block.closed || result?.closed !== true) return [];
  const ended = { status: 'cancelled', at: 0, ms: result.ms ?? 0, ...toKeptFields(result) } as const;
  if (result.output === '' && !isEdited(block)) {
    return replaceRegion(note, block, { ...ended, output: message, out: hashOutput(message) });
  }
  return result.out === undefined
    ? []
    : replaceRegion(note, block, { ...ended, output: result.output, out: result.out });
}

/** What the first line goes on saying of an output that stays. */
function toKeptFields(result: ResultRegion | undefined): { at?: number; args?: string } {
  const at = Date.parse(result?.at ?? '');
  const args = result?.args;
  return { ...(Number.isNaN(at) ? {} : { at }), ...(args === undefined ? {} : { args }) };
}

/** Whether somebody changed the output that stands after the block, or it cannot be told. */
export function isEdited({ result }: ToolBlock): boolean {
  if (result === undefined) return false;
  return result.out === undefined ? result.output.trim() !== '' : hashOutput(result.output) !== result.out;
}

/** Whether the output after the block stays, since somebody changed it and nobody lets it be replaced. */
export function isKept(block: ToolBlock, { mayReplace }: PlanOptions): boolean {
  return isEdited(block) && mayReplace?.(block) !== true;
}

interface Replacement extends PlacedResult {
  readonly out: string;
  /** Those of the block where absent. */
  readonly args?: string;
}

function replaceRegion(note: Note, block: ToolBlock, { output, ...result }: Replacement): readonly TextEdit[] {
  // A result that does not follow its block directly may stand in other lists and quotes.
  const prefix = block.result?.prefix ?? block.prefix;
  const place: RegionPlace = { prefix, lineEnd: lineEndOf(note.text, block) };
  const head: ResultHead = { args: hashArguments(block.arguments), ...result, id: block.id };
  const region = formatRegion(head, output, place);
  const { result: old } = block;
  const edit =
    old === undefined
      ? { start: block.range.end, end: block.range.end, text: `${place.lineEnd}${place.prefix}${region}` }
      : shrinkEdit(note.text, { start: old.range.start, end: old.range.end, text: region });
  return edit === undefined ? [] : [edit];
}

/** The line end of the fence's own first line, so that a result looks like its block. */
function lineEndOf(text: string, { range }: ToolBlock): string {
  return /\r\n|\n|\r/.exec(text.slice(range.start, range.end))?.[0] ?? '\n';
}

/** What the first line of a result says. */
interface ResultHead {
  readonly id: string;
  readonly status: ResultStatus;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly args: string;
  readonly out: string;
}

/** Where a region stands: what its further lines begin with, and how they end. */
interface RegionPlace {
  readonly prefix: string;
  readonly lineEnd: string;
}

/** A result as it stands in a note, from its first marker to its last. */
function formatRegion(head: ResultHead, output: string, { prefix, lineEnd }: RegionPlace): string {
  const lines = [formatHead(head), ...(output === '' ? [] : output.split('\n')), RESULT_END];
  // Editors cut spaces at the ends of lines, so none are made.
  return lines
    .map((line, index) => (index === 0 ? line : `${line === '' ? prefix.trimEnd() : prefix}${line}`))
    .join(lineEnd);
}

/** The time of a result in whole seconds, as ISO 8601 in UTC. */
function formatTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

function formatHead({ id, status, at, ms, args, out }: ResultHead): string {
  const fields = [`id=${encodeURIComponent(id)}`, `status=${status}`, `at=${formatTime(at)}`, `ms=${Math.round(ms)}`];
  return `<!-- toolyard:result ${[...fields, `args=${args}`, `out=${out}`].join(' ')} -->`;
}
