import { onAbort, orAborted, toMessage, type SessionUse } from '@toolyard/core';
import {
  createBlockLocks,
  isEdited,
  keepEdited,
  rememberEdited,
  toBlockTool,
  type BlockRun,
  type BoundBlock,
  type BoundNote,
  type NoteRunEvent,
  type NoteText,
  type ResultStatus,
} from '@toolyard/documents';
import type { Host } from '../ports/host.ts';
import { createNoteSessions } from './create-note-sessions.ts';
import type { EditableNote, EditedAnswer } from './editable-note.ts';
import { NoteIdentities } from './note-identities.ts';
import type { NoteYard } from './note-path.ts';
import { runNoteFile, type NoteOptions } from './run-note-file.ts';

/** How a block stands: `idle` before it ever ran. */
export type BlockStatus = ResultStatus | 'idle';

/** Where notes are shown, and the person in front of them. */
export interface NoteEditors {
  /** The note at a path; `where` gives the path that it has by then, `undefined` where it is gone. */
  openNote(path: string, where: () => string | undefined): EditableNote;
  notify(message: string): void;
  /** Asks a person about blocks whose results were edited by hand; closed without an answer it is `cancel`. */
  askAboutEdited(blocks: readonly BoundBlock[]): Promise<EditedAnswer>;
}

/** What runs of blocks need. */
export interface BlockRunsOptions {
  /** What servers ask in the calls of blocks goes to its respondent, whoever opened the yard. */
  readonly host: Pick<Host, 'surroundings' | 'clock' | 'respondent'>;
  readonly app: NoteEditors;
  /** The yard, with those servers that are named as far as they may be started; nothing runs where there is none, which a person was told then. */
  openYard(servers: readonly string[]): Promise<NoteYard | undefined>;
  readonly readBlocks: (note: NoteText) => BoundNote;
  /** The keys of all servers, started or not. */
  servers(): readonly string[];
  /** Told what becomes of blocks. */
  onEvent?(event: NoteRunEvent): void;
  /** Asked where a note has no call left, as long as one of its blocks waits for the answer; blocks are refused then where it is absent. */
  mayContinue?(path: string, use: SessionUse, signal: AbortSignal): Promise<boolean>;
}

/** The blocks of one note that run together. */
interface ChosenBlocks {
  readonly path: string;
  /** Which note it is, wherever it is renamed to. */
  readonly identity: string;
  readonly note: EditableNote;
  readonly blocks: readonly BoundBlock[];
  readonly answer: EditedAnswer;
  /** What cancels each of them, by its id. */
  readonly ends: ReadonlyMap<string, AbortController>;
}

/** Runs the blocks of notes, and knows which of them run. All runs of one note count in one session. */
export class BlockRuns {
  private readonly options: BlockRunsOptions;
  private readonly notes = new NoteIdentities();
  private readonly sessions = createNoteSessions();
  private readonly locks = createBlockLocks();
  private readonly running = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();
  private readonly closing = new AbortController();
  private readonly runs = new Set<Promise<void>>();

  constructor(options: BlockRunsOptions) {
    this.options = options;
  }

  /** Runs those blocks of a note that are chosen, and writes their results into it; what fails is told to people. */
  async run(path: string, choose: (block: BoundBlock) => boolean): Promise<void> {
    const run = this.runChosen(path, choose).catch((error: unknown) => this.tellFailure(error));
    this.runs.add(run);
    await run;
    this.runs.delete(run);
  }

  /** Cancels the call of a block. */
  stop(path: string, id: string): void {
    this.running.get(this.nameOf(path, id))?.abort();
  }

  /** Cancels the calls of all blocks: of one note, or of all where none is named. */
  stopAll(path?: string): void {
    const start = path === undefined ? '' : this.nameOf(path, '');
    for (const [name, end] of this.running) if (name.startsWith(start)) end.abort();
  }

  /** Whether a block runs: of one note, or of any where none is named. */
  isRunning(path?: string): boolean {
    const start = path === undefined ? '' : this.nameOf(path, '');
    return [...this.running.keys()].some((name) => name.startsWith(start));
  }

  /** What runs is `pending`, whatever the note says; and what the note calls `pending` and nobody runs was cancelled. */
  statusOf(path: string, { block: { id, result } }: BoundBlock): BlockStatus {
    if (this.running.has(this.nameOf(path, id))) return 'pending';
    if (result === undefined) return 'idle';
    return result.status === undefined || result.status === 'pending' ? 'cancelled' : result.status;
  }

  /** The session that all calls of a note count in, wherever it is renamed to. */
  sessionOf(path: string): string {
    return this.sessions(this.notes.of(path));
  }

  /** Follows a note, or all notes of a folder, to a new path: what runs in it goes on there, and in the same session. */
  renameNote(from: string, to: string): void {
    this.notes.rename(from, to);
  }

  /** Cancels what runs in a note that is gone, or in those of a folder, since nobody could stop it any more. */
  deleteNote(path: string): void {
    for (const gone of this.notes.below(path)) {
      this.stopAll(gone);
      this.notes.remove(gone);
    }
  }

