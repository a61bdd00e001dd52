import { expect, it } from 'vitest';
import type { BoundNote } from '../bind/binding.ts';
import { resolveBindings } from '../bind/resolve-bindings.ts';
import { parseNote } from '../parse/parse-note.ts';
import { keepEdited, rememberEdited } from './keep-edited.ts';
import type { NoteStore } from './note-store.ts';

const servers = [{ key: 'echo', enabled: true }];
const read = (text: string): BoundNote =>
  resolveBindings(parseNote(text, { servers: ['echo'] }), { bindings: [], path: 'a.md', servers });

const BLOCK = '```echo\ntool: echo\n```\n';
const HEAD = '<!-- toolyard:result id=x status=success out=000000000000 -->';
const EDITED = `${BLOCK}${HEAD}\nmy own\nwords\n<!-- /toolyard:result -->\nAfter.\n`;
const QUOTED = EDITED.replaceAll(/^(?!After)(?=.)/gm, '> ').replace('After', '\nAfter');

/** What a store holds after a run that makes an edit of the text. */
async function update(text: string, edit: (text: string) => string): Promise<string> {
  let held = text;
  const store: NoteStore = {
    read: async () => held,
    update: async (change) => void (held = change(held)),
    attach: async () => false,
  };
  await keepEdited(store, rememberEdited(read(text).blocks), read).update(edit);
  return held;
}

it('leaves the text alone while nothing is written', async () => {
  expect(await update(EDITED, (text) => text)).toBe(EDITED);
});

it.each([
  ['alone', EDITED, `${BLOCK}\nmy own\nwords\nAfter.\n!`],
  ['in a quote', QUOTED, '> ```echo\n> tool: echo\n> ```\n> \n> my own\n> words\n\nAfter.\n!'],
  ['with CRLF', EDITED.replaceAll('\n', '\r\n'), `${BLOCK}\nmy own\nwords\nAfter.\n`.replaceAll('\n', '\r\n') + '!'],
])('keeps what was edited as text of the note: %s', async (_, before, after) => {
  expect(await update(before, (text) => `${text}!`)).toBe(after);
});

it('keeps nothing of a result that was not asked about', async () => {
  const other = EDITED.replace('my own', 'other');
  const store: NoteStore = { read: async () => other, update: async () => undefined, attach: async () => false };
  expect(await keepEdited(store, rememberEdited(read(EDITED).blocks), read).read()).toBe(other);
});
