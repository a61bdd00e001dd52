import { toMessage } from '@toolyard/core';
import { createBlockLocks, type BoundBlock, type NoteRunEvent, type ResultStatus } from '@toolyard/documents';
import { createNoteSessions, runNoteFile, type Host } from '@toolyard/host';
import type { NoteApp } from '../ports/note-app.ts';
import type { PluginYard } from '../yard/create-plugin-yard.ts';
import type { BlockReader } from './read-blocks.ts';

/** How a block stands: `idle` before it ever ran. */
export type BlockStatus = ResultStatus | 'idle';

/** What runs the blocks of notes, and knows which of them run. */
export interface BlockRuns {
  /** Runs those blocks of a note that are chosen, and writes their results into it; what fails is told to people. */
  run(path: string, choose: (block: BoundBlock) => boolean): Promise<void>;
  /** Cancels the call of a block. */
  stop(path: string, id: string): void;
  /** What runs is `pending`, whatever the note says; and what the note calls `pending` and nobody runs was cancelled. */
  statusOf(path: string, bound: BoundBlock): BlockStatus;
  /** Calls the listener whenever a block begins or ends, until the function that it gives is called. */
  on(listener: () => void): () => void;
  /** Cancels everything; resolves when all results are written. */
  close(): Promise<void>;
}

/** What runs need. */
export interface BlockRunsOptions {
  readonly host: Host;
  readonly app: Pick<NoteApp, 'openNote' | 'notify'>;
  readonly yard: PluginYard;
  readonly readBlocks: BlockReader;
}

/** Runs for one load of the plugin, in which all runs of one note count in one session. */
export function createBlockRuns({ host, app, yard, readBlocks }: BlockRunsOptions): BlockRuns {
  const sessions = createNoteSessions();
  const locks = createBlockLocks();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  const runs = new Set<Promise<void>>();

  function tell(): void {
    for (const listener of listeners) listener();
  }

  async function runChosen(path: string, choose: (block: BoundBlock) => boolean): Promise<void> {
    const note = app.openNote(path);
    const chosen = readBlocks({ path, text: await note.read() }).blocks.filter(choose);
    // A block that runs already is left to that run.
    const ids = chosen.map(({ block }) => block.id).filter((id) => !running.has(toName(path, id)));
    if (ids.length === 0) return;
    const end = new AbortController();
    for (const id of ids) running.set(toName(path, id), end);
    tell();
    try {
      const names = chosen.flatMap(({ server }) => server ?? []);
      const used = await yard.open([...new Set(names)]);
      await runNoteFile(
        host,
        // Bindings of the vault go by paths in the vault, and not from the folder of the device's file.
        { yard: used.yard, caller: used.caller, configuration: used.configuration, gone: used.gone, place: {} },
        {
          file: path,
          store: note,
          session: sessions(path),
          select: ({ block }) => ids.includes(block.id),
          showsPending: !note.isInEditor(),
          locks,
          signal: end.signal,
          onEvent: (event) => onEvent(path, event),
        },
      );
    } finally {
      for (const id of ids) running.delete(toName(path, id));
      tell();
    }
  }

  function onEvent(path: string, event: NoteRunEvent): void {
    if (event.type !== 'block-written') return;
    running.delete(toName(path, event.run.id));
    tell();
  }

  return {
    async run(path, choose) {
      const run = runChosen(path, choose).catch((error: unknown) => app.notify(toMessage(error)));
      runs.add(run);
      await run;
      runs.delete(run);
    },
    stop: (path, id) => running.get(toName(path, id))?.abort(),
    statusOf(path, { block: { id, result } }) {
      if (running.has(toName(path, id))) return 'pending';
      if (result === undefined) return 'idle';
      return result.status === undefined || result.status === 'pending' ? 'cancelled' : result.status;
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      for (const end of running.values()) end.abort();
      await Promise.all(runs);
    },
  };
}

function toName(path: string, id: string): string {
  return `${path}\n${id}`;
}
