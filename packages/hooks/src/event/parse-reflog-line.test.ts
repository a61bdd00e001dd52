import { assert, constantFrom, integer, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReflogLine } from './parse-reflog-line.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const ZERO = '0'.repeat(40);

describe('parseReflogLine', () => {
  it('reads all parts', () => {
    expect(parseReflogLine(`${A} ${B} Ada Test <ada@example.com> 1794741295 +0130\tcommit: a: b\tc`)).toEqual({
      oldCommit: A,
      newCommit: B,
      name: 'Ada Test',
      mail: 'ada@example.com',
      seconds: 1794741295,
      zone: '+0130',
      what: 'commit: a: b\tc',
    });
  });

  it('reads lines without an old or a new commit, a name, a mail or words, and long commits', () => {
    expect(parseReflogLine(`${ZERO} ${B} Ada <> 1 -1200\tx`)).not.toHaveProperty('oldCommit');
    expect(parseReflogLine(`${A} ${ZERO} Ada <> 1 -1200\tx`)).not.toHaveProperty('newCommit');
    expect(parseReflogLine(`${A} ${B} <> 1 +0000`)).toMatchObject({ name: '', mail: '', what: '' });
    const long = 'c'.repeat(64);
    expect(parseReflogLine(`${long} ${long} A <a> 1 +0000\tcommit: x\r`)).toMatchObject({
      newCommit: long,
      what: 'commit: x',
    });
  });

  it('reads nothing else', () => {
    for (const line of [
      '',
      'x',
      `${A} ${B}`,
      `${A} ${B} Ada 1 +0000\tx`,
      `${A}0 ${B} A <a> 1 +0000\tx`,
      ` ${A} ${B} A <a> 1 +0000`,
    ]) {
      expect(parseReflogLine(line)).toBeUndefined();
    }
  });

  it('gives back what git wrote, whatever the names and words are', () => {
    // git takes line ends, brackets and outer spaces out of names, and makes a message one line.
    const word = string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll(/[<>\s]/g, ''));
    const parts = record({
      name: word,
      mail: word,
      seconds: integer({ min: 0 }),
      zone: constantFrom('+0000', '-0930'),
      what: word,
    });
    assert(
      property(parts, ({ name, mail, seconds, zone, what }) => {
        const line = `${A} ${B} ${name} <${mail}> ${seconds} ${zone}\t${what}`;
        expect(parseReflogLine(line)).toEqual({
          oldCommit: A,
          newCommit: B,
          name,
          mail,
          seconds,
          zone,
          what: what.trim(),
        });
      }),
    );
  });
});
