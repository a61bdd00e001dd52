import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import {
  checkMessageNames,
  createAnswerWriter,
  createConversation,
  findConversation,
  MESSAGE_NAMES,
  readConversation,
  readNoteSettings,
  type AnswerEvent,
  type AnswerWriter,
  type ConversationOptions,
  type MessageNames,
  type Model,
  type ModelContent,
  type NoteConversation,
  type NoteSettings,
  type PreviewedRequest,
  type QuestionOptions,
  type ReadConversation,
  type ToolScope,
  type WrittenAnswer,
} from '@toolyard/assistant';
import { ToolyardError, type ToolCaller } from '@toolyard/core';
import { describeNotFound, parseNote, resolveBindings, type NoteStore } from '@toolyard/documents';
import { createNoteFile } from '@toolyard/node';
import { checkArguments } from '@toolyard/runtime';
import { createNoteSessions } from '../documents/create-note-sessions.ts';
import { createSessionCaller } from '../documents/create-session-caller.ts';
import { knownServersOf, toNotePath, type NoteYard } from '../documents/note-path.ts';
import { runNoteFile, type NoteOptions } from '../documents/run-note-file.ts';
import type { Host } from '../ports/host.ts';
import { followQuestion, type QuestionInNote } from './follow-question.ts';

/** A question that stands in a note, or is to stand there, and how it is answered. */
export interface NoteQuestion
  extends
    QuestionOptions,
    Pick<NoteOptions, 'file' | 'store' | 'session' | 'sessionLimit' | 'mayContinue' | 'respondent' | 'signal'>,
    Pick<ConversationOptions, 'approver' | 'approvals' | 'isTrusted' | 'redact' | 'limits' | 'serverName'>,
    Pick<ToolScope, 'isSwitchedOff'> {
  /** What messages are called. */
  readonly names?: MessageNames | undefined;
  /** The keys of the only servers whose tools are offered, over what the note says; none where empty. */
  readonly servers?: readonly string[] | undefined;
  /** Tool blocks of the conversation that have no result are run before the model is asked. */
  readonly runsBlocks?: boolean;
  /** The model for a note with these settings; throws where there is none. */
  openModel(settings: NoteSettings): Model;
  /** What goes with the question besides what the note says: a selection, notes that are embedded. */
  attach?(read: ReadConversation): Promise<readonly ModelContent[]>;
  /** Shown what would be sent, before anything is; nothing is sent or written where it says no. */
  confirm?(request: NoteRequest): Promise<boolean>;
  onEvent?(event: AnswerEvent): void;
}

/** What a model would be sent for a question of a note. */
export interface NoteRequest extends PreviewedRequest {
  /** `provider/name`. */
  readonly model: string;
}

/** What became of a question in a note. */
export interface NoteAnswer extends WrittenAnswer {
  readonly end: Extract<AnswerEvent, { readonly type: 'end' }>;
}

/**
 * Answers a question of a note in the note. The model's calls count in the session of the note's own blocks. Resolves when the answer is
 * written as far as it came, also after a stop; rejects before anything is sent where there is no question, no model or no place for the
 * answer, or the note cannot be read.
 */
