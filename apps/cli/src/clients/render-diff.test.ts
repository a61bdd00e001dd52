import { describe, expect, it } from 'vitest';
import { renderDiff } from './render-diff.ts';

describe('a difference', () => {
  it('has three lines around it', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ''].join('\n');
    expect(renderDiff('f', before, before.replace('5\n', '5,\nnew\n'))).toEqual([
      '--- f',
      '+++ f',
      '@@ -2,7 +2,8 @@',
      ' 2',
      ' 3',
      ' 4',
      '-5',
      '+5,',
      '+new',
      ' 6',
      ' 7',
      ' 8',
    ]);
  });

  it('may be a whole new file, or the end of one', () => {
    expect(renderDiff('f', '', '{\r\n}\r\n')).toEqual(['--- f', '+++ f', '@@ -0,0 +1,2 @@', '+{', '+}']);
    expect(renderDiff('f', '{}', '')).toEqual(['--- f', '+++ f', '@@ -1,1 +0,0 @@', '-{}']);
    expect(renderDiff('f', 'a', 'a')).toEqual([]);
  });

  it('repeats no line where one is added to equal ones', () => {
    expect(renderDiff('f', 'a\na', 'a\na\na').slice(2)).toEqual(['@@ -1,2 +1,3 @@', ' a', ' a', '+a']);
  });
});
