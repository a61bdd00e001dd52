import { measureMemory } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type ServerEvent } from './create-event-parser.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

type Seen = readonly [type: string, data: string, id: string | undefined, retryMs: number | undefined];

function toSeen({ type, data, id, retryMs }: ServerEvent): Seen {
  return [type, new TextDecoder().decode(data), id, retryMs];
}

function parse(...chunks: readonly Uint8Array[]): Seen[] {
  const parser = createEventParser();
  return chunks.flatMap((chunk) => {
    const events = parser.push(chunk);
    if (events === 'overlong') throw new Error('overlong');
    return events.map(toSeen);
  });
}

const parseText = (text: string): Seen[] => parse(encode(text));

describe('the parser of server-sent events', () => {
  it.each([
    ['an event', 'data: one\n\n', [['message', 'one', undefined, undefined]]],
    [
      'CRLF line ends',
      'data: one\r\n\r\ndata: two\r\n\r\n',
      [
        ['message', 'one'],
        ['message', 'two'],
      ],
    ],
    [
      'CR line ends',
      'data: one\r\rdata: two\r\r',
      [
        ['message', 'one'],
        ['message', 'two'],
      ],
    ],
    ['several data lines', 'data: one\ndata:two\ndata\n\n', [['message', 'one\ntwo\n']]],
    ['one space after the colon, no more', 'data:  one\n\n', [['message', ' one']]],
    ['comments', ': hello\n\ndata: one\n: more\n\n', [['message', 'one']]],
    ['a name', 'event: endpoint\ndata: /m\n\n', [['endpoint', '/m']]],
    [
      'an id that stays in effect',
      'id: 7\ndata: a\n\ndata: b\n\n',
      [
        ['message', 'a', '7'],
        ['message', 'b', '7'],
      ],
    ],
    ['an id without data', 'id: 7\nretry: 50\n\n', [['message', '', '7', 50]]],
    ['a wait that is no number', 'retry: soon\ndata: a\n\n', [['message', 'a']]],
    ['a byte order mark', '\ufeffdata: a\n\n', [['message', 'a']]],
    ['unknown fields', 'dates: a\nconstructor: b\ndatamatrix: c\ndata: d\n\n', [['message', 'd']]],
    ['nothing of an event that was cut off', 'data: one\n', []],
  ] satisfies [string, string, (string | number | undefined)[][]][])('reads %s', (_what, text, events) => {
    const padded = events.map((event) => Array.from({ length: 4 }, (_, at) => event[at]));
    expect(parseText(text)).toEqual(padded);
  });

  it('ignores an id with a zero character', () => {
    expect(parseText('id: a\0b\ndata: x\n\n')).toEqual([['message', 'x', undefined, undefined]]);
  });

  const line = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\r\n]/g, '')),
    fc.constantFrom('data: ä€😀', 'data:x', 'data', 'id: 1', 'id: \u{1f600}', 'retry: 10', 'event: e', ': c', '', ''),
  );
  const stream = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')))
    .map((lines) => lines.map(([text, end]) => text + end).join(''));

  it('gives the same events however the stream is cut into chunks', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(30)), (text, sizes) => {
        const bytes = encode(text);
        const chunks: Uint8Array[] = [];
        let at = 0;
        for (const size of sizes) chunks.push(bytes.subarray(at, (at += size)));
        expect(parse(...chunks, bytes.subarray(at))).toEqual(parse(bytes));
      }),
    );
  });

  it('reads back any lines of data that were written', () => {
    const data = fc.array(
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, '')),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(data, fc.constantFrom('\n', '\r', '\r\n'), (lines, end) => {
        const text = lines.map((each) => `data: ${each}${end}`).join('') + end;
        expect(parseText(text)).toEqual([['message', lines.join('\n'), undefined, undefined]]);
      }),
    );
  });

  it('stops at a line over the limit, and at an event of many lines over it', () => {
    expect(createEventParser(20).push(encode('data: 012345678901234567890'))).toBe('overlong');
    const parser = createEventParser(20);
    expect(parser.push(encode('data: 0123456789\n'))).toEqual([]);
    expect(parser.push(encode('data: 0123456789\n'))).toBe('overlong');
    expect(parser.push(encode('\n\ndata: a\n\n'))).toBe('overlong');
  });

  it.each(['data:\n', 'data\n', 'data: \r\n'])('counts lines of %j, which hold no data, towards the limit', (text) => {
    const parser = createEventParser(1000);
    const lines = Array.from({ length: 300 }, () => parser.push(encode(text)));
    expect(lines.at(-1)).toBe('overlong');
  });

  it('holds little more than the data of an event that has it in many lines', () => {
    const before = measureMemory();
    const parser = createEventParser();
    for (let round = 0; round < 20; round++) expect(parser.push(encode('data:\n'.repeat(10_000)))).toEqual([]);
    expect(measureMemory() - before).toBeLessThan(4_000_000);
    expect(parser.push(encode('\n'))).toMatchObject([{ data: { length: 199_999 } }]);
  });

  it.each([
    ['that a header cannot carry', '\u{1f600}'],
    ['with a control character', 'a\u0001b'],
    ['that is empty', ''],
    ['that a header would lose the end of', 'a  '],
    ['that is longer than servers take', 'i'.repeat(2049)],
  ])('has no id in effect after one %s', (_what, id) => {
    expect(parseText(`id: 1\ndata: a\n\nid: ${id}\ndata: b\n\n`).map((event) => event[2])).toEqual(['1', undefined]);
  });

  it('takes many events whose sum goes over the limit', () => {
    const parser = createEventParser(20);
    for (let round = 0; round < 10; round++) expect(parser.push(encode('data: 0123456789\n\n'))).toHaveLength(1);
  });

  it('reads a long line in many chunks in time proportional to its length', () => {
    const parser = createEventParser();
    const chunk = new Uint8Array(1024).fill(0x61);
    parser.push(encode('data: '));
    for (let round = 0; round < 20_000; round++) parser.push(chunk);
    const events = parser.push(encode('\n\n'));
    expect(events).toMatchObject([{ data: { length: 20_000 * 1024 } }]);
  });
});
