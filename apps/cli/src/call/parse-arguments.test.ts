import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArguments } from './parse-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    on: { type: 'boolean' },
    nothing: { type: 'null' },
    tags: { type: 'array', items: { type: 'string' } },
    numbers: { type: 'array', items: { type: 'number' } },
    rows: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    pair: { prefixItems: [{ type: 'string' }, { type: 'integer' }] },
    filter: { type: 'object', properties: { size: { type: 'integer' }, in: { $ref: '#/$defs/place' } } },
    place: { $ref: '#/$defs/place' },
    maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    label: { type: ['string', 'null'] },
    id: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    one: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    level: { enum: [1, 2, 'high', true, null] },
    version: { enum: ['1', '2'] },
    fixed: { const: 7 },
    any: {},
    'a.b': { type: 'integer' },
    a: { type: 'object' },
    self: { $ref: '#/properties/self' },
    lost: { $ref: '#/nowhere' },
  },
  $defs: { place: { type: 'object', properties: { lat: { type: 'number' } } } },
};

function valuesOf(words: string[], json?: string): Record<string, unknown> {
  const parsed = parseArguments(words, schema, json);
  expect(parsed.problems).toEqual([]);
  return parsed.arguments;
}

function problemsOf(words: string[], json?: string): string[] {
  return parseArguments(words, schema, json).problems.map(({ message }) => message);
}

