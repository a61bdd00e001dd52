import { resolve } from 'node:path';
import { type ServerState, ToolyardError, type Calls, type ToolyardErrorCode } from '@toolyard/core';
import {
  runNote as runBlocks,
  type BindableServer,
  type NoteRun,
  type NoteStore,
  type RunNoteOptions,
  type IssueCode,
  type NoteRunEvent,
} from '@toolyard/documents';
import { createNoteFile } from '@toolyard/node';
import { waitForEvent } from '@toolyard/runtime';
import type { Host } from '../ports/host.ts';
import { createNoteSessions } from './create-note-sessions.ts';
import { createSessionCaller, type SessionGrant } from './create-session-caller.ts';
import { knownServersOf, toNotePath, type NoteYard } from './note-path.ts';

const UNDECIDED: readonly (ServerState | undefined)[] = ['starting', 'retrying'];

const REFUSAL_CODES: Partial<Record<IssueCode, ToolyardErrorCode>> = {
  'server-not-found': 'server-not-found',
  'server-disabled': 'server-unavailable',
  'section-bound': 'server-unavailable',
  'no-server': 'server-unavailable',
};

/** Which note runs, and how; what is left out is as in a plain `toolyard run --write`. */
export interface NoteOptions extends Pick<
  RunNoteOptions,
  'select' | 'signalOf' | 'mayReplace' | 'concurrency' | 'locks' | 'respondent' | 'showsPending' | 'onEvent'
> {
  /** Absolute, or from the folder of the host. */
  readonly file: string;
  /** Where the text is read and results go, in place of the file: an editor that has it open, a text in memory. */
  readonly store?: NoteStore | undefined;
  /** Servers that notes may name though the yard does not have them, such as those that nobody approved: they count as disabled. */
  readonly absentServers?: readonly string[];
  /** What the session limit counts over several runs, as `createNoteSessions` gives it; this run alone where absent. */
  readonly session?: string;
  /** The most calls of this session; the limit of the yard where absent, any number where -1. */
  readonly sessionLimit?: number | undefined;
  /** Asked where no call is left: whether the note goes on, with as many again as the limit. It does not where absent. */
  readonly mayContinue?: SessionGrant['mayContinue'];
  /** What has not ended by then is cancelled, and written as that. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the tool blocks of a note and writes their results into it. Resolves when everything is written, also after a
 * stop; rejects where the note cannot be read or written. What a tool answers, or that it failed, is in the blocks.
 */
export async function runNoteFile(
  { surroundings: { cwd }, clock }: Pick<Host, 'surroundings' | 'clock'>,
  used: NoteYard,
  options: NoteOptions,
): Promise<NoteRun> {
  const { file: name, store, absentServers = [], sessionLimit, mayContinue, ...others } = options;
  const { signal = new AbortController().signal } = options;
  const { yard, caller, place } = used;
  const file = resolve(cwd, name);
  const { session = createNoteSessions()(file) } = options;
  const path = toNotePath(file, { place, cwd });
  const refusals = createRefusalNotes({ calls: yard.calls, session, path });
  const grant = { session, limit: sessionLimit, mayContinue };
  const run = await runBlocks(
    {
      ...others,
      store: store ?? createNoteFile(file),
      caller: createSessionCaller({ caller, calls: yard.calls }, grant),
      clock,
      path,
      session,
      servers: () => withAbsent(knownServersOf(yard), absentServers),
      bindings: () => used.configuration.settings.bindings ?? [],
      ready: (key, wait) => untilReady(used, key, wait),
      onEvent(event) {
        refusals.onEvent(event);
        options.onEvent?.(event);
      },
    },
    signal,
  );
  await refusals.noted();
  return run;
}

function withAbsent(known: readonly BindableServer[], absent: readonly string[]): readonly BindableServer[] {
  const more = absent.filter((key) => known.every((each) => each.key !== key));
  return [...known, ...more.map((key) => ({ key, enabled: false }))];
}

/** A server that is tried again may still be given up, and then another one is the default. */
async function untilReady(
  { yard, gone }: NoteYard,
  key: string,
  { signal, isDefault }: { readonly signal: AbortSignal; readonly isDefault: boolean },
): Promise<void> {
  if (!isDefault) return yard.settled({ key, signal });
  const end = new AbortController();
  void gone?.then(() => end.abort());
  const isDecided = (): boolean => !UNDECIDED.includes(yard.server(key)?.state);
  await waitForEvent((listener) => yard.on(listener), isDecided, signal, end.signal);
}

/** The note whose blocks run, as the history of calls knows it. */
interface RefusalSource {
  readonly calls: Pick<Calls, 'noteRefusal'>;
  readonly session: string;
  /** The path of the note. */
  readonly path: string;
}

/** Puts the blocks of a note that cannot be called into the history of calls; `noted` resolves when the yard has them. */
function createRefusalNotes({ calls, session, path }: RefusalSource): {
  onEvent(event: NoteRunEvent): void;
  noted(): Promise<unknown>;
} {
  const notes: Promise<void>[] = [];
  return {
    onEvent(event) {
      if (event.type !== 'block-refused') return;
      const { line, problems, tool } = event;
      const code = problems.map((problem) => REFUSAL_CODES[problem.code]).find((known) => known !== undefined);
      const why = new ToolyardError(code ?? 'arguments-invalid', problems.map(({ message }) => message).join('; '));
      notes.push(calls.noteRefusal({ tool, origin: 'document', session, document: { path, line } }, why));
    },
    noted: () => Promise.all(notes),
  };
}
