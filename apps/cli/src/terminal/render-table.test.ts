import { describe, expect, it } from 'vitest';
import { renderTable } from './render-table.ts';
import { textWidth } from './text-width.ts';

const rows = [
  [{ text: 'files' }, { text: 'running' }, { text: '' }],
  [{ text: '日本' }, { text: 'failed' }, { text: 'startup: "nope" was not found. Install it.' }],
];
const header = ['SERVER', 'STATE', 'DETAIL'];

describe('renderTable', () => {
  it('aligns columns and leaves no space at line ends', () => {
    expect(renderTable(rows, { header })).toEqual([
      'SERVER  STATE    DETAIL',
      'files   running',
      '日本    failed   startup: "nope" was not found. Install it.',
    ]);
  });

  it('cuts the last column first', () => {
    expect(renderTable(rows, { header, width: 40 })).toEqual([
      'SERVER  STATE    DETAIL',
      'files   running',
      '日本    failed   startup: "nope" was no…',
    ]);
  });

  it('cuts other columns where that is not enough', () => {
    const long = [[{ text: 'x'.repeat(60) }, { text: 'y'.repeat(60) }]];
    for (const line of renderTable(long, { header: ['A', 'B'], width: 50 })) {
      expect(textWidth(line)).toBeLessThanOrEqual(50);
    }
  });

  it('cuts no column that has to stay whole', () => {
    const lines = renderTable([[{ text: 'x'.repeat(30) }, { text: 'auto-disabled' }, { text: 'y' }]], {
      header: ['SERVER', 'STATE', 'TOOLS'],
      width: 30,
      whole: ['STATE'],
    });
    expect(lines[1]).toBe('xxxxxxx…  auto-disabled  y');
  });

  it('paints the text and not the space around it', () => {
    const painted = [[{ text: 'a', paint: (text: string) => `<${text}>` }, { text: 'b' }]];
    expect(renderTable(painted, { header: ['LONG', 'X'] })[1]).toBe('<a>     b');
  });
});
