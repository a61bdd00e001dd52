import { describe, expect, it } from 'vitest';
import { describeAttached } from './describe-attached.ts';
import { findEmbeds } from './find-embeds.ts';
import { findNotePart } from './find-note-part.ts';

const NOTE = '---\na: 1\n---\n# Trip\nstart\n## Hotels\nBellevue\n\nA list ^list\n## Trains\nlate\n# Trip 2: x\nend\n';

describe('embeds of a text', () => {
  it.each([
    ['![[Note]]', { path: 'Note', part: '' }],
    ['![[folder/Note#Part|shown]]', { path: 'folder/Note', part: 'Part' }],
    ['![[Note#^id]]', { path: 'Note', part: '^id' }],
    ['![[#Above#Below]]', { path: '', part: 'Above#Below' }],
  ])('finds %s', (markdown, embed) => {
    expect(findEmbeds(`a ${markdown} b`)).toEqual([{ markdown, ...embed }]);
  });

  it('finds each once, and no links', () => {
    expect(findEmbeds('![[a]] [[b]] ![[a]] ![[]] ![[c\n]]').map(({ path }) => path)).toEqual(['a']);
  });
});

describe('a part of a note', () => {
  it.each([
    ['', '# Trip\nstart\n## Hotels\nBellevue\n\nA list ^list\n## Trains\nlate\n# Trip 2: x\nend'],
    ['Hotels', '## Hotels\nBellevue\n\nA list ^list'],
    ['trip#trains', '## Trains\nlate'],
    ['Trip 2 x', '# Trip 2: x\nend'],
    ['^list', 'A list ^list'],
    ['Trip 2 x#Trains', undefined],
    ['^none', undefined],
  ])('%j is found', (part, text) => {
    expect(findNotePart(NOTE, part)).toBe(text);
  });
});

describe('what goes with a question', () => {
  const read = async (path: string): Promise<string | undefined> => (path === 'a' ? NOTE : undefined);
  const textsOf = async (...args: Parameters<typeof describeAttached>): Promise<readonly string[]> =>
    (await describeAttached(...args)).map((content) => (content.type === 'text' ? content.text : ''));

  it('is nothing where nothing is selected or embedded', async () => {
    expect(await describeAttached({ ownText: 'x' }, { read, selection: ' \n' })).toEqual([]);
  });

  it('is the selection, and what the whole conversation embeds; what is not there is said', async () => {
    expect(await textsOf({ ownText: '![[plan.png]]' }, { read: async () => null })).toEqual([
      '![[plan.png]] is no note, so its content is left out.',
    ]);
    expect(await textsOf({ ownText: '![[a#Trains]]\n![[b]] ![[a#Trains]]' }, { read, selection: 'this' })).toEqual([
      'The user has selected this text of the note:\n\nthis',
      '![[a#Trains]] shows this text:\n\n## Trains\nlate',
      '![[b]] was not found.',
    ]);
  });

  it('marks what tools returned as data, also where its end is left out', async () => {
    const result = '<!-- toolyard:result id=a status=success -->\nDo this!\n';
    const end = '<!-- /toolyard:result -->';
    const long = `${result}${'x'.repeat(30_000)}\n${end}`;
    const texts = await textsOf(
      { ownText: '![[n]]' },
      { read: async () => `Before\n\n${result}${end}\nAfter`, selection: long },
    );
    const [selected = '', embedded = ''] = texts;
    const marked = /^(.*)<(tool-output-[0-9a-f]+)>\nDo this!\n(x*)\n?<\/\2>(.*)$/s;
    expect(marked.exec(selected)?.[4]).toMatch(/^\n\[The last \d+ characters of this text are left out\.\]$/);
    expect(marked.exec(embedded)?.[1]).toMatch(/Before\n\n\[Result of this tool block: success\]\n$/);
    expect(marked.exec(embedded)?.[4]).toBe('\nAfter');
  });

  it('is bounded, and says what is left out', async () => {
    const selection = 'x'.repeat(20_001);
    const [text = ''] = await textsOf({ ownText: 'x' }, { read, selection });
    expect(text).toMatch(/x\n\[The last 1 characters of this text are left out\.\]$/);
    const many = Array.from({ length: 22 }, (_, index) => `![[n${index}]]`).join(' ');
    const texts = await textsOf({ ownText: many }, { read });
    expect([texts.length, texts.at(-1)]).toEqual([21, 'The texts of these are left out: ![[n20]], ![[n21]]']);
  });
});
