import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSpan, scanArray, scanObject } from './scan-json.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Whether the whole text is one object for the scanner. */
function scans(text: string): boolean {
  const bytes = encode(text);
  const scanned = scanObject(bytes);
  return scanned !== undefined && decodeSpan(bytes, { start: scanned.end, end: bytes.length }).trim() === '';
}

describe('scanObject', () => {
  it('finds each member where JSON.parse finds it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), fc.nat(4), (object, indent) => {
        const text = JSON.stringify(object, undefined, indent);
        const bytes = encode(text);
        const members = [...(scanObject(bytes)?.members ?? [])];
        const parsed: Record<string, unknown> = JSON.parse(text);
        expect(new Set(members.map(({ name }) => name))).toEqual(new Set(Object.keys(parsed)));
        for (const member of members) expect(JSON.parse(decodeSpan(bytes, member))).toEqual(parsed[member.name]);
      }),
    );
  });

  it('finds the same in a text that it has read before', () => {
    const name = fc.oneof(
      fc.string({ minLength: 30, maxLength: 66 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '\u007f', '\\', '"', 'é'), maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue({ maxDepth: 1 })), (object) => {
        const bytes = encode(JSON.stringify(object));
        const read = (): unknown[] =>
          [...(scanObject(bytes)?.members ?? [])].map((member) => [member.name, member.start, member.end]);
        const first = read();
        expect(read()).toEqual(first);
        expect(first.map((member) => (member as unknown[])[0])).toEqual(
          Object.keys(JSON.parse(JSON.stringify(object))),
        );
      }),
    );
  });

  it.each([31, 32, 33, 63, 64, 65])(
    'knows a name of %i bytes when it comes again, and no longer one for it',
    (length) => {
      const names = ['n'.repeat(length), 'n'.repeat(length + 1), `${'n'.repeat(length - 1)}m`];
      const bytes = encode(JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index]))));
      for (let time = 0; time < 2; time++) {
        expect([...(scanObject(bytes)?.members ?? [])].map((member) => member.name)).toEqual(names);
      }
    },
  );

  it('agrees with JSON.parse about damaged texts', () => {
    const damaged = fc
      .tuple(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.nat(),
        fc.constantFrom('', '"', '{', '}', '[', ',', ':', '\\', '0', '-', '.', 'e', 'n', ' ', '\u0001'),
      )
      .map(([object, position, inserted]) => {
        const text = JSON.stringify(object);
        const at = position % text.length;
        return text.slice(0, at) + inserted + text.slice(inserted === '' ? at + 1 : at);
      })
      .filter((text) => !hasRepeatedMember(text));
    fc.assert(
      fc.property(damaged, (text) => scans(text) === isJsonObject(text)),
      { numRuns: 3000 },
    );
  });

  it.each([
    '{"a":01}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":+1}',
    '{"a":NaN}',
    '{"a":tru}',
    '{"a":1e}',
    '{"a":"\\x"}',
    '{"a":"\\u12g4"}',
    '{"a":"\n"}',
    "{'a':1}",
    '{"a":1,}',
    '{"a"}',
    '{"a":[1,]}',
    '{"a":[1}',
    '{"a":{"b":1]}',
    '{',
    '',
    '[]',
    '1',
  ])('refuses %s', (text) => expect(scans(text)).toBe(false));

  it.each([
    '{"a":-0.5e+10}',
    '{"a":1E5}',
    '{ "a" :\t[ ] ,\r\n"b":{ } }',
    '{"a":"\\u00e9\\/"}',
    '{"a":[[[[{"b":[null,true,false]}]]]]}',
  ])('takes %s', (text) => expect(scans(text)).toBe(true));

  it('reads member names with escapes', () => {
    const members = scanObject(encode('{"\\u006eame":1,"a\\"b":2}'))?.members ?? [];
    expect([...members].map(({ name }) => name)).toEqual(['name', 'a"b']);
  });

  it('refuses an object that names a member twice, however it is written', () => {
    expect(scanObject(encode('{"name":"a","\\u006eame":"b"}'))).toBeUndefined();
  });

  it('takes a value that is nested a million deep', () => {
    const depth = 1_000_000;
    expect(scans(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBe(true);
  });
});

describe('scanArray', () => {
  it('finds each element', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (array) => {
        const bytes = encode(JSON.stringify(array));
        const elements = scanArray(bytes, 0, 1000)?.elements.map((span) => JSON.parse(decodeSpan(bytes, span)));
        expect(elements).toEqual(JSON.parse(JSON.stringify(array)));
      }),
    );
  });
});

/** Valid for JSON.parse, refused on purpose by the scanner. */
function hasRepeatedMember(text: string): boolean {
  if (!isJsonObject(text)) return false;
  const bytes = encode(text);
  return scanObject(bytes) === undefined;
}
