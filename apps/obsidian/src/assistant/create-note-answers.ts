import { type EditableNote, NoteIdentities } from '@toolyard/host';
import type { BlockReader } from '@toolyard/documents';
import { joinSignals, toMessage, ToolyardError } from '@toolyard/core';
import { openAssistant, readConversationEnd, readNoteSettings } from '@toolyard/host/assistant';
import type { AnswerEvent, Assistant, NoteAnswer } from '@toolyard/host/assistant';
import type { ContinueQuestion } from '../ports/question-dialogs.ts';
import type { PluginParts } from '../yard/plugin-parts.ts';
import type { PluginServers } from '../yard/plugin-servers.ts';
import type { ModelHost } from './create-plugin-models.ts';
import { describeAttached } from './describe-attached.ts';
import { openAskedNote, type AskedNote } from './open-asked-note.ts';
import { explainModelProblem } from './explain-model-problem.ts';
import type { AskedFor, AskedPlace, NoteAnswers, RunningAnswer } from './plugin-assistant.ts';

/** What answers in notes need besides the parts of the plugin. */
export interface NoteAnswersOptions {
  /** Asked where no call of the note's session is left. */
  readonly mayContinue: ContinueQuestion;
  readonly servers: Pick<PluginServers, 'findUnapproved' | 'askApproval'>;
  readonly models: ModelHost;
  readonly readBlocks: BlockReader;
  /** The session of a note, which is that of its blocks. */
  readonly sessionOf: (path: string) => string;
}

/** The words that are put into the note where an answer is to go on. */
const GO_ON = 'Continue.';

/** One answer while it is written. */
interface OpenAnswer {
  readonly place: AskedPlace;
  readonly wanted: AskedFor;
  /** Both are found before anything is waited for, since the note may be renamed meanwhile. */
  readonly note: EditableNote;
  readonly session: string;
  readonly end: AbortController;
  /** The tools of all calls by their ids, and the ids of those that run. */
  readonly tools: Map<string, string>;
  readonly calls: Set<string>;
  /** Where the note is now. */
  path: string;
  model?: string;
}

/** Answers in notes; `close` ends all of them, and resolves when what came is written. */
export function createNoteAnswers(
  parts: PluginParts,
  options: NoteAnswersOptions,
): NoteAnswers & { close(): Promise<void> } {
  return new VaultAnswers(parts, options);
}

class VaultAnswers implements NoteAnswers {
  private readonly parts: PluginParts;
  private readonly options: NoteAnswersOptions;
  private readonly notes = new NoteIdentities();
  private readonly open = new Map<string, OpenAnswer>();
  private readonly running = new Set<Promise<void>>();
  /** The notes and models whose requests a person has seen and let go, and the servers that they were told of. */
  private readonly seen = new Set<string>();
  private readonly told = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private readonly closing = new AbortController();

  constructor(parts: PluginParts, options: NoteAnswersOptions) {
    this.parts = parts;
    this.options = options;
  }

  async ask(place: AskedPlace, wanted: AskedFor = 'answer'): Promise<void> {
    const { app } = this.parts;
    const identity = this.notes.of(place.path);
    if (this.open.has(identity))
      return app.notify(`"${place.path}" is being answered already. Stop that answer first.`);
    const answer: OpenAnswer = {
      place,
      wanted,
      note: app.openNote(place.path),
      session: this.options.sessionOf(place.path),
      end: new AbortController(),
      tools: new Map(),
      calls: new Set(),
      path: place.path,
    };
    this.open.set(identity, answer);
    this.tell();
    const run = this.answer(answer, identity)
      .catch((error: unknown) => this.tellFailure(error))
      .finally(() => {
        this.open.delete(identity);
        this.tell();
      });
    this.running.add(run);
    await run;
    this.running.delete(run);
  }

  findAskable({ path, line }: Pick<AskedPlace, 'path' | 'line'>, text: string): readonly AskedFor[] {
    if (this.isAnswering(path)) return [];
    const { note } = this.options.readBlocks({ path, text });
    const end = readConversationEnd(note, line, this.parts.settings.data.assistant.names);
    if (end === undefined) return [];
    return end === 'question' ? ['answer'] : ['more', 'another'];
  }

  list(): readonly RunningAnswer[] {
    return [...this.open.values()].map(({ path, model, tools, calls }) => ({
      path,
      ...(model !== undefined && { model }),
      calls: [...calls].flatMap((id) => tools.get(id) ?? []),
    }));
  }

  isAnswering(path?: string): boolean {
    return path === undefined ? this.open.size > 0 : this.open.has(this.notes.of(path));
  }

  stop(path: string): void {
    this.open.get(this.notes.of(path))?.end.abort();
  }

  stopAll(): void {
    for (const { end } of this.open.values()) end.abort();
  }

  renameNote(from: string, to: string): void {
    this.notes.rename(from, to);
    const answer = this.open.get(this.notes.of(to));
    if (answer === undefined) return;
    answer.path = to;
    this.tell();
  }

  deleteNote(path: string): void {
    this.stop(path);
    this.notes.remove(path);
  }

  on(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.closing.abort(new ToolyardError('interrupted', 'Toolyard was closed.'));
    await Promise.all(this.running);
  }

  private async answer(answer: OpenAnswer, identity: string): Promise<void> {
    const { signal, release } = joinSignals(this.closing.signal, answer.end.signal);
    const { place, wanted, note } = answer;
    const { names } = this.parts.settings.data.assistant;
    let assistant: Assistant | undefined;
    try {
      const asked = await openAskedNote(note, { names, line: place.line, again: wanted === 'another' });
      assistant = await this.openAssistant(answer, asked, signal);
      signal.throwIfAborted();
      this.tellEnd(answer, await this.askNote(assistant, { answer, asked, identity, signal }), () =>
        this.goOn(asked, identity),
      );
    } finally {
      release();
      assistant?.close();
    }
  }

