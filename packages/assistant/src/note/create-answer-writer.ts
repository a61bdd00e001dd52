import { toMessage, type Clock } from '@toolyard/core';
import { parseNote, type NoteStore } from '@toolyard/documents';
import type { AnswerEvent } from '../answer/answer-event.ts';
import type { CutResult } from '../context/create-context-window.ts';
import { growAnswer, openAnswer, type AnswerContent, type AnswerLayout, type AnswerOpening } from './answer-layout.ts';
import { toEndMark, toWritingMark } from './answer-mark.ts';
import { followPlaced, type Placed } from './follow-placed.ts';
import { findConversation } from './find-conversation.ts';
import { findQuestion, placeAnswer, type PlaceOptions } from './place-answer.ts';
import { toRecordTime } from './tool-record.ts';

/** Puts an answer into a note while it comes. */
export interface AnswerWriter {
  /** Takes what happens, in its order; the note has it soon after. */
  take(event: AnswerEvent): void;
  /** Resolves after the event `end` was taken, when everything is written that can be. */
  finished(): Promise<WrittenAnswer>;
}

/** What became of an answer in its note. */
export interface WrittenAnswer {
  /**
   * `gone`: somebody removed its place or its mark, and the rest of it is not in the note. `failed`: the same, since the note could not be
   * written. `empty`: nothing came, and the note is as it was.
   */
  readonly status: 'written' | 'gone' | 'failed' | 'empty';
  /** All that the model said. */
  readonly text: string;
  /** Why it failed. */
  readonly problem?: string;
}

/** What an answer is written with. */
export interface AnswerWriterOptions extends PlaceOptions {
  readonly store: Pick<NoteStore, 'update'>;
  readonly clock: Clock;
  /** The note as it was when the question was read from it. */
  readonly note: string;
  /** Letters, digits and dashes that no other answer in the note has. */
  readonly id: string;
  /** The least time between two writes; 500 ms where absent. */
  readonly everyMs?: number;
}

const EVERY_MS = 500;
/** Writing takes at most this part of the time. */
const SHARE = 0.05;

/**
 * A writer for one answer. Nothing is written before something came, so that an old answer stays until there is a new one. Throws
 * `note-not-written` where the note has no place for an answer.
 */
export function createAnswerWriter(options: AnswerWriterOptions): AnswerWriter {
  return new NoteAnswerWriter(options);
}

class NoteAnswerWriter implements AnswerWriter {
  readonly #options: AnswerWriterOptions;
  readonly #question: Placed;
  readonly #replaced: string | undefined;
  readonly #opening: AnswerOpening;
  readonly #ended: Promise<void>;
  readonly #calls = new Map<string, number>();
  #content: AnswerContent;
  #layout: AnswerLayout | undefined;
  #isGone = false;
  #problem: string | undefined;
  #endNow: () => void = () => undefined;
  #writing = Promise.resolve();
  #stopTimer: (() => void) | undefined;
  #wait: number;

  constructor(options: AnswerWriterOptions) {
    const note = parseNote(options.note, { servers: [] });
    const last = findConversation(note, options.names, options.line).messages.at(-1);
    const isAgain = options.again === true && last?.role === 'assistant';
    this.#options = options;
    this.#question = findQuestion(note, options);
    this.#replaced = isAgain ? options.note.slice(last.start, last.end) : undefined;
    this.#opening = placeAnswer({ ...this.#question, parsed: note }, this.#replaced, options);
    this.#content = { text: '', records: [], mark: toWritingMark(options.id) };
    this.#wait = options.everyMs ?? EVERY_MS;
    this.#ended = new Promise((resolve) => (this.#endNow = resolve));
  }

  take(event: AnswerEvent): void {
    if (event.type === 'end') {
      this.#content = { ...this.#content, mark: toEndMark(event) };
      this.#stopTimer?.();
      this.#write();
      this.#endNow();
      return;
    }
    const next = this.#add(event);
    if (next === undefined) return;
    this.#content = next;
    this.#stopTimer ??= this.#options.clock.after(this.#wait, () => this.#write());
  }

  async finished(): Promise<WrittenAnswer> {
    await this.#ended;
    await this.#writing;
    const { text, records } = this.#content;
    if (text.trim() === '' && records.length === 0) return { status: 'empty', text };
    if (this.#problem !== undefined) return { status: 'failed', text, problem: this.#problem };
    return { status: this.#isGone ? 'gone' : 'written', text };
  }

  #add(event: AnswerEvent): AnswerContent | undefined {
    const { text, records } = this.#content;
    const { clock } = this.#options;
    if (event.type === 'text') return { ...this.#content, text: text + event.text };
    if (event.type === 'tool-call') {
      this.#calls.set(event.id, records.length);
      const record = { tool: event.tool, arguments: event.arguments, at: toRecordTime(clock.now()) };
      return { ...this.#content, records: [...records, { at: text.length, record }] };
    }
    if (event.type === 'notice') return this.#addCuts(event.results);
    const index = event.type === 'tool-result' ? this.#calls.get(event.id) : undefined;
    const called = index === undefined ? undefined : records[index];
    if (event.type !== 'tool-result' || index === undefined || called === undefined) return undefined;
    const { status, text: told, durationMs } = event;
    const outcome = { status, text: told, ...(durationMs === undefined ? {} : { durationMs }) };
    return { ...this.#content, records: records.with(index, { ...called, record: { ...called.record, outcome } }) };
  }

  #addCuts(results: readonly CutResult[] = []): AnswerContent | undefined {
    const cuts = new Map(results.map(({ id, given, whole }) => [this.#calls.get(id), { given, whole }]));
    const records = this.#content.records.map(({ at, record }, index) => {
      const cut = cuts.get(index);
      const { outcome } = record;
      return cut === undefined || outcome === undefined
        ? { at, record }
        : { at, record: { ...record, outcome: { ...outcome, cut } } };
    });
    return results.length === 0 ? undefined : { ...this.#content, records };
  }

  #write(): void {
    this.#stopTimer = undefined;
    this.#writing = this.#writing
      .then(() => this.#writeNow())
      .catch((error: unknown) => void (this.#problem = toMessage(error)));
  }

  async #writeNow(): Promise<void> {
    const { store, clock, everyMs = EVERY_MS } = this.#options;
    const content = this.#content;
    if (this.#isGone || this.#problem !== undefined || (content.text.trim() === '' && content.records.length === 0))
      return;
    const started = clock.now();
    let layout: AnswerLayout | undefined;
    await store.update((note) => {
      layout = this.#layout === undefined ? this.#open(note, content) : growAnswer(this.#layout, note, content);
      return layout?.note ?? note;
    });
    this.#layout = layout ?? this.#layout;
    this.#isGone = layout === undefined;
    this.#wait = Math.max(everyMs, (clock.now() - started) / SHARE);
  }

  #open(note: string, content: AnswerContent): AnswerLayout | undefined {
    const question = followPlaced(this.#question, note);
    if (question === undefined) return undefined;
    // Mostly the note is still as it was when the question was read.
    if (note === this.#question.note) return openAnswer(this.#opening, content);
    const parsed = parseNote(note, { servers: [] });
    return openAnswer(placeAnswer({ ...question, parsed }, this.#replaced, this.#options), content);
  }
}
