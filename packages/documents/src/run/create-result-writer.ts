import { parseNote } from '../parse/parse-note.ts';
import type { TextEdit, ToolBlock } from '../parse/note.ts';
import { isAttachmentOf, type AttachmentNames } from '../write/attachment.ts';
import type { FileNaming } from '../write/create-attachments.ts';
import { editNote } from '../write/edit-note.ts';
import { isEdited, planResult, type NotWritten, type PlacedResult } from '../write/plan-result.ts';
import { renderResult, type BlockOutcome, type RenderedResult } from '../write/render-result.ts';
import type { BlockRun } from './block-run.ts';
import { attachFiles } from './attach-files.ts';
import type { RunNoteOptions } from './run-note-options.ts';

/** A block whose outcome is known. */
export interface EndedBlock {
  readonly block: ToolBlock;
  readonly tool: string;
  readonly outcome: BlockOutcome;
  readonly at: number;
  readonly ms: number;
}

/** Puts results into the note in document order. */
export interface ResultWriter {
  /** Takes the outcome of the block with this place in the order; it is written when all before it are known. */
  add(index: number, ended: EndedBlock): void;
  /** Resolves when all that can be written is; rejects where the store failed, for a file of an old result only after that. */
  finished(): Promise<readonly BlockRun[]>;
}

/** A writer for one run; `servers` are the keys that made the blocks. */
export function createResultWriter(options: RunNoteOptions, servers: readonly string[]): ResultWriter {
  const known = new Map<number, EndedBlock>();
  const runs: BlockRun[] = [];
  const removals: Promise<void>[] = [];
  let next = 0;
  let writing = Promise.resolve();

  async function flush(): Promise<void> {
    const batch: EndedBlock[] = [];
    for (let ended = known.get(next); ended !== undefined; ended = known.get(++next)) batch.push(ended);
    if (batch.length === 0) return;
    const { written, replaced } = await writeResults(batch, options, servers);
    for (const run of written) options.onEvent?.({ type: 'block-written', run });
    runs.push(...written);
    for (const block of replaced) {
      const removal = removeFiles(options, block);
      removals.push(removal);
      // Told by `finished`: a file that cannot go is in the way of no result.
      await removal.catch(() => undefined);
    }
  }

  return {
    add(index, ended) {
      known.set(index, ended);
      writing = writing.then(flush);
      // Told by `finished`; without this a failure that comes long before it would count as unhandled.
      writing.catch(() => undefined);
    },
    async finished() {
      await writing;
      await Promise.all(removals);
      return runs;
    },
  };
}

/** What became of blocks whose outcomes were known together. */
interface WrittenBatch {
  readonly written: readonly BlockRun[];
  /** Those of them whose results are in the note now, as they were before. */
  readonly replaced: readonly ToolBlock[];
}

async function writeResults(
  batch: readonly EndedBlock[],
  options: RunNoteOptions,
  servers: readonly string[],
): Promise<WrittenBatch> {
  const { store } = options;
  const all = batch.map((ended) => ({ ended, rendered: render(ended, options) }));
  let notWritten = new Map<string, NotWritten>();
  let before: readonly ToolBlock[] = [];

  function edit(text: string): string {
    const note = parseNote(text, { servers });
    const edits: TextEdit[] = [];
    notWritten = new Map();
    before = note.blocks;
    for (const { ended, rendered } of all) {
      const planned = planResult(note, ended.block, toPlaced(ended, rendered), options);
      if (typeof planned === 'string') notWritten.set(ended.block.id, planned);
      else edits.push(...planned);
    }
    return editNote(note, edits);
  }

  // Files come first: a note never links to one that is not there yet.
  if (all.some(({ rendered }) => rendered.attachments.length > 0)) {
    const text = await store.read();
    edit(text);
    const written = all.filter(({ ended }) => !notWritten.has(ended.block.id));
    const last = new Map(parseNote(text, { servers }).blocks.map(({ id, result }) => [id, result?.output ?? '']));
    for (const each of written) {
      const { ended } = each;
      // The files of an output that stays are not replaced.
      const replaced = isUnavailable(ended.outcome) ? '' : (last.get(ended.block.id) ?? '');
      each.rendered = await attachFiles(store, replaced, (naming) => render(ended, options, naming));
    }
  }
  await store.update(edit);
  const ids = new Set(all.map(({ ended }) => ended.block.id).filter((id) => !notWritten.has(id)));
  return {
    written: all.map(({ ended, rendered }) => toRun(ended, rendered, notWritten.get(ended.block.id))),
    replaced: before.filter(({ id }) => ids.has(id)),
  };
}

/** The files of an output that is not in the note any more. One that was edited may link to files of somebody. */
async function removeFiles({ store: { files } }: RunNoteOptions, block: ToolBlock): Promise<void> {
  if (files === undefined || block.result === undefined || isEdited(block)) return;
  await files.remove(block.result.output, (name) => isAttachmentOf(block.id, name));
}

function toNames(path: string, { id }: ToolBlock): AttachmentNames {
  return { note: (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, ''), id };
}

function render(
  { block, outcome, tool }: EndedBlock,
  { maxLength, path }: RunNoteOptions,
  naming: FileNaming = {},
): RenderedResult {
  const { display } = block.options;
  return renderResult(outcome, {
    title: tool,
    names: toNames(path, block),
    ...naming,
    ...(display === undefined ? {} : { display }),
    ...(maxLength === undefined ? {} : { maxLength }),
  });
}

function toPlaced({ at, ms, outcome }: EndedBlock, { output }: RenderedResult): PlacedResult {
  return { status: outcome.status, at, ms, output, keepsLast: isUnavailable(outcome) };
}

function isUnavailable(outcome: BlockOutcome): boolean {
  return outcome.status !== 'success' && outcome.isUnavailable === true;
}

function toRun(
  { block, ms, outcome, tool }: EndedBlock,
  { output }: RenderedResult,
  notWritten: NotWritten | undefined,
): BlockRun {
  return {
    id: block.id,
    line: block.range.line,
    tool,
    status: outcome.status,
    ms,
    ...(outcome.status === 'success' ? {} : { error: outcome.message }),
    ...(notWritten === undefined ? {} : { notWritten }),
    ...(notWritten === 'gone' ? { output } : {}),
  };
}