  /** Servers that the section or the note names are asked for where nobody approved them; of others those that may run are used. */
  private async openAssistant(answer: OpenAnswer, { text }: AskedNote, signal: AbortSignal): Promise<Assistant> {
    const { app, yard, known, settings } = this.parts;
    const { models, readBlocks, mayContinue } = this.options;
    const bound = readBlocks({ path: answer.path, text });
    const server = bound.serverAt(answer.place.line);
    const named = server === undefined ? (readNoteSettings(bound.note).servers ?? []) : [server];
    const isEnabled = (name: string): boolean =>
      known.current().servers.some((each) => each.name === name && each.enabled);
    const used = await yard.open(named.filter(isEnabled), signal);
    if (server === undefined) await this.tellUnapproved(isEnabled);
    // A model is told of the tools that there are when it is asked.
    await yard.until(({ yard: now }) => now.servers().every(({ state }) => state !== 'starting'), signal);
    signal.throwIfAborted();
    const { names, tokenLimit } = settings.data.assistant;
    const { file } = used.place;
    return openAssistant(models.current(), used, {
      approver: {
        decide: (calls, until) =>
          app.decideCalls({ calls, path: answer.path, model: answer.model ?? 'The model' }, until),
      },
      ...(file !== undefined && { named: { config: file } }),
      // Bindings go by paths in the vault.
      notePlace: {},
      sessionOf: () => answer.session,
      mayContinue: (use) => mayContinue(use, { path: answer.path, signal: answer.end.signal }),
      names,
      ...(tokenLimit !== -1 && { limits: { tokens: tokenLimit } }),
    });
  }

  private async tellUnapproved(isEnabled: (name: string) => boolean): Promise<void> {
    const { servers } = this.options;
    for (const { name } of await servers.findUnapproved()) {
      if (!isEnabled(name) || this.told.has(name)) continue;
      this.told.add(name);
      const approve = (): void =>
        void servers.askApproval(name).catch((error: unknown) => this.parts.app.notify(toMessage(error)));
      const message = `Server "${name}" was not approved on this device, so models are not offered its tools.`;
      this.parts.app.notify(message, { label: 'Approve', run: approve });
    }
  }

  private async askNote(
    assistant: Assistant,
    {
      answer,
      asked: { store, findLine },
      identity,
      signal,
    }: { answer: OpenAnswer; asked: AskedNote; identity: string; signal: AbortSignal },
  ): Promise<NoteAnswer> {
    const { app, settings } = this.parts;
    const { place, wanted } = answer;
    const line = await findLine();
    if (line === undefined) throw new ToolyardError('usage', 'The question has changed. Ask again.');
    return assistant.askNote({
      file: answer.path,
      store,
      line,
      signal,
      ...(wanted === 'another' && { again: true }),
      ...(wanted === 'more' && { question: GO_ON }),
      attach: (read) =>
        describeAttached(read, {
          selection: place.selection,
          read: (linked) => (linked === '' ? store.read() : app.readLinked(linked, answer.path)),
        }),
      confirm: async (request) => {
        const { preview } = settings.data.assistant;
        const key = `${identity} ${request.model}`;
        if (preview === 'always' || (preview === 'first' && !this.seen.has(key))) {
          if (!(await app.confirmQuestion(request, signal))) return false;
          this.seen.add(key);
        }
        answer.model = request.model;
        this.tell();
        return true;
      },
      onEvent: (event) => this.onEvent(answer, event),
    });
  }

  private onEvent({ tools, calls }: OpenAnswer, event: AnswerEvent): void {
    if (event.type === 'notice') this.parts.app.notify(event.message);
    if (event.type === 'tool-call') tools.set(event.id, event.tool);
    if (event.type === 'approval' && event.decision !== 'denied') calls.add(event.id);
    if (event.type === 'tool-result') calls.delete(event.id);
    if (event.type === 'approval' || event.type === 'tool-result') this.tell();
  }

  /** The note says why an answer is not whole; people hear of it where it may not be in sight, or where nothing was written. */
  private tellEnd({ path }: OpenAnswer, { status, text, end }: NoteAnswer, goOn: () => Promise<void>): void {
    const { app } = this.parts;
    if (status === 'gone' || status === 'failed') {
      const message =
        status === 'gone'
          ? `The place of the answer in "${path}" is gone, so the answer is not there.`
          : `"${path}" does not have all of the answer.`;
      app.notify(message, { label: 'Copy answer', run: () => void app.copyText(text) });
    } else if (end.reason === 'turn-cap') {
      const run = (): void => void goOn().catch((error: unknown) => this.tellFailure(error));
      return app.notify(end.message ?? '', { label: 'Continue', run });
    }
    if (end.reason === 'error' || (end.reason === 'stop' && end.message !== undefined))
      app.notify(explainModelProblem(end.message ?? ''));
  }

  /** The note may have other lines or another path by the time that somebody wants more of an answer. */
  private async goOn({ findLine }: AskedNote, identity: string): Promise<void> {
    const line = await findLine();
    const path = this.notes.pathOf(identity);
    if (path === undefined || line === undefined)
      return this.parts.app.notify('The answer was moved. Put the cursor into it and run "Continue answer".');
    await this.ask({ path, line }, 'more');
  }

  /** That an answer was stopped is no news to whoever stopped it. */
  private tellFailure(error: unknown): void {
    const { app } = this.parts;
    if (this.closing.signal.aborted || (error instanceof Error && error.name === 'AbortError')) return;
    app.notify(explainModelProblem(toMessage(error)));
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
