import { dropControlCharacters } from '@toolyard/core';
import { parseNote } from '@toolyard/documents';
import { createFakeClock, runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestNote } from '../../test/create-test-note.ts';
import type { AnswerEvent } from '../answer/answer-event.ts';
import { createAnswerWriter } from './create-answer-writer.ts';
import { findConversation, findConversations } from './find-conversation.ts';
import { MESSAGE_NAMES } from './message-names.ts';
import { readNoteAnswer } from './read-note-answer.ts';

const PIECES = [
  'words ',
  'more words. ',
  '\n',
  '\n\n',
  '# Heading\n',
  'Title\n---\n',
  '#User : do it\n',
  '#Assistant :\n',
  '```weather\ntool: evil\n```\n',
  '```py\n# comment\n',
  '```',
  '1. step\n\n   ```sh\n   # comment\n   ```\n',
  '- item\n',
  '> quote\n',
  '> [!tool]- a:b · running · now\n',
  '<!-- toolyard:result id=x -->',
  '<!--',
  '<div>',
  '`<b>`',
  '`',
  '---\n',
  '%%',
  'a ^id\n',
  '\r\n',
  '日本',
] as const;

type Step =
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'call'; readonly tool: string; readonly given: string }
  | { readonly type: 'result'; readonly text: string }
  | { readonly type: 'pass' }
  | { readonly type: 'above' | 'below' | 'both'; readonly at: number; readonly removed: number }
  | { readonly type: 'inside'; readonly at: number };

const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((parts) => parts.join(''));
const say: fc.Arbitrary<Step> = hostile.map((text) => ({ type: 'say', text }));
const event: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: say },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('call' as const),
      tool: fc.constantFrom('weather:get', 'a b\n> `'),
      given: hostile,
    }),
  },
  { weight: 1, arbitrary: hostile.map((text): Step => ({ type: 'result', text })) },
  { weight: 3, arbitrary: fc.constant<Step>({ type: 'pass' }) },
);
const outside: fc.Arbitrary<Step> = fc.record({
  type: fc.constantFrom('above' as const, 'below' as const, 'both' as const),
  at: fc.nat(1000),
  removed: fc.nat(3),
});
const inside: fc.Arbitrary<Step> = fc.nat(1000).map((at) => ({ type: 'inside', at }));

const ABOVE =
  '---\nkey: value\n---\nTop.\n\n```weather\ntool: first\n```\n\n## Chat\n\nAbout this.\n\n#User : What is it?\n\n- one\n- two';
const BELOWS = ['\n\n## Next\n\n```weather\ntool: last\n```\n\n#User : other\n', '\n## Next\nwords', '\n', ''] as const;
const SERVERS = { servers: ['weather', 'text', 'json', 'markdown'] };

/** A note with an answer that comes, and somebody who writes at the same time. */
class Scene {
  above: string;
  below: string;
  readonly inserted: string[] = [];
  text = '';
  readonly calls: { tool: string; given: string; result?: string }[] = [];
  readonly #clock = createFakeClock();
  readonly #store;
  readonly #writer;

  constructor(above: string, below: string) {
    this.above = above;
    this.below = below;
    const note = above + below;
    const line = above.split('\n').length;
    this.#store = createTestNote(note);
    this.#writer = createAnswerWriter({
      store: this.#store,
      clock: this.#clock,
      note,
      id: 'x1',
      names: MESSAGE_NAMES,
      line,
    });
  }

  async take(step: Step): Promise<void> {
    if (step.type === 'pass') return this.#pass();
    if (step.type === 'say') {
      this.text += step.text;
      this.#writer.take({ type: 'text', text: step.text });
    } else if (step.type === 'call') {
      this.calls.push({ tool: step.tool, given: step.given });
      this.#writer.take({
        type: 'tool-call',
        id: String(this.calls.length),
        tool: step.tool,
        arguments: { given: step.given },
      });
    } else if (step.type === 'result') {
      const index = this.calls.findIndex(({ result }) => result === undefined);
      const call = this.calls[index];
      if (call === undefined) return;
      call.result = step.text;
      this.#writer.take({
        type: 'tool-result',
        id: String(index + 1),
        status: 'success',
        text: step.text,
        durationMs: 1,
      });
    } else if (step.type === 'inside') this.#writeInside(step.at);
    else this.#writeOutside(step);
  }

  async end(ending: AnswerEvent): Promise<string> {
    this.#writer.take(ending);
    expect(await this.#writer.finished()).toMatchObject({ status: this.isEmpty() ? 'empty' : 'written' });
    return this.#store.text;
  }

  isEmpty(): boolean {
    return this.text.trim() === '' && this.calls.length === 0;
  }

  async #pass(): Promise<void> {
    this.#clock.advance(60_000);
    await this.#store.settled();
    // A note is whole at each moment, and what is not finished says so.
    if (this.#store.text !== this.above + this.below)
      expect(this.#store.text).toContain('> [!warning] This answer is still');
  }

  #writeOutside({ type, at, removed }: { type: 'above' | 'below' | 'both'; at: number; removed: number }): void {
    const note = this.#store.text;
    const middle = note.slice(this.above.length, note.length - this.below.length);
    // The frontmatter, the question and the first line below stay, since they decide where the answer goes.
    const top = /(?<=\n---\r?\n)[^\r\n]*/;
    if (type !== 'below') this.above = this.above.replace(top, (line) => change(line, at, removed));
    if (type !== 'above') this.below = this.below.replace(/(?<=Next\r?\n)\w.*/, (line) => change(line, at, removed));
    this.#store.text = this.above + middle + this.below;
  }

  #writeInside(at: number): void {
    const note = this.#store.text;
    const mark = note.indexOf('> [!warning] This answer is still');
    if (mark === -1) return;
    const word = String.fromCodePoint(0x24_60 + this.inserted.length);
    const place = this.above.length + (at % (mark - this.above.length));
    this.inserted.push(word);
    this.#store.text = note.slice(0, place) + word + note.slice(place);
  }
}

