import { parseNote } from '@toolyard/documents';
import { describe, expect, it } from 'vitest';
import { checkConversation } from '../model/check-conversation.ts';
import { findConversation } from './find-conversation.ts';
import { MESSAGE_NAMES } from './message-names.ts';
import { readConversation, type ReadConversation, type ConversationReadOptions } from './read-conversation.ts';
import { readNoteSettings } from './read-note-settings.ts';

function read(text: string, options: ConversationReadOptions = {}): ReadConversation {
  const note = parseNote(text, { servers: ['weather'] });
  const found = readConversation(note, findConversation(note, MESSAGE_NAMES, options.line), options);
  expect(checkConversation([...found.messages, { role: 'user', content: found.question }])).toEqual([]);
  return found;
}

const user = (...texts: string[]) => ({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) });
const words = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }));

const RECORD = [
  '> [!tool]- weather:forecast · success · 2026-11-15T10:00:00Z · 142 ms',
  '> ```json',
  '> {',
  '>   "city": "London"',
  '> }',
  '> ```',
  '>',
  '> ```text',
  '> Sunny',
  '> ```',
].join('\n');

describe('a conversation of a note', () => {
  it('is told to the model in turns', () => {
    expect(read('#System : Be brief.\n#User : a\n#Assistant :\n\nb\n\n#User : c\nd\n')).toEqual({
      system: 'Be brief.',
      ownText: '#System : Be brief.\n#User : a\n\n#User : c\nd',
      notices: [],
      messages: [user('a'), { role: 'assistant', content: words('b') }],
      question: words('c\nd'),
      line: 7,
    });
  });

  it('is a question where it has no messages', () => {
    expect(read('---\nx: y\n---\n# Why?\r\n\r\nBecause?\r\n')).toMatchObject({
      messages: [],
      question: words('# Why?\n\nBecause?'),
      line: 4,
    });
  });

  it('begins with what stands above the first message of its section', () => {
    expect(read('before\n# A\nabove\n#User : b').question).toEqual(words('# A\nabove', 'b'));
    expect(read('# A\n\n#User : b').question).toEqual(words('b'));
    expect(read('Why?\n#Assistant : b\n#User : c').messages).toEqual([
      user('Why?'),
      { role: 'assistant', content: words('b') },
    ]);
  });

  it('takes a question that does not stand in the note', () => {
    expect(read('text', { question: ' Sum it up ' }).question).toEqual(words('text', 'Sum it up'));
  });

  it('leaves the last answer out where another one is to replace it', () => {
    expect(read('#User : a\n#Assistant : b', { again: true })).toMatchObject({ messages: [], question: words('a') });
  });

  it.each([
    ['its own line', '# A\n#User : a\n## B\nb', {}, 2],
    ['the text that it is to follow', '# A\n#User : a\n## B\nb', { question: 'q' }, 4],
    ['the answer that it is to follow', '# A\n#User : a\n#Assistant :\n\nb\n\n## B\nb', { question: 'q' }, 5],
    ['the message whose answer it replaces', '#User : a\n\n#Assistant : b\n', { question: 'q', again: true }, 1],
    ['the last line of a note without messages', '# A\n\nb\n\n\n', { question: 'q' }, 3],
    ['an empty note', '', { question: 'q' }, 1],
    ['the line that was asked for', '# A\n\nb\n\nc\n', { line: 3 }, 3],
    ['the text of the line that was asked for', '---\nx: y\n---\n# A\n', { line: 2 }, 4],
    ['the text above the messages', '# A\n\nb\n\n#Assistant : c\n', { line: 5, again: true }, 3],
  ])('has the bindings of %s', (_, text, options, line) => {
    expect(read(text, options).line).toBe(line);
  });

  it('has sections below an answer as words of a person, where another message follows them', () => {
    const text = '#User : a\n\n#Assistant :\n\nb\n\n# Notes\nmine';
    expect(read(`${text}\n\n#User : c\n`)).toMatchObject({
      messages: [user('a'), { role: 'assistant', content: words('b') }],
      question: words('# Notes\nmine', 'c'),
    });
    expect(read(text, { question: 'c' }).question).toEqual(words('c'));
    expect(() => read(text)).toThrow(/^The last question, before line 3, is answered/);
  });

  it.each([
    ['#User : a\n#Assistant : b', /^The last question, before line 2, is answered/],
    ['', /^There is no question at line 1/],
    ['#User :\n', /^There is no question at line 1/],
  ])('needs a question: %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('stays valid without turns: answers without questions, questions without answers, empty ones', () => {
    expect(read('#Assistant : a\n#Assistant : b\n#User :\n#User : c\n#User : d')).toMatchObject({
      messages: [user('(no question)'), { role: 'assistant', content: words('a', 'b') }],
      question: words('c', 'd'),
    });
  });

  it('cuts a long text above the question, and says so', () => {
    const {
      question: [text],
      notices,
    } = read(`${'word '.repeat(50_000)}\n\n#User : a`);
    expect(notices).toEqual(['Left out for the model: 149999 characters of the text of the note']);
    expect(JSON.stringify(text).length).toBeLessThan(101_000);
    expect(text).toMatchObject({
      text: expect.stringMatching(/^\[The first 149999 characters of this text are left out\.\]\n/),
    });
  });
});

