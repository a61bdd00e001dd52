import { expect, it } from 'vitest';
import { NoteIdentities } from './note-identities.ts';

it('follows a note to its new path, and takes what comes to the old one for another note', () => {
  const notes = new NoteIdentities();
  const first = notes.of('a.md');
  notes.rename('a.md', 'folder/b.md');
  expect(notes.of('folder/b.md')).toBe(first);
  expect(notes.of('a.md')).not.toBe(first);
});

it('forgets a note that was removed', () => {
  const notes = new NoteIdentities();
  const first = notes.of('a.md');
  notes.remove('a.md');
  expect(notes.of('a.md')).not.toBe(first);
});

it('follows all notes of a folder that is renamed', () => {
  const notes = new NoteIdentities();
  const [inner, other] = [notes.of('a/b/c.md'), notes.of('a/bc.md')];
  notes.rename('a/b', 'x');
  expect([notes.pathOf(inner), notes.pathOf(other)]).toEqual(['x/c.md', 'a/bc.md']);
  expect(notes.below('x')).toEqual(['x/c.md']);
});