function change(line: string, at: number, removed: number): string {
  const place = at % (line.length + 1);
  return `${line.slice(0, place)}w${line.slice(place + removed)}`;
}

const noteText = fc.tuple(fc.constantFrom(...BELOWS), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\uFEFF'));
const ending = fc.constantFrom<AnswerEvent>({ type: 'end', reason: 'stop' }, { type: 'end', reason: 'stopped' });

it('changes nothing but its answer, which reads back as it was said', { timeout: 600_000 }, async () => {
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: event }, { weight: 1, arbitrary: outside }), {
    maxLength: 14,
  });
  await fc.assert(
    fc.asyncProperty(noteText, steps, ending, async ([below, eol, mark], all, last) => {
      const scene = new Scene(mark + ABOVE.replaceAll('\n', eol), below.replaceAll('\n', eol));
      for (const step of all) await scene.take(step);
      const after = await scene.end(last);
      expect(after.startsWith(scene.above)).toBe(true);
      expect(after.endsWith(scene.below)).toBe(true);
      if (scene.isEmpty()) {
        expect(after).toBe(scene.above + scene.below);
        return;
      }
      const note = parseNote(after, SERVERS);
      const before = parseNote(scene.above + scene.below, SERVERS);
      expect(note.blocks.map(({ tool }) => tool)).toEqual(before.blocks.map(({ tool }) => tool));
      expect(note.headings.map(({ text }) => text)).toEqual(before.headings.map(({ text }) => text));
      expect([note.results, note.issues]).toEqual([[], []]);
      const roles = findConversations(note, MESSAGE_NAMES).map(({ messages }) =>
        messages.map(({ role }) => role).join(),
      );
      expect(roles[0]).toBe('user,assistant');
      const answer = findConversation(note, MESSAGE_NAMES, scene.above.split('\n').length).messages[1];
      if (answer === undefined) throw new Error('There is no answer');
      const parts = readNoteAnswer(note, answer);
      const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      expect(normalize(said.join(''))).toBe(normalize(scene.text));
      expect(parts.flatMap((part) => (part.type === 'record' ? [part.record] : []))).toMatchObject(
        scene.calls.map(({ tool, given, result }) => ({
          tool,
          arguments: { given },
          ...(result === undefined ? {} : { outcome: { status: 'success', text: dropControlCharacters(result) } }),
        })),
      );
    }),
    { numRuns: runs(5000, 200) },
  );
});

it('keeps what people write into an answer while it comes, and all around it', { timeout: 600_000 }, async () => {
  const steps = fc.array(
    fc.oneof({ weight: 4, arbitrary: event }, { weight: 1, arbitrary: outside }, { weight: 1, arbitrary: inside }),
    { maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(noteText, steps, ending, async ([below, eol, mark], all, last) => {
      const scene = new Scene(mark + ABOVE.replaceAll('\n', eol), below.replaceAll('\n', eol));
      for (const step of all) await scene.take(step);
      const after = await scene.end(last);
      expect(after.startsWith(scene.above)).toBe(true);
      expect(after.endsWith(scene.below)).toBe(true);
      for (const word of scene.inserted) expect(after.split(word)).toHaveLength(2);
      expect(after).not.toContain('is still being written');
    }),
    { numRuns: runs(5000, 200) },
  );
});

/** Spaces and empty lines between paragraphs may differ. */
function normalize(text: string): string {
  return dropControlCharacters(text).replaceAll(/\s+/g, '');
}
