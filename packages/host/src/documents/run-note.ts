import { resolve } from 'node:path';
import { runNote as runBlocks, type NoteRun, type NoteStore, type RunNoteOptions } from '@toolyard/documents';
import { createNoteFile } from '@toolyard/node';
import type { Host } from '../ports/host.ts';
import { createNoteSessions } from './create-note-sessions.ts';
import { createSessionCaller } from './create-session-caller.ts';
import { knownServersOf, toNotePath, type NoteYard } from './note-path.ts';

/** Which note runs, and how; what is left out is as in a plain `toolyard run --write`. */
export interface NoteOptions extends Pick<
  RunNoteOptions,
  'select' | 'force' | 'concurrency' | 'locks' | 'respondent' | 'onEvent'
> {
  /** Absolute, or from the folder of the host. */
  readonly file: string;
  /** Where the text is read and results go, in place of the file: an editor that has it open, a text in memory. */
  readonly store?: NoteStore | undefined;
  /** What the session limit counts over several runs, as `createNoteSessions` gives it; this run alone where absent. */
  readonly session?: string;
  /** The most calls of this session; the limit of the yard where absent, any number where -1. */
  readonly sessionLimit?: number | undefined;
  /** What has not ended by then is cancelled, and written as that. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the tool blocks of a note and writes their results into it. Resolves when everything is written, also after a
 * stop; rejects where the note cannot be read or written. What a tool answers, or that it failed, is in the blocks.
 */
export function runNote(
  { surroundings: { cwd }, clock }: Pick<Host, 'surroundings' | 'clock'>,
  used: NoteYard,
  options: NoteOptions,
): Promise<NoteRun> {
  const { file: name, store, sessionLimit, signal = new AbortController().signal, ...others } = options;
  const { yard, caller, place } = used;
  const file = resolve(cwd, name);
  const { session = createNoteSessions()(file) } = options;
  const limits = { session, limit: sessionLimit, yardLimit: used.configuration.settings.sessionLimit };
  return runBlocks(
    {
      ...others,
      store: store ?? createNoteFile(file),
      caller: createSessionCaller({ caller, calls: yard.calls }, limits),
      clock,
      path: toNotePath(file, { place, cwd }),
      session,
      servers: () => knownServersOf(yard),
      bindings: () => used.configuration.settings.bindings ?? [],
      ready: (key, until) => yard.settled({ key, signal: until }),
    },
    signal,
  );
}