describe('values', () => {
  it.each<[string[], unknown]>([
    [['text=London'], { text: 'London' }],
    [['text=42'], { text: '42' }],
    [['text=true'], { text: 'true' }],
    [['text='], { text: '' }],
    [['text=a=b'], { text: 'a=b' }],
    [['text={"a":1}'], { text: '{"a":1}' }],
    [['text=@file'], { text: '@file' }],
    [['count=3'], { count: 3 }],
    [['count=-3'], { count: -3 }],
    [['count=three'], { count: 'three' }],
    [['count='], { count: '' }],
    [['count=0x10'], { count: '0x10' }],
    [['ratio=2.5e-3'], { ratio: 0.0025 }],
    [['ratio=Infinity'], { ratio: 'Infinity' }],
    [['on=true'], { on: true }],
    [['on=false'], { on: false }],
    [['on=yes'], { on: 'yes' }],
    [['nothing=null'], { nothing: null }],
    [['maybe=5'], { maybe: 5 }],
    [['maybe=null'], { maybe: null }],
    [['label=null'], { label: null }],
    [['label=5'], { label: '5' }],
    [['id=5'], { id: 5 }],
    [['id=x5'], { id: 'x5' }],
    [['id=12345678901234567890'], { id: '12345678901234567890' }],
    [['level=1'], { level: 1 }],
    [['level=high'], { level: 'high' }],
    [['level=true'], { level: true }],
    [['level=null'], { level: null }],
    [['version=1'], { version: '1' }],
    [['fixed=7'], { fixed: 7 }],
    [['any=5'], { any: '5' }],
    [['unknown=5'], { unknown: '5' }],
    [['self=5'], { self: '5' }],
    [['lost=5'], { lost: '5' }],
  ])('reads %j as %j', (words, expected) => {
    expect(valuesOf(words)).toEqual(expected);
  });

  it.each<[string[], unknown]>([
    [['tags=a', 'tags=b'], { tags: ['a', 'b'] }],
    [['tags=a'], { tags: ['a'] }],
    [['tags=["a","b"]'], { tags: ['a', 'b'] }],
    [['tags=[]'], { tags: [] }],
    [['tags=[draft'], { tags: ['[draft'] }],
    [['tags=1', 'tags=2'], { tags: ['1', '2'] }],
    [['numbers=1', 'numbers=2'], { numbers: [1, 2] }],
    [['numbers=1'], { numbers: [1] }],
    [['rows=[1,2]', 'rows=[3]'], { rows: [[1, 2], [3]] }],
    [['pair=1', 'pair=2'], { pair: ['1', 2] }],
    [['one=a'], { one: 'a' }],
    [['one=a', 'one=b'], { one: ['a', 'b'] }],
    [['one=["a"]'], { one: ['a'] }],
    [['tags=a', 'tags:={"b":1}'], { tags: ['a', { b: 1 }] }],
  ])('reads lists by repetition or as JSON: %j as %j', (words, expected) => {
    expect(valuesOf(words)).toEqual(expected);
  });

  it.each<[string[], unknown]>([
    [['filter={"size":1}'], { filter: { size: 1 } }],
    [['filter.size=1'], { filter: { size: 1 } }],
    [['filter.other=1'], { filter: { other: '1' } }],
    [['filter.in.lat=1', 'filter.size=2'], { filter: { in: { lat: 1 }, size: 2 } }],
    [['place.lat=51.5'], { place: { lat: 51.5 } }],
    [['a.b=1'], { 'a.b': 1 }],
    [['a.c=1'], { a: { c: '1' } }],
    [['text.x=1'], { 'text.x': '1' }],
    [['.x=1', 'a.=2'], { '.x': '1', 'a.': '2' }],
  ])('reads fields of objects: %j as %j', (words, expected) => {
    expect(valuesOf(words)).toEqual(expected);
  });

  it('takes what follows := as JSON whatever the schema says', () => {
    expect(valuesOf(['text:=5', 'any:=[1,{"a":null}]', 'id:="5"'])).toEqual({
      text: 5,
      any: [1, { a: null }],
      id: '5',
    });
  });

  it('lays words over the JSON of --args', () => {
    const json = '{"text":"old","count":1,"filter":{"size":1,"x":2},"tags":["a"]}';
    expect(valuesOf(['text=new', 'filter.size=5', 'tags=b'], json)).toEqual({
      text: 'new',
      count: 1,
      filter: { size: 5, x: 2 },
      tags: ['b'],
    });
  });

  it('treats __proto__ as a name like any other', () => {
    const values = valuesOf(['__proto__=x', 'constructor=y'], '{"toString":1}');
    expect(Object.entries(values)).toEqual([
      ['toString', 1],
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });

  it.each([undefined, true, null, 'x', [], {}])('keeps all values as text under the schema %j', (none) => {
    expect(parseArguments(['a=1', 'b.c=2'], none)).toEqual({ arguments: { a: '1', 'b.c': '2' }, problems: [] });
  });
});

describe('problems', () => {
  it('are all collected, each with its word', () => {
    const { problems } = parseArguments(['London', '=x', 'count=1', 'count=2', 'any:={', 'filter=x'], schema, '[1]');
    expect(problems).toEqual([
      { word: '[1]', message: '--args: must be a JSON object' },
      { word: 'London', message: '"London" is not an argument; write name=value' },
      { word: '=x', message: '"=x" is not an argument; write name=value' },
      { word: 'count=1', message: 'count: is given twice' },
      { word: 'any:={', message: expect.stringMatching(/^any: is not valid JSON/) },
      { word: 'filter=x', message: 'filter: must be a JSON object, such as {"name": "value"}' },
    ]);
  });

  it.each<[string[], string]>([
    [['text=a', 'text=b', 'text=c'], 'text: is given 3 times'],
    [['filter={}', 'filter.size=1'], 'filter: is given both as a whole and by its fields'],
    [['count=9007199254740993'], 'count: is a number too large to be passed on exactly'],
    [['ratio=1e999'], 'ratio: is a number too large to be passed on exactly'],
  ])('of %j: %s', (words, problem) => {
    expect(problemsOf(words)).toEqual([problem]);
  });

  it('do not quote JSON, which may hold a secret', () => {
    expect(problemsOf([], '{"token":"hunter2"').join()).not.toContain('hunter2');
    expect(problemsOf(['any:=hunter2']).join()).not.toContain('hunter2');
  });
});

describe('any words', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '.', '=', ':', '[', ']', '{', '}', '"', '1', ',', ' '),
    maxLength: 10,
  });

  it('never throw', () => {
    const name = fc.constantFrom(...Object.keys(schema.properties));
    const word = fc.oneof(
      text,
      fc.tuple(name, fc.constantFrom('=', ':=', '.x='), text).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(word), fc.option(text, { nil: undefined }), (words, json) => {
        const parsed = parseArguments(words, schema, json);
        JSON.stringify(parsed.arguments);
        for (const { message } of parsed.problems) expect(message).not.toContain('undefined');
      }),
    );
  });

  it('give back any text for a text, and any JSON after :=', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (value, json) => {
        const given = valuesOf([`text=${value}`, `any:=${JSON.stringify(json)}`]);
        expect(given).toEqual({ text: value, any: JSON.parse(JSON.stringify(json)) });
      }),
    );
  });
});
