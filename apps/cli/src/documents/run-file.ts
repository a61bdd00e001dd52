import { relative, sep } from 'node:path';
import { joinSignals, type SessionUse } from '@toolyard/core';
import {
  findMisplacedOptions,
  type BlockLocks,
  type NoteRun,
  type NoteStore,
  type RunNoteOptions,
} from '@toolyard/documents';
import { runNoteFile } from '@toolyard/host';
import { createNoteFile, systemClock } from '@toolyard/node';
import { createTerminalRespondent } from '../question/create-terminal-respondent.ts';
import { askYesNo, canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { discardTyped } from '../terminal/discard-typed.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { YardUse } from '../yard/with-yard.ts';
import type { FileRun } from './report-note-runs.ts';
import type { RunOptions } from './run-options.ts';
import { showRunProgress } from './show-run-progress.ts';

/** What notes are run with. */
export interface RunWork {
  readonly use: YardUse;
  readonly context: CommandContext;
  readonly options: RunOptions;
  readonly locks: BlockLocks;
  /** The session of a file, the same for all its runs. */
  sessionOf(file: string): string;
}

/** Runs the selected blocks of one file; without `--write` the note with its results is printed. */
export async function runFile(
  file: string,
  { context, locks, options, sessionOf, use }: RunWork,
  select: NonNullable<RunNoteOptions['select']>,
): Promise<FileRun> {
  const { terminal, surroundings } = context;
  const printed = options.write === true ? undefined : createPrintedNote(createNoteFile(file));
  const name = nameFile(file, surroundings);
  const progress = showRunProgress(context, name);
  const stop = new AbortController();
  const given = joinSignals(use.signal, stop.signal);
  const silence = canAsk(terminal) && options.json !== true ? undefined : 'there is no terminal to ask on';
  const respondent = createTerminalRespondent(context, { progress, silence, onInterrupt: () => stop.abort() });
  let spentLimit: number | undefined;
  const run = await runNoteFile({ surroundings, clock: systemClock }, use, {
    file,
    store: printed,
    locks,
    select,
    session: sessionOf(file),
    sessionLimit: options.sessionLimit,
    mayReplace: () => options.force === true,
    concurrency: options.concurrency ?? -1,
    respondent,
    async mayContinue(session) {
      const ask = (): Promise<boolean> => askToContinue(terminal, { who: name, ...session }, given.signal);
      const continues = silence === undefined && (await respondent.ask(ask)) === true;
      // Who wants out is not told how to go on.
      if (!continues && !given.signal.aborted) spentLimit = session.limit;
      return continues;
    },
    onEvent: progress.onEvent,
    signal: given.signal,
  }).finally(() => {
    given.release();
    progress.stop();
  });
  if (printed !== undefined && options.json !== true) await print(printed, terminal);
  return { ...toFileRun(file, run, { context, use }), spentLimit, isInterrupted: stop.signal.aborted };
}

/** Asks whether a session that has no call left gets as many again; `who` made its calls. */
export async function askToContinue(
  terminal: Terminal,
  { who, calls, limit }: SessionUse & { readonly who: string },
  signal: AbortSignal,
): Promise<boolean> {
  await discardTyped(terminal);
  const made = `${who} has made ${calls} call${calls === 1 ? '' : 's'} (session limit: ${limit}).`;
  return askYesNo(terminal, `${made} Continue with ${limit} more?`, { signal });
}

/** A file as people call it: from the working directory where it lies there. */
export function nameFile(file: string, { cwd }: Pick<CommandContext['surroundings'], 'cwd'>): string {
  const name = relative(cwd, file);
  return name.startsWith('..') ? file : name.replaceAll(sep, '/');
}

/** What a run, or a check, of a file is told as. */
export function toFileRun(
  file: string,
  { blocks, note }: NoteRun,
  { context, use }: Pick<RunWork, 'context' | 'use'>,
): FileRun {
  const issues = [...note.issues, ...findMisplacedOptions(note, use.yard)];
  return { file: nameFile(file, context.surroundings), blocks, issues: issues.toSorted((a, b) => a.line - b.line) };
}

async function print(
  note: Pick<NoteStore, 'read'> & { missing(): readonly string[] },
  { stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>,
): Promise<void> {
  stdout.write(await note.read());
  for (const name of note.missing()) stderr.write(`warning: ${name} is not written without --write\n`);
}

/** A note that takes results in memory, to be printed; its file stays as it is. */
interface PrintedNote extends NoteStore {
  /** The names of files that belong to its results, and are not there. */
  missing(): readonly string[];
}

/** The note of another store, read once. */
function createPrintedNote(source: Pick<NoteStore, 'read'>): PrintedNote {
  let text: Promise<string> | undefined;
  const names: string[] = [];
  const read = (): Promise<string> => (text ??= source.read());
  return {
    read,
    async update(edit) {
      text = Promise.resolve(edit(await read()));
    },
    async attach(name) {
      names.push(name);
      return true;
    },
    missing: () => names,
  };
}
