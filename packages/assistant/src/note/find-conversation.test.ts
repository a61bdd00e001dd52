import { parseNote } from '@toolyard/documents';
import { describe, expect, it } from 'vitest';
import { findConversation, findConversations } from './find-conversation.ts';
import { checkMessageNames, MESSAGE_NAMES, type MessageNames } from './message-names.ts';

function read(text: string, line?: number, names: MessageNames = MESSAGE_NAMES) {
  const note = parseNote(text, { servers: ['files'] });
  const { messages, start, end } = findConversation(note, names, line);
  return {
    text: text.slice(start, end),
    messages: messages.map((message) => `${message.role}: ${text.slice(message.bodyStart, message.end)}`),
  };
}

describe('messages of a note', () => {
  it('are lines that start with their name, with or without spaces, in any case', () => {
    const text = '#System : s\n#User: a\nmore\n\n#assistant  :\n\nb\r\n#USER：c';
    expect(read(text).messages).toEqual(['system: s', 'user: a\nmore', 'assistant: \n\nb', 'user: c']);
  });

  it.each([
    ['in a fence', '```\n#User : no\n```'],
    ['in a quote', '> #User : no'],
    ['in a list', '- a\n\n  #User : no'],
    ['in a comment', '<!--\n#User : no\n-->'],
    ['in a result', '<!-- toolyard:result id=x -->\n#User : no\n<!-- /toolyard:result -->'],
    ['in the frontmatter', '---\n#User : no\n---'],
    ['behind a backslash', '\\#User : no'],
    ['with spaces before', ' #User : no'],
    ['in a heading', '# User : no'],
    ['with another name', '#Users : no'],
    ['inside of a line', 'a #User : no'],
    ['without a colon', '#User no'],
  ])('do not stand %s', (_, text) => {
    expect(read(`${text}\n`).messages).toEqual([]);
  });

  it('have other names where somebody chose them', () => {
    const names = { system: 'Regeln', user: 'Ich selbst', assistant: '助手' };
    expect(read('#ich selbst : a\n#助手：b\n#User : c', undefined, names).messages).toEqual([
      'user: a',
      'assistant: b\n#User : c',
    ]);
    expect(checkMessageNames(names)).toEqual([]);
    expect(checkMessageNames({ system: 'a:b', user: 'X', assistant: 'x' })).toEqual([
      '"a:b" cannot start messages: use 1 to 64 characters without a colon',
      'Two kinds of messages have the same name',
    ]);
    for (const name of ['', ' a', 'a ', '#a', 'a\nb', 'a'.repeat(65)])
      expect(checkMessageNames({ ...MESSAGE_NAMES, user: name })).toHaveLength(1);
  });
});

describe('the conversation of a line', () => {
  const text = [
    '---', // 1
    'a: b',
    '---',
    'top', // 4
    '# Chats', // 5
    'about',
    '## One', // 7
    '#User : a',
    '### Below', // 9
    '#User : b',
    '## Two', // 11
    '#User : c',
    '## Three', // 13
    'words',
    '### Deeper',
    'more',
    '',
  ].join('\n');

  it('is the section of its first message with all below it', () => {
    for (const line of [7, 8, 9, 10]) expect(read(text, line).messages).toEqual(['user: a\n### Below', 'user: b']);
    for (const line of [11, 12]) expect(read(text, line).messages).toEqual(['user: c']);
  });

  it('is the last one where no line is given', () => {
    expect(read(text).messages).toEqual(['user: c']);
  });

  it('is the section of the line where that has no messages', () => {
    for (const line of [13, 14])
      expect(read(text, line)).toEqual({ text: '## Three\nwords\n### Deeper\nmore', messages: [] });
    expect(read(text, 15)).toEqual({ text: '### Deeper\nmore', messages: [] });
  });

  it('ends before a section that has a conversation of its own', () => {
    expect(read(text, 6)).toEqual({ text: '# Chats\nabout', messages: [] });
    expect(read(text, 4)).toEqual({ text: 'top', messages: [] });
  });

  it('is the note without its frontmatter where there are no messages at all', () => {
    expect(read('---\na: b\n---\nWhy?\n')).toEqual({ text: 'Why?', messages: [] });
    expect(read('')).toEqual({ text: '', messages: [] });
  });

  it('is the one without a heading where the line is in the frontmatter', () => {
    for (const line of [1, 2, 3]) expect(read('---\na: b\n---\n#User : a\n', line).messages).toEqual(['user: a']);
    expect(read(text, 2)).toEqual({ text: 'top', messages: [] });
  });

  it('goes on to the end of the note where no heading stands above it', () => {
    const note = parseNote('#User : a\n# H\n#User : b', { servers: [] });
    expect(findConversations(note, MESSAGE_NAMES)).toHaveLength(1);
  });
});
