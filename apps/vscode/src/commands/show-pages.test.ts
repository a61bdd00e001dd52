import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { showPages, toPages } from './show-pages.ts';

describe('toPages', () => {
  it('is one dialog where everything fits', () => {
    expect(toPages('Approve?', ['a', '', 'b'])).toEqual([{ message: 'Approve?', detail: 'a\n\nb' }]);
  });

  it('leaves out no line and no character, however long they are', () => {
    const lines = ['first', 'x'.repeat(5000), ...Array.from({ length: 60 }, (_, index) => `line ${index}`)];
    const pages = toPages('Approve?', lines);
    expect(pages.length).toBeGreaterThan(5);
    expect(pages[0]?.message).toBe(`Approve? (1 of ${pages.length})`);
    const shown = pages.map(({ detail }) => detail).join('\n');
    expect(shown.replaceAll('\n', '')).toBe(lines.join(''));
    for (const { detail } of pages) {
      expect(detail.length).toBeLessThan(1700);
      expect(detail.split('\n').length).toBeLessThanOrEqual(24);
    }
  });
});

describe('showPages', () => {
  const pages = [
    { message: '1', detail: 'a' },
    { message: '2', detail: 'b' },
  ];

  it('has the button on the last page only', async () => {
    const editor = createFakeEditor('Next', 'Approve');
    expect(await showPages(editor, pages, 'Approve')).toBe(true);
    expect(await showPages(createFakeEditor('Approve'), pages, 'Approve')).toBe(false);
  });

  it('is false where the person leaves, and where there was nothing to see', async () => {
    expect(await showPages(createFakeEditor('Next', undefined), pages, 'Approve')).toBe(false);
    expect(await showPages(createFakeEditor(), [], 'Approve')).toBe(false);
  });
});
