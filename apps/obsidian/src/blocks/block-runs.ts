import { toMessage } from '@toolyard/core';
import { createBlockLocks, type BoundBlock, type NoteRunEvent, type ResultStatus } from '@toolyard/documents';
import { createNoteSessions, runNoteFile, type Host } from '@toolyard/host';
import type { YardNotices } from '../notices/create-yard-notices.ts';
import type { NoteApp } from '../ports/note-app.ts';
import type { PluginYard } from '../yard/create-plugin-yard.ts';
import type { BlockReader } from './create-block-reader.ts';

/** How a block stands: `idle` before it ever ran. */
export type BlockStatus = ResultStatus | 'idle';

/** What runs of blocks need. */
export interface BlockRunsOptions {
  readonly host: Host;
  readonly app: Pick<NoteApp, 'openNote' | 'notify'>;
  readonly yard: PluginYard;
  readonly readBlocks: BlockReader;
  /** The names of all servers of the vault, started or not. */
  readonly servers: () => readonly string[];
  /** Told what becomes of blocks. */
  readonly notices: Pick<YardNotices, 'onNoteRun'>;
}

/** Runs the blocks of notes, and knows which of them run. All runs of one note in one load of the plugin count in one session. */
export class BlockRuns {
  private readonly options: BlockRunsOptions;
  private readonly sessions = createNoteSessions();
  private readonly locks = createBlockLocks();
  private readonly running = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();
  private readonly runs = new Set<Promise<void>>();

  constructor(options: BlockRunsOptions) {
    this.options = options;
  }

  /** Runs those blocks of a note that are chosen, and writes their results into it; what fails is told to people. */
  async run(path: string, choose: (block: BoundBlock) => boolean): Promise<void> {
    const { app } = this.options;
    const run = this.runChosen(path, choose).catch((error: unknown) => app.notify(toMessage(error)));
    this.runs.add(run);
    await run;
    this.runs.delete(run);
  }

  /** Cancels the call of a block. */
  stop(path: string, id: string): void {
    this.running.get(toName(path, id))?.abort();
  }

  /** What runs is `pending`, whatever the note says; and what the note calls `pending` and nobody runs was cancelled. */
  statusOf(path: string, { block: { id, result } }: BoundBlock): BlockStatus {
    if (this.running.has(toName(path, id))) return 'pending';
    if (result === undefined) return 'idle';
    return result.status === undefined || result.status === 'pending' ? 'cancelled' : result.status;
  }

  /** Calls the listener whenever a block begins or ends, until the function that it gives is called. */
  on(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Cancels everything; resolves when all results are written. */
  async close(): Promise<void> {
    for (const end of this.running.values()) end.abort();
    await Promise.all(this.runs);
  }

  private async runChosen(path: string, choose: (block: BoundBlock) => boolean): Promise<void> {
    const { app, readBlocks } = this.options;
    const note = app.openNote(path);
    const chosen = readBlocks({ path, text: await note.read() })
      .blocks.filter(choose)
      // One that runs already is left to that run.
      .filter(({ block }) => !this.running.has(toName(path, block.id)));
    if (chosen.length === 0) return;
    const end = new AbortController();
    for (const { block } of chosen) this.running.set(toName(path, block.id), end);
    this.tell();
    try {
      await this.runBlocks(path, chosen, end.signal);
    } finally {
      for (const { block } of chosen) this.running.delete(toName(path, block.id));
      this.tell();
    }
  }

  private async runBlocks(path: string, chosen: readonly BoundBlock[], signal: AbortSignal): Promise<void> {
    const { app, host, yard, servers } = this.options;
    const note = app.openNote(path);
    const ids = new Set(chosen.map(({ block }) => block.id));
    // Nobody is asked about a server that would not be called.
    const callable = chosen.filter(({ issues }) => issues.every(({ severity }) => severity !== 'error'));
    const used = await yard.open([...new Set(callable.flatMap(({ server }) => server ?? []))]);
    const { blocks } = await runNoteFile(host, toNoteYard(used), {
      file: path,
      store: note,
      absentServers: servers(),
      session: this.sessions(path),
      select: ({ block }) => ids.has(block.id),
      showsPending: !note.isInEditor(),
      locks: this.locks,
      signal,
      onEvent: (event) => this.onEvent(path, event),
    });
    if (blocks.some(({ notWritten }) => notWritten === 'edited')) {
      app.notify('A result was edited by hand, so its block was not run. Remove the result to run the block again.');
    }
  }

  private onEvent(path: string, event: NoteRunEvent): void {
    this.options.notices.onNoteRun(event);
    if (event.type !== 'block-written') return;
    this.running.delete(toName(path, event.run.id));
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function toNoteYard(used: Awaited<ReturnType<PluginYard['open']>>): Parameters<typeof runNoteFile>[1] {
  const { yard, caller, gone } = used;
  return {
    yard,
    caller,
    gone,
    // Looked up at each use: it may be another one by then.
    get configuration() {
      return used.configuration;
    },
    // Bindings go by paths in the vault, and not from the folder of the device's file.
    place: {},
  };
}

function toName(path: string, id: string): string {
  return `${path}\n${id}`;
}
