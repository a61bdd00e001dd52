import { parseNote } from '@toolyard/documents';
import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createTestNote } from '../../test/create-test-note.ts';
import type { AnswerEvent } from '../answer/answer-event.ts';
import { createAnswerWriter, type AnswerWriterOptions, type WrittenAnswer } from './create-answer-writer.ts';
import { findConversation } from './find-conversation.ts';
import { MESSAGE_NAMES } from './message-names.ts';
import { readNoteAnswer } from './read-note-answer.ts';

const MARK = '> [!warning] This answer is still being written, or was cut off. ^answer-a1';

function say(text: string): AnswerEvent {
  return { type: 'text', text };
}

const END: AnswerEvent = { type: 'end', reason: 'stop' };

function open(text: string, more: Partial<AnswerWriterOptions> = {}) {
  const store = createTestNote(text);
  const clock = createFakeClock();
  const writer = createAnswerWriter({ store, clock, note: text, id: 'a1', names: MESSAGE_NAMES, ...more });
  return {
    store,
    /** Takes events, and lets the time pass until they are written. */
    async take(...events: AnswerEvent[]): Promise<string> {
      for (const event of events) writer.take(event);
      clock.advance(60_000);
      await store.settled();
      return store.text;
    },
    async end(event: AnswerEvent = END): Promise<WrittenAnswer> {
      writer.take(event);
      return writer.finished();
    },
  };
}

async function write(
  text: string,
  events: readonly AnswerEvent[],
  more: Partial<AnswerWriterOptions> = {},
): Promise<string> {
  const { store, take, end } = open(text, more);
  await take(...events);
  await end();
  return store.text;
}