export async function askNoteFile(
  host: Pick<Host, 'surroundings' | 'clock'>,
  used: NoteYard,
  asked: NoteQuestion,
): Promise<NoteAnswer> {
  const { names = MESSAGE_NAMES, signal = new AbortController().signal } = asked;
  const [wrongName] = checkMessageNames(names);
  if (wrongName !== undefined) throw new ToolyardError('usage', wrongName);
  const file = resolve(host.surroundings.cwd, asked.file);
  const { session = createNoteSessions()(file) } = asked;
  const store = asked.store ?? createNoteFile(file);
  if (asked.line !== undefined) await refuseMissingLine(store, asked.line);
  if (asked.runsBlocks === true) await runUnrun(host, used, { ...asked, file, store, session, names });
  const servers = knownServersOf(used.yard).map(({ key }) => key);
  const note = parseNote(await store.read(), { servers });
  const read = readConversation(note, findConversation(note, names, asked.line), asked);
  const settings = readNoteSettings(note);
  const path = toNotePath(file, { place: used.place, cwd: host.surroundings.cwd });
  const followed = followQuestion(store, { note, line: read.line }, { ...asked, names });
  const id = randomUUID();
  const model = asked.openModel(settings);
  const question = [...read.question, ...((await asked.attach?.(read)) ?? [])];
  const conversation = createConversation({
    ...asked,
    id,
    model,
    clock: host.clock,
    yard: used.yard,
    caller: toCaller(used, { ...asked, session }),
    scope: () => toScope(used, { ...asked, ...followed.now(), path }),
    lookAgain: () => followed.lookAgain(),
    session,
    place: () => ({ path, line: followed.now().line }),
    system: read.system,
    messages: read.messages,
    checkArguments,
  });
  for (const message of [...settings.problems, ...findUnknown(settings, servers), ...read.notices])
    asked.onEvent?.({ type: 'notice', message });
  const writer = createAnswerWriter({
    ...asked,
    names,
    store: followed,
    clock: host.clock,
    note: note.text,
    id: id.slice(0, 8),
  });
  if ((await asked.confirm?.({ ...conversation.preview(question), model: model.id })) === false) return NOT_ASKED;
  return writeAnswer(
    writer,
    (onEvent) => conversation.ask(question, { signal, onEvent }),
    (event) => asked.onEvent?.(event),
  );
}

/** `end` is held back until it is known whether the note has the answer. */
async function writeAnswer(
  writer: AnswerWriter,
  ask: (onEvent: (event: AnswerEvent) => void) => Promise<void>,
  onEvent: (event: AnswerEvent) => void,
): Promise<NoteAnswer> {
  let end: NoteAnswer['end'] = { type: 'end', reason: 'error' };
  await ask((event) => {
    writer.take(event);
    if (event.type === 'end') end = event;
    else onEvent(event);
  });
  const written = await writer.finished();
  if (written.problem !== undefined) end = { type: 'end', reason: 'error', message: written.problem };
  onEvent(end);
  return { ...written, end };
}

function toCaller({ caller, yard }: NoteYard, asked: NoteQuestion & { readonly session: string }): ToolCaller {
  return createSessionCaller({ caller, calls: yard.calls }, { ...asked, limit: asked.sessionLimit });
}

function findUnknown({ servers = [] }: NoteSettings, known: readonly string[]): readonly string[] {
  return servers
    .filter((key) => !known.includes(key))
    .map((key) => `"toolyard.servers" of the note: ${describeNotFound(key, known)}`);
}

async function refuseMissingLine(store: NoteStore, line: number): Promise<void> {
  const { length } = parseNote(await store.read(), { servers: [] }).lineStarts;
  if (line > length) throw new ToolyardError('usage', `The note has no line ${line}: its last line is ${length}.`);
}

const NOT_ASKED: NoteAnswer = {
  status: 'empty',
  text: '',
  end: { type: 'end', reason: 'stopped', message: 'The question was not sent.' },
};

interface QuestionPlace extends QuestionInNote, Pick<ToolScope, 'servers' | 'isSwitchedOff'> {
  readonly path: string;
}

/** The bindings and servers of the configuration and of the note may change while the model works. */
function toScope({ yard, configuration }: NoteYard, { note, path, line, ...place }: QuestionPlace): ToolScope {
  const bindings = configuration.settings.bindings ?? [];
  const binding = resolveBindings(note, { bindings, path, servers: knownServersOf(yard) }).bindingAt(line);
  const { servers = readNoteSettings(note).servers, isSwitchedOff } = place;
  return { binding, servers, isSwitchedOff };
}

interface BlockRunning extends NoteQuestion {
  readonly store: NoteStore;
  readonly names: MessageNames;
}

async function runUnrun(
  host: Pick<Host, 'surroundings' | 'clock'>,
  used: NoteYard,
  asked: BlockRunning,
): Promise<void> {
  const { file, store, session, sessionLimit, mayContinue, respondent, signal, names, line } = asked;
  let found: NoteConversation | undefined;
  await runNoteFile(host, used, {
    file,
    store,
    ...(session !== undefined && { session }),
    sessionLimit,
    mayContinue,
    ...(respondent !== undefined && { respondent }),
    ...(signal !== undefined && { signal }),
    select({ block }, { note }) {
      found ??= findConversation(note, names, line);
      return block.result === undefined && block.range.line >= found.line && block.range.endLine <= found.endLine;
    },
  });
}