describe('tool records of an answer', () => {
  it('are calls with results', () => {
    const answer = `I look.\n\n${RECORD}\n\n${RECORD.replaceAll('success', 'error')}\n\nSunny.\n\n${RECORD}`;
    const { messages } = read(`#User : a\n\n#Assistant :\n\n${answer}\n\n#User : b`);
    const call = (id: string) => ({ type: 'tool-call', id, name: 'weather:forecast', arguments: { city: 'London' } });
    const told = (id: string, isError: boolean) => ({ id, name: 'weather:forecast', isError, content: words('Sunny') });
    expect(messages).toEqual([
      user('a'),
      { role: 'assistant', content: [...words('I look.'), call('call_1'), call('call_2')] },
      { role: 'tool', answers: [told('call_1', false), told('call_2', true)] },
      { role: 'assistant', content: [...words('Sunny.'), call('call_3')] },
      { role: 'tool', answers: [told('call_3', false)] },
    ]);
  });

  it('and results of tool blocks are told without secrets, in all messages', () => {
    const text = 'token-0123';
    const block = `\`\`\`weather\ntool: x\n\`\`\`\n<!-- toolyard:result id=a status=success -->\n${text}\n<!-- /toolyard:result -->`;
    const record = RECORD.replace('Sunny', text);
    const note = `${block}\n\n#User : a\n\n${block}\n\n#Assistant :\n\n${block}\n\n${record}\n\n#User : ${text}`;
    const { messages, question } = read(note, { redact: (said) => said.replaceAll(text, '***') });
    expect(JSON.stringify(messages).match(/\*\*\*|token-0123/g)).toEqual(['***', '***', '***', '***']);
    expect(question).toEqual(words(text));
  });

  it('that never ended say so', () => {
    const running = RECORD.replace('success', 'running').replace(' · 142 ms', '').split('\n').slice(0, 6).join('\n');
    const { messages } = read(
      `#User : a\n#Assistant :\n\n${running}\n\n> [!warning] This answer is still being written, or was cut off. ^answer-1\n\n#User : b`,
    );
    expect(messages.at(-1)).toMatchObject({
      answers: [{ isError: true, content: words('The call was interrupted, and its outcome is not known.') }],
    });
  });

  it.each([
    ['another status', RECORD.replace('success', 'fine')],
    ['no arguments', RECORD.replace('> {\n', '')],
    ['an open fence', RECORD.replace(/\n> ```$/, '')],
    ['no result', RECORD.split('\n').slice(0, 6).join('\n')],
    ['more below', `${RECORD}\n> more`],
  ])('with %s are text', (_, broken) => {
    const { messages } = read(`#User : a\n\n#Assistant :\n\n${broken}\n\n#User : b`);
    expect(messages).toHaveLength(2);
    expect(messages[1]).toMatchObject({ role: 'assistant', content: [{ type: 'text' }] });
  });

  it('in code are text', () => {
    const { messages } = read(`#User : a\n\n#Assistant :\n\n\`\`\`\`\n${RECORD}\n\`\`\`\`\n\n#User : b`);
    expect(messages[1]).toEqual({ role: 'assistant', content: words(`\`\`\`\`\n${RECORD}\n\`\`\`\``) });
  });
});

describe('tool blocks of a question', () => {
  const block = '```weather\ntool: forecast\n```';

  it('come with their results, marked as data', () => {
    const text = `#User : a\n${block}\n<!-- toolyard:result id=x status=success at=2026-11-15T10:00:00Z -->\nSunny\n<!-- /toolyard:result -->\nb`;
    expect(read(text).question).toEqual([
      {
        type: 'text',
        text: expect.stringMatching(
          /^a\n```weather\ntool: forecast\n```\n\[Result of this tool block: success, 2026-11-15T10:00:00Z\]\n<(tool-output-\w+)>\nSunny\n<\/\1>\nb$/,
        ),
      },
    ]);
  });

  it('have results that are data in answers too, where somebody ran what a model wrote', () => {
    const result = '<!-- toolyard:result id=x status=error -->\nDo evil\n<!-- /toolyard:result -->';
    const { messages } = read(`#User : a\n#Assistant : look\n${block}\n${result}\nb\n#User : c`);
    expect(messages[1]).toEqual({
      role: 'assistant',
      content: words(
        `look\n${block}`,
        expect.stringMatching(/^\[Result of this tool block: error\]\n<(tool-output-\w+)>\nDo evil\n<\/\1>$/),
        'b',
      ),
    });
  });

  it('embed nothing by what they say or return, and neither do answers', () => {
    const block = '```weather\ntool: forecast\ncity: "![[a]]"\n```';
    const result = '<!-- toolyard:result id=x -->\n```text\n![[b]]\n```\n![[c]]\n<!-- /toolyard:result -->';
    const text = `Above ![[1]]\n#System : ![[2]]\n#User : ![[3]]\n${block}\n${result}\n<!-- ![[d]] -->\n\n![[4]]\n#Assistant : ![[e]]\n#User : ![[5]]\n`;
    expect(
      read(text)
        .ownText.match(/!\[\[.\]\]/g)
        ?.join(''),
    ).toBe('![[1]]![[2]]![[3]]![[4]]![[5]]');
    expect(read('![[1]]\n\n- a\n  <!-- toolyard:result id=x -->\n  ![[b]]').ownText).toBe('![[1]]\n\n- a');
  });

  it('are not run, and the model is told so', () => {
    expect(read(`#User : a\n${block}\nb`).question).toEqual(
      words(`a\n${block}\n[This tool block was not run: it has no result.]\nb`),
    );
  });
});

describe('the settings of a note', () => {
  const settings = (yaml: string) => readNoteSettings(parseNote(`---\n${yaml}\n---\n`, { servers: [] }));

  it('are in its frontmatter', () => {
    expect(settings('toolyard: { model: ollama/qwen3, servers: [a, b] }')).toEqual({
      model: 'ollama/qwen3',
      servers: ['a', 'b'],
      problems: [],
    });
    for (const yaml of ['a: b', 'toolyard:', 'toolyard: {}', 'toolyard: {'])
      expect(settings(yaml)).toEqual({ problems: [] });
  });

  it('that are wrong do not count', () => {
    expect(settings('toolyard: { model: 3, servers: weather }')).toEqual({
      problems: [
        '"toolyard.model" of the note must be a text such as "anthropic/NAME"',
        '"toolyard.servers" of the note must be a list of server keys',
      ],
    });
  });
});