  /** Calls the listener whenever a block begins or ends, until the function that it gives is called. */
  on(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Cancels everything, questions too; resolves when all results are written. Nothing runs after it. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.runs);
  }

  private async runChosen(path: string, choose: (block: BoundBlock) => boolean): Promise<void> {
    const { app, readBlocks } = this.options;
    const { signal } = this.closing;
    const identity = this.notes.of(path);
    const note = app.openNote(path, () => this.notes.pathOf(identity));
    // One that runs already is left to that run.
    const isFree = ({ block }: BoundBlock): boolean => !this.running.has(toName(identity, block.id));
    const text = await orAborted(note.read(), signal);
    const chosen = readBlocks({ path, text }).blocks.filter(choose).filter(isFree);
    const edited = chosen.filter(({ block }) => isEdited(block));
    const answer = edited.length === 0 ? 'keep' : await orAborted(app.askAboutEdited(edited), signal);
    // Another run may have begun with some of them while a person was asked.
    const blocks = chosen.filter(isFree);
    if (blocks.length === 0 || answer === 'cancel') return;
    const ends = new Map(blocks.map(({ block }) => [block.id, new AbortController()]));
    for (const [id, end] of ends) this.running.set(toName(identity, id), end);
    this.tell();
    try {
      await this.runBlocks({ path, identity, note, blocks, answer, ends });
    } finally {
      for (const id of ends.keys()) this.forget({ identity, ends }, id);
      this.tell();
    }
  }

  private async runBlocks(chosen: ChosenBlocks): Promise<void> {
    const { app, host, readBlocks } = this.options;
    const { path, identity, note, blocks, answer, ends } = chosen;
    // Nobody is asked about a server that would not be called.
    const callable = blocks.filter(({ issues }) => issues.every(({ severity }) => severity !== 'error'));
    const called = [...new Set(callable.flatMap(({ server }) => server ?? []))];
    const used = await this.options.openYard(called);
    if (used === undefined) return;
    const isAskedAbout = rememberEdited(blocks);
    const ran = await runNoteFile(host, used, {
      file: path,
      store: answer === 'keep' ? keepEdited(note, isAskedAbout, (text) => readBlocks({ path, text })) : note,
      mayReplace: (block) => answer === 'replace' && isAskedAbout(block),
      absentServers: this.options.servers(),
      session: this.sessions(identity),
      select: ({ block }) => ends.has(block.id),
      signalOf: (id) => ends.get(id)?.signal,
      showsPending: !note.isInEditor(),
      locks: this.locks,
      ...(host.respondent !== undefined && { respondent: host.respondent }),
      ...this.mayContinue(chosen),
      signal: this.closing.signal,
      onEvent: (event) => this.onEvent(chosen, event),
    });
    const found = new Set(ran.blocks.map(({ id }) => id));
    const missed = blocks.filter(({ block }) => !found.has(block.id)).map(toMissed);
    for (const message of new Set([...missed, ...ran.blocks.flatMap(toNotWritten)])) app.notify(message);
  }

  private onEvent(chosen: ChosenBlocks, event: NoteRunEvent): void {
    this.options.onEvent?.(event);
    if (event.type !== 'block-written') return;
    this.forget(chosen, event.run.id);
    this.tell();
  }

  /** The question whether a note goes on ends with the last block that waits for it. */
  private mayContinue({ path, ends }: ChosenBlocks): Pick<NoteOptions, 'mayContinue'> {
    const { mayContinue } = this.options;
    if (mayContinue === undefined) return {};
    const all = [...ends.values()].map(({ signal }) => signal);
    return {
      mayContinue: (use) => {
        const left = new AbortController();
        const giveUp = (): void => {
          if (this.closing.signal.aborted || all.every(({ aborted }) => aborted)) left.abort();
        };
        const stops = [this.closing.signal, ...all].map((signal) => onAbort(signal, giveUp));
        giveUp();
        const answer = orAborted(mayContinue(path, use, left.signal), left.signal).catch(() => false);
        return answer.finally(() => stops.forEach((stop) => stop()));
      },
    };
  }

  /** Its run is over with a block, which a later run may have begun with by then. */
  private forget({ identity, ends }: Pick<ChosenBlocks, 'identity' | 'ends'>, id: string): void {
    const name = toName(identity, id);
    if (this.running.get(name) === ends.get(id)) this.running.delete(name);
  }

  /** That this was closed is no news to whoever closed it. */
  private tellFailure(error: unknown): void {
    if (error !== this.closing.signal.reason) this.options.app.notify(toMessage(error));
  }

  private nameOf(path: string, id: string): string {
    return toName(this.notes.of(path), id);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Why a block did not run: its id comes from its text, so that it is another block after an edit. */
function toMissed(bound: BoundBlock): string {
  return `The block of ${toBlockTool(bound)} was changed before it could run. Run it again.`;
}

/** Why a note does not show a result that there is. */
function toNotWritten({ notWritten, tool, line }: BlockRun): string[] {
  switch (notWritten) {
    case 'edited':
      return [`The result of ${tool} was edited while it ran, so the new one was not written. Run the block again.`];
    case 'gone':
      return [`The block of ${tool} was changed or removed while it ran, so its result was not written.`];
    case 'unclosed':
      return [`The block of ${tool} on line ${line}, or its result, has no end, so nothing was written. Close it.`];
    default:
      return [];
  }
}

function toName(note: string, id: string): string {
  return `${note}\n${id}`;
}
