import { randomUUID } from 'node:crypto';
import { dirname, relative, sep } from 'node:path';
import {
  runNote,
  type BlockLocks,
  type BoundBlock,
  type BoundNote,
  type KnownServer,
  type NoteRun,
  type NoteStore,
} from '@toolyard/documents';
import { joinSignals, type Yard } from '@toolyard/core';
import { createNoteFile, systemClock } from '@toolyard/node';
import type { Host } from '../host/host.ts';
import { createTerminalRespondent } from '../question/create-terminal-respondent.ts';
import { canAsk } from '../terminal/ask.ts';
import type { YardUse } from '../yard/with-yard.ts';
import { createPrintedNote } from './create-printed-note.ts';
import { createSessionCaller } from './create-session-caller.ts';
import type { FileRun } from './report-run.ts';
import type { RunOptions } from './run-options.ts';
import { showRunProgress } from './show-run-progress.ts';

/** What notes are run with. */
export interface RunWork {
  readonly use: YardUse;
  readonly host: Host;
  readonly options: RunOptions;
  readonly locks: BlockLocks;
}

/** Runs the selected blocks of one file; without `--write` the note with its results is printed. */
export async function runFile(
  file: string,
  { host, locks, options, use }: RunWork,
  select: (block: BoundBlock, note: BoundNote) => boolean,
): Promise<FileRun> {
  const session = `run-${randomUUID()}`;
  const { settings } = use.configuration;
  const source = createNoteFile(file);
  const printed = options.write === true ? undefined : createPrintedNote(source);
  const progress = showRunProgress(host, nameFile(file, host));
  const stop = new AbortController();
  const given = joinSignals(use.signal, stop.signal);
  const run = await runNote(
    {
      caller: createSessionCaller(use.yard, {
        session,
        limit: options.sessionLimit,
        yardLimit: settings.sessionLimit,
      }),
      store: printed ?? source,
      clock: systemClock,
      path: toNotePath(file, use.place.file, host),
      session,
      locks,
      select,
      servers: () => knownServersOf(use.yard),
      bindings: () => settings.bindings ?? [],
      ready: (key, signal) => use.yard.settled({ key, signal }),
      force: options.force ?? false,
      concurrency: options.concurrency ?? -1,
      respondent: createTerminalRespondent(host, {
        progress,
        silence: canAsk(host) && options.json !== true ? undefined : 'there is no terminal to ask on',
        onInterrupt: () => stop.abort(),
      }),
      onEvent: progress.onEvent,
    },
    given.signal,
  ).finally(() => {
    given.release();
    progress.stop();
  });
  if (printed !== undefined && options.json !== true) await print(printed, host);
  return { ...toFileRun(file, run, host), isInterrupted: stop.signal.aborted };
}

/** The servers of a yard as notes know them. */
export function knownServersOf(yard: Pick<Yard, 'servers'>): readonly KnownServer[] {
  return yard.servers().map(({ key, state }) => ({ key, enabled: state !== 'disabled' }));
}

/** A note's path from the folder of the configuration, with `/`. */
export function toNotePath(file: string, configuration: string | undefined, { cwd }: Pick<Host, 'cwd'>): string {
  return relative(configuration === undefined ? cwd : dirname(configuration), file).replaceAll(sep, '/');
}

/** A file as people call it: from the working directory where it lies there. */
export function nameFile(file: string, { cwd }: Pick<Host, 'cwd'>): string {
  const name = relative(cwd, file);
  return name.startsWith('..') ? file : name.replaceAll(sep, '/');
}

function toFileRun(file: string, { blocks, note }: NoteRun, host: Host): FileRun {
  return { file: nameFile(file, host), blocks, issues: note.issues };
}

async function print(note: NoteStore & { missing(): readonly string[] }, host: Host): Promise<void> {
  host.stdout.write(await note.read());
  for (const name of note.missing()) host.stderr.write(`warning: ${name} is not written without --write\n`);
}
