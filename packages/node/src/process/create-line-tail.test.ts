import { createRedactor } from '@toolyard/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineTail, type LineTail } from './create-line-tail.ts';

function create(changes: Partial<Parameters<typeof createLineTail>[0]> = {}): LineTail & { seen: string[] } {
  const seen: string[] = [];
  const onLine = (line: string): void => void seen.push(line);
  return { seen, ...createLineTail({ maxLines: 3, maxLineBytes: 20, mask: createRedactor([]), onLine, ...changes }) };
}

describe('createLineTail', () => {
  it('keeps the last lines, oldest first', () => {
    const tail = create();
    tail.push(Buffer.from('a\nb\r\n\nc\nd\ne'));
    expect(tail.seen).toEqual(['a', 'b', 'c', 'd']);
    expect(tail.lines()).toEqual(['c', 'd', 'e']);
  });

  it('cuts long lines, also where a character would be halved', () => {
    const tail = create();
    tail.push(Buffer.from(`${'x'.repeat(19)}ü and more\nnext\n`));
    expect(tail.lines()).toEqual([`${'x'.repeat(19)}…`, 'next']);
  });

  it('masks secrets, also where they are cut', () => {
    const tail = create({ mask: createRedactor(['0123456789abcdef']) });
    tail.push(Buffer.from('is 0123456789abcdef\nand is 0123456789abcdef\n'));
    expect(tail.lines()).toEqual(['is ***', 'and is ***…']);
  });

  it('removes what would control a terminal', () => {
    const tail = create({ maxLineBytes: 100 });
    tail.push(Buffer.from('\u001b[31mred\u001b[0m \u001b]0;title\u0007text\nbell\u0007rings\n'));
    expect(tail.lines()).toEqual(['red text', 'bell rings']);
  });

  it('reads the same lines however they are cut', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'ü', '\n', '\r', ' ') }),
        fc.integer({ min: 1, max: 5 }),
        (text, size) => {
          const whole = create({ maxLines: 50 });
          const cut = create({ maxLines: 50 });
          const bytes = Buffer.from(text);
          whole.push(bytes);
          for (let at = 0; at < bytes.length; at += size) cut.push(bytes.subarray(at, at + size));
          expect(cut.lines()).toEqual(whole.lines());
        },
      ),
    );
  });
});
