import { expect, it } from 'vitest';
import { isAttachmentOf, toAttachmentName } from './attachment.ts';

it.each([
  ['as it is named', toAttachmentName({ note: 'note', id: 'pic' }, 1, 'image/png')],
  ['of a note with another name', 'renamed-pic-12.png'],
  ['that got a number of its place', 'note-pic-1 2.png'],
  ['of a note whose name looks like it', 'old-pic-2-pic-1.md.txt'],
])('knows a file of a block: %s', (_how, name) => {
  expect(isAttachmentOf('pic', name)).toBe(true);
});

it.each(['note-other-1.png', 'note-pic-old.png', 'note-pic-1-other-1.png', 'pic-1.png', '-pic-1.png', 'note-pic-1'])(
  'takes %s for no file of a block',
  (name) => {
    expect(isAttachmentOf('pic', name)).toBe(false);
  },
);

it('knows a file by the part of its name that an id becomes', () => {
  const id = 'Größe: 2/3?';
  expect(isAttachmentOf(id, toAttachmentName({ note: 'n', id }, 1, 'text/csv'))).toBe(true);
});
