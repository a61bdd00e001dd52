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
