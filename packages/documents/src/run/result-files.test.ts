import { ToolyardError, type ToolOutcome } from '@toolyard/core';
import { expect, it } from 'vitest';
import { parseNote } from '../parse/parse-note.ts';
import type { NoteStore } from './note-store.ts';
import type { BlockCaller } from './run-note-options.ts';
import { runNote } from './run-note.ts';

const NOTE = '```plot\ntool: draw\nid: pic\narguments: {}\n```\n';
const IMAGE: ToolOutcome = {
  kind: 'success',
  result: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
  json: '',
};
const TEXT: ToolOutcome = { kind: 'success', result: { content: [{ type: 'text', text: 'words' }] }, json: '' };
const isAway = new ToolyardError('server-unavailable', 'Server "plot" is down');

interface Place {
  readonly store: NoteStore;
  text: string;
  readonly removed: string[];
}

/** A place for files that counts their names up, and keeps what it is told to remove. */
function createPlace(): Place {
  let count = 0;
  const removed: string[] = [];
  const place: Place = {
    text: NOTE,
    removed,
    store: {
      read: async () => place.text,
      update: async (edit) => void (place.text = edit(place.text)),
      attach: () => Promise.reject(new Error('not used')),
      files: {
        add: async ({ name, isImage }) => `${isImage ? '!' : ''}[[files/${++count} ${name}]]`,
        async remove(output, isOwn) {
          for (const [, name = ''] of output.matchAll(/\[\[files\/\d+ (.*)\]\]/g))
            if (isOwn(name)) removed.push(output);
        },
      },
    },
  };
  return place;
}

async function run(
  { store }: { readonly store: NoteStore },
  reply: ToolOutcome | ToolyardError | BlockCaller['call'],
  path = 'a/note.md',
): Promise<void> {
  await runNote(
    {
      caller: {
        call:
          typeof reply === 'function' ? reply : async () => (ToolyardError.is(reply) ? Promise.reject(reply) : reply),
      },
      clock: { now: () => 0, after: () => () => undefined },
      path,
      session: 's',
      servers: () => [{ key: 'plot', enabled: true }],
      bindings: () => [],
      store,
    },
    new AbortController().signal,
  );
}

const outputOf = ({ text }: { readonly text: string }): string | undefined =>
  parseNote(text, { servers: ['plot'] }).blocks[0]?.result?.output;

it('links to files as their place says, and tells it which output is replaced', async () => {
  const place = createPlace();
  await run(place, IMAGE);
  expect(outputOf(place)).toBe('![[files/1 note-pic-1.png]]');
  expect(place.removed).toEqual([]);
  await run(place, IMAGE);
  expect(outputOf(place)).toBe('![[files/2 note-pic-1.png]]');
  expect(place.removed).toEqual(['![[files/1 note-pic-1.png]]']);
  await run(place, TEXT);
  expect(outputOf(place)).toBe('words');
  expect(place.removed).toHaveLength(2);
});

it('links to the whole of a long output in that way too', async () => {
  const place = createPlace();
  const long = 'x'.repeat(70_000);
  await run(place, { kind: 'success', result: { content: [{ type: 'text', text: long }] }, json: '' });
  expect(outputOf(place)).toMatch(/… \[\[files\/1 note-pic-1\.txt\]\]$/);
});

it('tells of the files of a note that was renamed meanwhile', async () => {
  const place = createPlace();
  await run(place, IMAGE);
  await run(place, IMAGE, 'b/renamed.md');
  expect(outputOf(place)).toBe('![[files/2 renamed-pic-1.png]]');
  expect(place.removed).toEqual(['![[files/1 note-pic-1.png]]']);
});

it('writes all results where an old file cannot go, and says so after that', async () => {
  const place = createPlace();
  place.text = `${NOTE}\nBetween.\n\n${NOTE.replace('pic', 'other')}`;
  await run(place, IMAGE);
  let release = (): void => undefined;
  const isTried = new Promise<void>((resolve) => (release = resolve));
  const refuse = async (): Promise<void> => {
    release();
    throw new Error('no trash');
  };
  const store = { ...place.store, files: { add: async () => '', remove: refuse } };
  const running = run({ store }, async ({ document }) => {
    if (document?.line !== 1) await isTried;
    return TEXT;
  });
  await expect(running).rejects.toThrow('no trash');
  const { blocks } = parseNote(place.text, { servers: ['plot'] });
  expect(blocks.map(({ result }) => [result?.status, result?.output])).toEqual([
    ['success', 'words'],
    ['success', 'words'],
  ]);
});

it('leaves the files of an output that was edited alone', async () => {
  const place = createPlace();
  await run(place, IMAGE);
  place.text = place.text.replace('![[', 'mine ![[');
  await run(place, TEXT);
  expect(outputOf(place)).toContain('mine');
  expect(place.removed).toEqual([]);
});

it('keeps the link of a last result that stays below a failure', async () => {
  const place = createPlace();
  await run(place, IMAGE);
  await run(place, isAway);
  expect(outputOf(place)).toMatch(/Last result, .*\n\n!\[\[files\/1 note-pic-1\.png\]\]$/);
});
