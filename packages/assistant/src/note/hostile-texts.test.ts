import { parseNote } from '@toolyard/documents';
import { findSlowText } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { findConversation } from './find-conversation.ts';
import { followPlaced } from './follow-placed.ts';
import { checkMessageNames, MESSAGE_NAMES } from './message-names.ts';
import { readConversation } from './read-conversation.ts';
import { readToolRecord, renderToolRecord } from './tool-record.ts';

function read(text: string): unknown {
  const note = parseNote(`#User : a\n#Assistant :\n\n${text}`, { servers: ['files'] });
  return readConversation(note, findConversation(note, MESSAGE_NAMES), { question: text });
}

describe('texts of models, tools and other people take time in proportion to their length', () => {
  it.each<[string, (text: string) => unknown, string?]>([
    ['an answer', read],
    ['a record in an answer', read, '> [!tool]- a:b'],
    ['the title of a record', (text) => readToolRecord([`> [!tool]- ${text}`]), '"'],
    [
      'the result of a record',
      (text) => renderToolRecord({ tool: text, arguments: text, at: '', outcome: { status: 'error', text } }),
    ],
    ['the name of a message', (user) => checkMessageNames({ ...MESSAGE_NAMES, user })],
    [
      'an edit',
      (text) => followPlaced({ note: text, start: 1, chunks: [{ text: text.slice(1, 9) }] }, `${text}${text}`),
    ],
  ])('%s', (_what, run, before) => {
    expect(findSlowText(run, before)).toBeUndefined();
  });
});