describe('an answer in a note', () => {
  it.each([
    ['at the end', '#User : hi\n', '#User : hi\n\n#Assistant :\n\nhello\n'],
    ['without a last line break', '#User : hi', '#User : hi\n\n#Assistant :\n\nhello'],
    [
      'with line breaks of Windows and a byte order mark',
      '\uFEFF#User : hi\r\n',
      '\uFEFF#User : hi\r\n\r\n#Assistant :\r\n\r\nhello\r\n',
    ],
    ['before the next section', '# A\n#User : hi\n\n\n# B\n', '# A\n#User : hi\n\n#Assistant :\n\nhello\n\n\n# B\n', 2],
    ['below a note without messages', 'Why?\n', 'Why?\n\n#Assistant :\n\nhello\n'],
    ['below its section', '# A\nWhy?\n# B\nb\n', '# A\nWhy?\n\n#Assistant :\n\nhello\n\n# B\nb\n', 1],
  ])('stands %s, and nothing else changes', async (_, before, after, line?: number) => {
    expect(await write(before, [say('hel'), say('lo')], line === undefined ? {} : { line })).toBe(after);
  });

  it('comes with a question that was not in the note', async () => {
    expect(await write('', [say('hello')], { question: 'hi\n#Assistant : no' })).toBe(
      '#User : hi\n\\#Assistant : no\n\n#Assistant :\n\nhello',
    );
  });

  it('has the names that were chosen', async () => {
    const names = { system: 'S', user: 'Ich', assistant: 'KI' };
    expect(await write('#ich: hi', [say('hello')], { names })).toBe('#ich: hi\n\n#KI :\n\nhello');
  });

  it('is marked as long as it is written, and what ended it is said in words', async () => {
    const { store, take, end } = open('#User : hi\n');
    expect(await take(say('hel'))).toBe(`#User : hi\n\n#Assistant :\n\nhel\n\n${MARK}\n`);
    expect(await end({ type: 'end', reason: 'stopped' })).toEqual({ status: 'written', text: 'hel' });
    expect(store.text).toBe(
      '#User : hi\n\n#Assistant :\n\nhel\n\n> [!warning] This answer was stopped before its end.\n',
    );
  });

  it('says why it is not complete, on one line that means nothing else', async () => {
    const { store, take, end } = open('#User : hi\n');
    await take(say('x'));
    await end({ type: 'end', reason: 'error', message: 'no\n<b> #User : ^id' });
    expect(store.text.split('\n').slice(-2)).toEqual([
      '> [!warning] This answer is not complete: no \\<b> \\#User : \\^id',
      '',
    ]);
  });

  it('leaves the note as it is where nothing comes', async () => {
    const { store, end } = open('#User : hi\n\n#Assistant :\n\nold\n', { again: true });
    expect(await end({ type: 'end', reason: 'error', message: 'no key' })).toEqual({ status: 'empty', text: '' });
    expect(store.text).toBe('#User : hi\n\n#Assistant :\n\nold\n');
  });

  it('replaces the last answer where another one is asked for', async () => {
    const before = '#User : a\n\n#Assistant :\n\nb\n\n#User : c\n\n#Assistant :\n\nold\n\n## x\n\n';
    expect(await write(before, [say('new')], { again: true })).toBe(before.replace('old', 'new'));
    const own = '#User : hi\n\n#Assistant :\n\nold\n\n# Notes\n\nmine\n\nTitle\n---\n\nmine\n';
    expect(await write(own, [say('new')], { again: true })).toBe(own.replace('old', 'new'));
    expect(await write(own, [say('new')], { question: 'b' })).toBe(
      own.replace('old', 'old\n\n#User : b\n\n#Assistant :\n\nnew'),
    );
    expect(await write('Why?\n\n#Assistant :\n\nold\n', [say('new')], { again: true })).toBe(
      'Why?\n\n#Assistant :\n\nnew\n',
    );
  });

  it('refuses a place inside of a code block that is not closed, before anything comes', () => {
    expect(() => open('#User : hi\n```js\ncode\n')).toThrow(/ a code block or a comment above is not closed\. /);
  });

  it('is told where the note cannot be written, and is not written any more', async () => {
    const { store, take, end } = open('#User : hi\n');
    const shown = await take(say('one'));
    const { update } = store;
    store.update = () => Promise.reject(new Error('The disk is full'));
    await take(say(' two'));
    store.update = update;
    await take(say(' three'));
    expect(await end()).toEqual({ status: 'failed', text: 'one two three', problem: 'The disk is full' });
    expect(store.text).toBe(shown);
  });

  it('is told where a code block above it is opened before it comes', async () => {
    const { store, take, end } = open('#User : hi\n');
    store.text = '#User : hi\n```js\n';
    await take(say('one'));
    expect(await end()).toMatchObject({ status: 'failed', text: 'one' });
    expect(store.text).toBe('#User : hi\n```js\n');
  });

  it('writes now and then, not with each word', async () => {
    const store = createTestNote('#User : hi');
    const clock = createFakeClock();
    const writer = createAnswerWriter({ store, clock, note: store.text, id: 'a1', names: MESSAGE_NAMES });
    for (let word = 0; word < 1000; word++) writer.take(say(`${word} `));
    clock.advance(500);
    await store.settled();
    for (let word = 0; word < 1000; word++) writer.take(say(`${word} `));
    writer.take(END);
    await writer.finished();
    expect(store.updates).toBe(2);
  });

  it('moves the line ranges of the frontmatter along', async () => {
    const before =
      '---\ntoolyard:\n  bindings:\n    - { lines: "10-11", server: a }\n---\n# A\n#User : hi\n\n# B\nx\ny\n';
    const after = await write(before, [say('hello')], { line: 7 });
    expect(after).toBe(before.replace('10-11', '14-15').replace('hi\n', 'hi\n\n#Assistant :\n\nhello\n'));
  });
});

describe('tool records', () => {
  const call: AnswerEvent = { type: 'tool-call', id: '1', tool: 'weather:forecast', arguments: { city: 'London' } };
  const result: AnswerEvent = { type: 'tool-result', id: '1', status: 'success', text: 'Sunny\n', durationMs: 142.3 };

  it('are written when a call begins and when it ends', async () => {
    const { store, take, end } = open('#User : hi');
    const running = await take(say('I look.\n\n'), call);
    expect(running).toBe(
      '#User : hi\n\n#Assistant :\n\nI look.\n\n> [!tool]- weather:forecast · running · 2026-01-01T00:00:00Z\n>\n> ```json\n> {\n>   "city": "London"\n> }\n> ```' +
        `\n\n${MARK}`,
    );
    await take(result, say('It is sunny.'));
    await end();
    expect(store.text).toBe(
      '#User : hi\n\n#Assistant :\n\nI look.\n\n> [!tool]- weather:forecast · success · 2026-01-01T00:00:00Z · 142 ms\n>\n> ```json\n> {\n>   "city": "London"\n> }\n> ```\n' +
        '>\n> ```text\n> Sunny\n>\n> ```\n\nIt is sunny.',
    );
  });
});

