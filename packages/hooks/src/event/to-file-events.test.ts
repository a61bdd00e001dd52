import { describe, expect, it } from 'vitest';
import { hasFileMarks, readFileMarks, toFirstFileMarks } from './file-marks.ts';
import { toFileEvents } from './to-file-events.ts';

const STAMP = { mtimeMs: 1000.25, ctimeMs: 2000.5, size: 5, ino: 7 };

describe('toFileEvents', () => {
  it('makes an event with its time and its mark of each change', () => {
    const events = toFileEvents([
      { type: 'created', path: 'a.md', stamp: STAMP },
      { type: 'saved', path: 'b.md', stamp: STAMP },
      { type: 'renamed', path: 'd.md', oldPath: 'c.md', stamp: STAMP },
      { type: 'deleted', path: 'e.md', gone: [10, 20] },
    ]);
    const window = [2000, 2011];
    const mark = [1000.25, 5, 7];
    expect(events).toEqual([
      { event: { name: 'file.created', id: expect.any(String), values: { path: 'a.md' }, window }, marks: {} },
      { event: { name: 'file.saved', values: { path: 'a.md' }, window }, marks: { 'file:a.md': mark } },
      { event: { name: 'file.saved', values: { path: 'b.md' }, window }, marks: { 'file:b.md': mark } },
      {
        event: { name: 'file.renamed', values: { path: 'd.md', oldPath: 'c.md' }, window },
        marks: { 'file:c.md': null, 'file:d.md': mark },
      },
      { event: { name: 'file.deleted', values: { path: 'e.md' }, window: [10, 20] }, marks: { 'file:e.md': null } },
    ]);
  });

  it('gives the making of a file an id that is the same when it is found once more', () => {
    const idOf = (path: string, ino: number): string | undefined =>
      toFileEvents([{ type: 'created', path, stamp: { ...STAMP, ino } }])[0]?.event.id;
    expect(idOf('a.md', 7)).toBe(idOf('a.md', 7));
    expect(idOf('a.md', 8)).not.toBe(idOf('a.md', 7));
    expect(idOf('b.md', 7)).not.toBe(idOf('a.md', 7));
  });
});

describe('the marks of files', () => {
  it('are read as they were written, through JSON too', () => {
    const marks = toFirstFileMarks([
      { path: 'a.md', stamp: STAMP },
      { path: '__proto__', stamp: STAMP },
    ]);
    const read = new Map(Object.entries<unknown>(JSON.parse(JSON.stringify(marks))));
    const mark = { mtimeMs: 1000.25, size: 5, ino: 7 };
    expect([...readFileMarks(read)]).toEqual([
      ['a.md', mark],
      ['__proto__', mark],
    ]);
    expect(hasFileMarks(read)).toBe(true);
  });

  it('tell a workspace without files from one that was never looked at', () => {
    expect(hasFileMarks(new Map(Object.entries(toFirstFileMarks([]))))).toBe(true);
    expect(hasFileMarks(new Map([['git:HEAD', 'x']]))).toBe(false);
  });

  it('are left out where they are something else', () => {
    const marks = new Map<string, unknown>([
      ['file:a', null],
      ['file:b', [1, 2]],
      ['file:c', ['1', 2, 3]],
      ['git:HEAD', [1, 2, 3]],
    ]);
    expect(readFileMarks(marks).size).toBe(0);
  });
});
