import { joinSignals } from '@toolyard/core';
import type { BoundBlock, BoundNote } from '../bind/binding.ts';
import { resolveBindings } from '../bind/resolve-bindings.ts';
import type { Note } from '../parse/note.ts';
import { parseNote } from '../parse/parse-note.ts';
import { editNote } from '../write/edit-note.ts';
import { planEnded } from '../write/plan-ended.ts';
import { isKept, planPending } from '../write/plan-result.ts';
import type { BlockRun } from './block-run.ts';
import { createBlockLocks, type BlockLocks } from './create-block-locks.ts';
import { createResultWriter } from './create-result-writer.ts';
import { runBlock, toBlockTool } from './run-block.ts';
import type { RunNoteOptions } from './run-note-options.ts';

/** What became of a note. */
export interface NoteRun {
  /** Those that were selected, in document order. */
  readonly blocks: readonly BlockRun[];
  /** The note as it was read, with the problems of its bindings. */
  readonly note: BoundNote;
}

interface Run {
  readonly note: Note;
  readonly blocks: readonly BoundBlock[];
  readonly locks: BlockLocks;
  readonly options: RunNoteOptions;
}

/**
 * Runs the blocks of a note, all at once as far as limits allow, and writes their results in document order, each to its
 * block as it is then. Resolves when everything is written, also after a stop; rejects where the note cannot be read or
 * written.
 */
export async function runNote(options: RunNoteOptions, signal: AbortSignal): Promise<NoteRun> {
  const { locks = createBlockLocks(), select, servers, store } = options;
  const note = parseNote(await store.read(), { servers: servers().map(({ key }) => key) });
  const bound = bind(note, options);
  const selected = bound.blocks.filter((block) => select?.(block, bound) ?? true);
  const kept = new Set(selected.filter(({ block }) => isKept(block, options)));
  const blocks = selected.filter((each) => !kept.has(each));
  const run = { note, blocks, locks, options };
  await showPending(run);
  const runs = new Map((await runAll(run, signal)).map((each) => [each.id, each]));
  return {
    note: bound,
    blocks: selected.flatMap((each) => (kept.has(each) ? toKept(each) : runs.get(each.block.id)) ?? []),
  };
}

/** Says in the note what runs, and that what an earlier run left behind does not run any more. */
async function showPending({ blocks, locks, note: { servers }, options }: Run): Promise<void> {
  const { clock, path, showsPending = true, store } = options;
  const callable = blocks.filter(({ issues }) => issues.every(({ severity }) => severity !== 'error'));
  const hashes = new Map(callable.map(({ block }) => [block.id, block.hash]));
  await store.update((text) => {
    const note = parseNote(text, { servers });
    const pending = note.blocks
      .filter(({ hash, id }) => showsPending && hashes.get(id) === hash)
      .flatMap((block) => planPending(note, block, clock.now()));
    const ended = planEnded(note, (id) => hashes.has(id) || locks.has(toLockName(path, id)));
    return editNote(note, [...pending, ...ended]);
  });
}

async function runAll({ blocks, locks, note, options }: Run, stop: AbortSignal): Promise<readonly BlockRun[]> {
  const { clock, concurrency = -1, onEvent, path } = options;
  const writer = createResultWriter(options, note.servers);
  const limited = createConcurrencyLimit(concurrency);
  const rebind = createRebinding(note, options);

  /** Waits for the server of a block; where that is given up meanwhile, another one may be the block's. */
  async function untilReady(before: BoundBlock, signal: AbortSignal): Promise<BoundBlock> {
    const { block } = before;
    const awaited = new Set<string>();
    for (;;) {
      const bound = rebind(block.id) ?? before;
      if (bound.server !== undefined && awaited.has(bound.server)) return bound;
      onEvent?.({ type: 'block-started', id: block.id, line: block.range.line, tool: toBlockTool(bound) });
      if (bound.server === undefined) return bound;
      awaited.add(bound.server);
      await options.ready?.(bound.server, { signal, isDefault: bound.isDefault === true });
    }
  }

  async function run(before: BoundBlock, index: number, signal: AbortSignal): Promise<void> {
    const { block } = before;
    const bound = await untilReady(before, signal);
    let started = clock.now();
    const outcome = await runBlock(bound, options, { signal, onBegin: () => (started = clock.now()) });
    onEvent?.({ type: 'block-ended', id: block.id, status: outcome.status });
    writer.add(index, { block, outcome, tool: toBlockTool(bound), at: clock.now(), ms: clock.now() - started });
  }

  async function runStoppable(each: BoundBlock, index: number): Promise<void> {
    const { id } = each.block;
    const own = options.signalOf?.(id);
    const { signal, release } = joinSignals(stop, ...(own === undefined ? [] : [own]));
    await locks.run(toLockName(path, id), () => limited(() => run(each, index, signal))).finally(release);
  }

  await Promise.all(blocks.map(runStoppable));
  return writer.finished();
}

/** Finds the server of a block by the configuration as it is when its call begins. */
function createRebinding(note: Note, options: RunNoteOptions): (id: string) => BoundBlock | undefined {
  let known = '';
  let byId = new Map<string, BoundBlock>();
  return (id) => {
    const state = JSON.stringify([options.servers(), options.bindings()]);
    if (state !== known) byId = new Map(bind(note, options).blocks.map((bound) => [bound.block.id, bound]));
    known = state;
    return byId.get(id);
  };
}

function bind(note: Note, { bindings, path, servers }: RunNoteOptions): BoundNote {
  return resolveBindings(note, { bindings: bindings(), path, servers: servers() });
}

function toLockName(path: string, id: string): string {
  return `${path}\n${id}`;
}

function toKept(bound: BoundBlock): BlockRun {
  const { id, range, result } = bound.block;
  const status = result?.status ?? 'success';
  return { id, line: range.line, tool: toBlockTool(bound), status, ms: result?.ms ?? 0, notWritten: 'edited' };
}

/** Lets at most `limit` actions run at once, in the order in which they came; -1 is any number. */
function createConcurrencyLimit(limit: number): <T>(action: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (action) => {
    if (limit !== -1 && running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await action();
    } finally {
      // The place goes to the next one directly, so that nobody who comes now can take it.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