describe('a result that is cut for the model', () => {
  it('says so in its record, which reads back with all that it has', async () => {
    const { store, take, end } = open('#User : hi');
    const call = (id: string): AnswerEvent => ({ type: 'tool-call', id, tool: 'a:b', arguments: {} });
    const result = (id: string, text: string): AnswerEvent => ({ type: 'tool-result', id, status: 'success', text });
    await take(call('1'), call('2'), result('1', 'short'), result('2', 'x'.repeat(70_000)));
    const cut = { id: '2', given: 100, whole: 17_500 };
    await take({ type: 'notice', message: 'Cut', results: [cut, { id: 'earlier', given: 0, whole: 9 }] });
    await take(say('Done.'));
    await end();
    expect(store.text).toMatch(
      /\n>\n> Cut: the first 65536 of 70000 characters\.\n>\n> Cut for the model, for lack of room: about 100 of 17500 tokens\.\n\nDone\.$/,
    );
    const note = parseNote(store.text, { servers: [] });
    const [, answer] = findConversation(note, MESSAGE_NAMES).messages;
    const parts = answer === undefined ? [] : readNoteAnswer(note, answer);
    expect(parts.map((part) => (part.type === 'record' ? part.record.outcome : part.text))).toEqual([
      { status: 'success', text: 'short' },
      {
        status: 'success',
        text: expect.stringMatching(/^x+…\nCut: the first 65536 of 70000 characters\.$/),
        cut: { given: 100, whole: 17_500 },
      },
      'Done.',
    ]);
  });
});

describe('edits while an answer comes', () => {
  it('survive above and below it, also both at once', async () => {
    const { store, take, end } = open('top\n\n# A\n#User : hi\n\n# B\nend\n');
    await take(say('one'));
    store.text = store.text.replace('top', 'TOP');
    await take(say(' two'));
    store.text = store.text.replace('end', 'END');
    await take(say(' three'));
    store.text = store.text.replace('TOP', 'top!').replace('END', 'end!');
    await take(say(' four'));
    await end();
    expect(store.text).toBe('top!\n\n# A\n#User : hi\n\n#Assistant :\n\none two three four\n\n# B\nend!\n');
  });

  it('of a question go before the answer', async () => {
    const { store, take, end } = open('#User : hi\n');
    store.text = '#User : hi there\nand you\n';
    await take(say('x'));
    await end();
    expect(store.text).toBe('#User : hi there\nand you\n\n#Assistant :\n\nx\n');
  });

  it('inside of the answer are kept, and it goes on below them', async () => {
    const { store, take, end } = open('#User : hi\n');
    await take(say('The whether is'));
    store.text = store.text.replace('whether', 'weather');
    await take(say(' fine'));
    await take(say(' today.'));
    await end();
    expect(store.text).toBe('#User : hi\n\n#Assistant :\n\nThe weather is\n\nfine today.\n');
  });

  it('of what was said before change nothing for what comes', async () => {
    const { store, take, end } = open('#User : hi\n');
    await take(say('First.\n\nSecond.\n\nThi'));
    store.text = store.text.replace('First', '1st');
    await take(say('rd.'));
    await end();
    expect(store.text).toBe('#User : hi\n\n#Assistant :\n\n1st.\n\nSecond.\n\nThird.\n');
  });

  it('that remove the answer end the writing, and the rest is told', async () => {
    const { store, take, end } = open('#User : hi\n');
    await take(say('one'));
    store.text = '#User : hi\n';
    await take(say(' two'));
    expect(await end()).toEqual({ status: 'gone', text: 'one two' });
    expect(store.text).toBe('#User : hi\n');
  });

  it('that move the answer elsewhere are followed', async () => {
    const { store, take, end } = open('a\n\n# A\n#User : hi\n\n# B\nb\n');
    const shown = await take(say('one'));
    const answer = shown.slice(shown.indexOf('# A'), shown.indexOf('# B'));
    store.text = `new\n\n# B\nb\n\n${answer.replace('one', 'ONE')}`;
    await take(say(' two'));
    await end();
    expect(store.text).toBe('new\n\n# B\nb\n\n# A\n#User : hi\n\n#Assistant :\n\nONE\n\ntwo\n\n');
  });
});
