import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParameterMapping } from '../hook/hook.ts';
import { resolveArguments } from './resolve-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    on: { type: 'boolean' },
    nothing: { type: 'null' },
    maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    label: { type: ['string', 'null'] },
    id: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    level: { enum: [1, 2, 'high', true, null] },
    version: { type: 'string', enum: ['1', '2'] },
    fixed: { const: 7 },
    tags: { type: 'array', items: { type: 'string' } },
    numbers: { type: 'array', items: { type: 'number' } },
    rows: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    pair: { prefixItems: [{ type: 'string' }, { type: 'integer' }] },
    one: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    filter: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
        in: { $ref: '#/$defs/place' },
      },
    },
    place: { $ref: '#/$defs/place' },
    scores: { type: 'object', additionalProperties: { type: 'integer' } },
    any: {},
    'a.b': { type: 'integer' },
    a: { type: 'object' },
    __proto__x: { type: 'string' },
  },
  $defs: { place: { type: 'object', properties: { lat: { type: 'number' }, name: { type: 'string' } } } },
};

const attacks = {
  shell: '"; rm -rf / #',
  subshell: '$(rm -rf /)',
  backticks: '`rm -rf /`',
  nested: '{user} {{user}} }',
  quotes: '"}], "admin": true, "x": [{"y": "',
  nul: 'a\u0000b',
  lines: 'a\r\nb\tc',
  proto: '__proto__',
  unicode: 'Grüße 👩‍💻 e\u0301 \u202e 𝒜',
  lone: '\ud800',
  percent: '%s %PATH% ${HOME} $HOME',
};

const context: Record<string, unknown> = {
  feature: '005-login',
  branch: 'main',
  timestamp: '2026-11-15T10:00:00.000Z',
  user: 'Ada "the first" {branch}',
  event: 'file.saved',
  path: 'specs/005-login/spec.md',
  paths: ['a.md', 'b.md'],
  workspace: '/home/ada/yard',
  status: 'success',
  result: { items: [{ id: 42, ok: true, note: null }], total: 1.5, '': 'empty', list: [1, 2] },
  data: JSON.parse(
    `{"number": "12", "big": "12345678901234567890", "json": "{\\"lat\\": \\"1.5\\"}", "list": "[1, 2]", "yes": "true",
      "none": "null", "word": "many", "empty": "", "constructor": "c", "__proto__": {"x": "p"}, "a-b": "dash"}`,
  ),
};
Object.assign(context, { message: attacks.shell });

const literal = (toolParam: string, value: unknown): ParameterMapping => ({ toolParam, source: 'literal', value });
const taken = (toolParam: string, value: unknown): ParameterMapping => ({ toolParam, source: 'context', value });
const filled = (toolParam: string, value: unknown): ParameterMapping => ({ toolParam, source: 'template', value });
const orElse = (mapping: ParameterMapping, other: unknown): ParameterMapping => ({ ...mapping, default: other });

describe('resolveArguments gives', () => {
  it.each<[string, readonly ParameterMapping[], unknown]>([
    ['nothing for nothing', [], {}],
    // Literals
    ['a text', [literal('text', '#specs')], { text: '#specs' }],
    ['a text of digits', [literal('text', '42')], { text: '42' }],
    ['a text with braces', [literal('text', '{branch} {{x}}')], { text: '{branch} {{x}}' }],
    ['an integer', [literal('count', 3)], { count: 3 }],
    ['an integer of a text', [literal('count', '3')], { count: 3 }],
    ['a negative integer of a text', [literal('count', '-3')], { count: -3 }],
    ['a text that is no integer', [literal('count', 'three')], { count: 'three' }],
    ['an empty text', [literal('count', '')], { count: '' }],
    ['a text with a space', [literal('count', ' 3')], { count: ' 3' }],
    ['a hexadecimal text', [literal('count', '0x10')], { count: '0x10' }],
    ['a text too large for a number', [literal('count', '12345678901234567890')], { count: '12345678901234567890' }],
    ['a number of a text', [literal('ratio', '2.5e-3')], { ratio: 0.0025 }],
    ['a text that is no number', [literal('ratio', 'Infinity')], { ratio: 'Infinity' }],
    ['a boolean', [literal('on', false)], { on: false }],
    ['a boolean of a text', [literal('on', 'true')], { on: true }],
    ['a text that is no boolean', [literal('on', 'yes')], { on: 'yes' }],
    ['null', [literal('nothing', null)], { nothing: null }],
    ['null of a text', [literal('nothing', 'null')], { nothing: null }],
    ['a number for a text, as it is', [literal('text', 5)], { text: 5 }],
    ['a text where texts and numbers are allowed', [literal('id', '5')], { id: '5' }],
    ['a number where texts and numbers are allowed', [literal('id', 5)], { id: 5 }],
    ['a text where null is allowed too', [literal('label', 'null')], { label: 'null' }],
    ['an object', [literal('place', { lat: 1 })], { place: { lat: 1 } }],
    ['an object of a text', [literal('place', '{"lat": 1}')], { place: { lat: 1 } }],
    ['a text that is no object', [literal('place', 'here')], { place: 'here' }],
    ['whatever was given where nothing is known', [literal('any', '5')], { any: '5' }],
    ['a parameter that the tool does not have', [literal('unknown', [1])], { unknown: [1] }],
    // Alternatives and choices
    ['one of several types', [literal('maybe', '5')], { maybe: 5 }],
    ['null of several types', [literal('maybe', 'null')], { maybe: null }],
    ['a number of a list', [literal('level', '2')], { level: 2 }],
    ['a text of a list', [literal('level', 'high')], { level: 'high' }],
    ['a boolean of a list', [literal('level', 'true')], { level: true }],
    ['null of a list', [literal('level', 'null')], { level: null }],
    ['a text that is not in the list', [literal('level', 'low')], { level: 'low' }],
    ['a text of digits of a list', [literal('version', '1')], { version: '1' }],
    ['the only value allowed', [literal('fixed', '7')], { fixed: 7 }],
    // Lists
    ['a list', [literal('tags', ['a', 'b'])], { tags: ['a', 'b'] }],
    ['a list of one', [literal('tags', 'a')], { tags: ['a'] }],
    ['a list of one converted item', [literal('numbers', '5')], { numbers: [5] }],
    ['a list of one number', [literal('numbers', 5)], { numbers: [5] }],
    ['a list of a JSON text', [literal('numbers', '[1, "2"]')], { numbers: [1, 2] }],
    ['a list of converted items', [literal('numbers', ['1', 2, 'x'])], { numbers: [1, 2, 'x'] }],
    ['a list of lists', [literal('rows', [['1'], 2])], { rows: [[1], [2]] }],
    ['items by their place', [literal('pair', ['5', '5'])], { pair: ['5', 5] }],
    ['a text where a list is allowed too', [literal('one', 'a')], { one: 'a' }],
    ['no list for null', [literal('tags', null)], { tags: null }],
    ['a list of the context', [taken('tags', 'paths')], { tags: ['a.md', 'b.md'] }],
    // Nesting
    ['a field', [literal('filter.size', '3')], { filter: { size: 3 } }],
    [
      'fields of one object',
      [literal('filter.size', 3), taken('filter.tags', 'branch')],
      { filter: { size: 3, tags: ['main'] } },
    ],
    ['a field behind a reference', [literal('filter.in.lat', '1.5')], { filter: { in: { lat: 1.5 } } }],
    ['the parameter that has a dot in its name', [literal('a.b', '1')], { 'a.b': 1 }],
    ['a field that the object does not name', [literal('a.c', '1')], { a: { c: '1' } }],
    ['a dot that leads nowhere', [literal('text.x', '1')], { 'text.x': '1' }],
    [
      'fields converted inside an object',
      [literal('filter', { size: '3', tags: 'a', x: '1' })],
      { filter: { size: 3, tags: ['a'], x: '1' } },
    ],
    ['members of any name', [literal('scores', { ada: '1', bob: 'x' })], { scores: { ada: 1, bob: 'x' } }],
    // Context
    ['a value', [taken('text', 'branch')], { text: 'main' }],
    ['a value by its path', [taken('count', 'result.items[0].id')], { count: 42 }],
    ['an object of the context', [taken('any', 'result.items[0]')], { any: { id: 42, ok: true, note: null } }],
    ['null of the context', [taken('any', 'result.items[0].note')], { any: null }],
    ['a converted value', [taken('count', 'data.number')], { count: 12 }],
    ['a value too large to be converted', [taken('count', 'data.big')], { count: '12345678901234567890' }],
    ['an object of a text of the context', [taken('place', 'data.json')], { place: { lat: 1.5 } }],
    ['an empty text of the context', [taken('text', 'data.empty')], { text: '' }],
    ['a number for a text, as it is in the context', [taken('text', 'result.total')], { text: 1.5 }],
    ['a name of the language’s own', [taken('text', 'data.constructor')], { text: 'c' }],
    ['what lies below __proto__', [taken('text', 'data.__proto__.x')], { text: 'p' }],
    ['a value never read as a template', [taken('text', 'user')], { text: 'Ada "the first" {branch}' }],
    // Templates
    ['a filled text', [filled('text', '{feature} on {branch}')], { text: '005-login on main' }],
    ['values next to each other', [filled('text', '{branch}{branch}')], { text: 'mainmain' }],
    ['braces', [filled('text', '{{branch}} {{{branch}}}')], { text: '{branch} {main}' }],
    ['a value with braces in it', [filled('text', 'by {user}!')], { text: 'by Ada "the first" {branch}!' }],
    ['a number in a text', [filled('text', 'n={result.items[0].id}')], { text: 'n=42' }],
    ['an object in a text', [filled('text', 'r={result.items[0]}')], { text: 'r={"id":42,"ok":true,"note":null}' }],
    ['a list in a text', [filled('text', 'l={paths}')], { text: 'l=["a.md","b.md"]' }],
    ['a number as a text where a text is wanted', [filled('text', '{result.total}')], { text: '1.5' }],
    ['an object as a text where a text is wanted', [filled('text', '{result.list}')], { text: '[1,2]' }],
    ['a number with its type', [filled('count', '{result.items[0].id}')], { count: 42 }],
    ['an object with its type', [filled('any', '{result.list}')], { any: [1, 2] }],
    ['a list where texts and lists are allowed', [filled('one', '{paths}')], { one: ['a.md', 'b.md'] }],
    ['a number of a filled text', [filled('count', '1{data.number}')], { count: 112 }],
    ['a boolean of a filled text', [filled('on', '{data.yes}')], { on: true }],
    ['a list of one filled text', [filled('tags', 'on-{branch}')], { tags: ['on-main'] }],
    ['templates in a list', [filled('tags', ['{branch}', 'x {feature}'])], { tags: ['main', 'x 005-login'] }],
    [
      'templates in an object',
      [filled('filter', { size: '{data.number}', tags: '{paths}', in: { name: '{branch}' } })],
      { filter: { size: 12, tags: ['a.md', 'b.md'], in: { name: 'main' } } },
    ],
    [
      'names of fields as they are',
      [filled('any', { '{branch}': 1, '{{': '{{' })],
      { any: { '{branch}': 1, '{{': '{' } },
    ],
    ['plain values of a template', [filled('any', [1, null, true])], { any: [1, null, true] }],
    ['an empty template', [filled('text', '')], { text: '' }],
    ['a field with a dash', [filled('text', '-{data.a-b}-')], { text: '-dash-' }],
    // Defaults
    ['a default for a missing value', [orElse(taken('text', 'commit'), 'none')], { text: 'none' }],
    ['a default, converted', [orElse(taken('count', 'commit'), '7')], { count: 7 }],
    ['null for a default', [orElse(taken('nothing', 'commit'), null)], { nothing: null }],
    ['a default for a template', [orElse(filled('text', '{commit} by {user}'), '{user}')], { text: '{user}' }],
    ['no default where there is a value', [orElse(taken('text', 'branch'), 'none')], { text: 'main' }],
    ['no default for an empty text', [orElse(taken('text', 'data.empty'), 'none')], { text: '' }],
    ['no default for null', [orElse(taken('any', 'result.items[0].note'), 'none')], { any: null }],
    ['a default for null in a text', [orElse(filled('text', 'n: {result.items[0].note}'), 'none')], { text: 'none' }],
    // Only what is mapped
    ['nothing for a parameter of the same name', [literal('text', 'x')], { text: 'x' }],
  ])('%s', (_, mappings, expected) => {
    expect(resolveArguments(mappings, context, schema)).toStrictEqual({ arguments: expected });
  });

  it.each(Object.entries(attacks))('exactly what was given: %s', (_, attack) => {
    const hostile = { branch: attack, data: { x: attack } };
    const mappings = [
      literal('text', attack),
      taken('label', 'branch'),
      filled('id', 'a {branch} b {data.x}'),
      filled('tags', ['{branch}', { '{x}': '{branch}' }]),
    ];
    expect(resolveArguments(mappings, hostile, schema)).toStrictEqual({
      arguments: {
        text: attack,
        label: attack,
        id: `a ${attack} b ${attack}`,
        tags: [attack, { '{x}': attack }],
      },
    });
  });

  it('a parameter called __proto__ as a field of its own', () => {
    const own: unknown = JSON.parse('{"properties": {"__proto__": {"type": "integer"}}}');
    const resolved = resolveArguments([literal('__proto__', '5'), literal('constructor', 'c')], context, own);
    expect(JSON.stringify(resolved)).toBe('{"arguments":{"__proto__":5,"constructor":"c"}}');
    const value: unknown = JSON.parse('{"__proto__": {"admin": true}}');
    expect(JSON.stringify(resolveArguments([filled('place', value)], context, schema))).toBe(
      '{"arguments":{"place":{"__proto__":{"admin":true}}}}',
    );
  });

  it('very long values whole', () => {
    const long = 'x{user}'.repeat(200_000);
    const resolved = resolveArguments([filled('text', '<{branch}>')], { branch: long }, schema);
    expect(resolved).toStrictEqual({ arguments: { text: `<${long}>` } });
  });

  it('values as they are where the tool has no schema', () => {
    expect(resolveArguments([literal('a.b', '1')], context, undefined)).toStrictEqual({ arguments: { 'a.b': '1' } });
  });

  it('values that are nested deeper than any stack', () => {
    let deep: unknown = '1';
    for (let level = 0; level < 200_000; level++) deep = [deep];
    const self = { properties: { x: { $ref: '#/$defs/list' } }, $defs: { list: { items: { $ref: '#/$defs/list' } } } };
    expect(resolveArguments([taken('x', 'result')], { result: deep }, self)).toHaveProperty('arguments');
  });
});

describe('resolveArguments refuses', () => {
  it.each<[string, readonly ParameterMapping[], readonly [string, string][]]>([
    ['a missing value', [taken('text', 'commit')], [['text', '"commit" has no value for this event']]],
    [
      'a missing value of an optional parameter',
      [taken('any', 'remote')],
      [['any', '"remote" has no value for this event']],
    ],
    [
      'a path that leads nowhere',
      [taken('count', 'result.items[1].id')],
      [['count', '"result.items[1].id" has no value for this event']],
    ],
    ['a path into a text', [taken('text', 'branch.name')], [['text', '"branch.name" has no value for this event']]],
    ['a place in an object', [taken('text', 'result[0]')], [['text', '"result[0]" has no value for this event']]],
    ['a length', [taken('count', 'paths.length')], [['count', '"paths.length" has no value for this event']]],
    [
      'what only the language knows',
      [taken('text', 'data.toString')],
      [['text', '"data.toString" has no value for this event']],
    ],
    [
      'every value that a template misses',
      [filled('text', '{commit} {remote} {commit}')],
      [
        ['text', '"commit" has no value for this event'],
        ['text', '"remote" has no value for this event'],
      ],
    ],
    [
      'null in a text',
      [filled('text', 'n: {result.items[0].note}')],
      [['text', '"result.items[0].note" has no value for this event']],
    ],
    [
      'a missing value inside a value',
      [filled('filter', { tags: ['{commit}'] })],
      [['filter', '"commit" has no value for this event']],
    ],
    [
      'a template that is wrong',
      [orElse(filled('text', '{braanch}'), 'x')],
      [['text', 'Unknown name "braanch"; did you mean "branch"?']],
    ],
    [
      'a parameter that is mapped twice',
      [literal('text', 'a'), literal('text', 'b')],
      [['text', 'is mapped more than once']],
    ],
    [
      'an object and its fields',
      [literal('filter', {}), literal('filter.size', 1)],
      [['filter', 'is mapped both as a whole and by its fields']],
    ],
    [
      'several at once',
      [taken('text', 'commit'), literal('on', true), taken('any', 'agent')],
      [
        ['text', '"commit" has no value for this event'],
        ['any', '"agent" has no value for this event'],
      ],
    ],
  ])('%s', (_, mappings, problems) => {
    const expected = problems.map(([toolParam, message]) => ({ toolParam, message }));
    expect(resolveArguments(mappings, context, schema)).toStrictEqual({ problems: expected });
  });
});

describe('resolveArguments', () => {
  it('gives for a template of texts what putting them together gives', () => {
    const name = fc.constantFrom('branch', 'user', 'message');
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('{', '}', '{{', '$&', 'branch') }),
    );
    const piece = fc.oneof(text, fc.record({ name }));
    const values = fc.record({ branch: text, user: text, message: text });
    fc.assert(
      fc.property(fc.array(piece), values, (pieces, values) => {
        const template = pieces
          .map((piece) => (typeof piece === 'string' ? piece.replaceAll(/[{}]/g, '$&$&') : `{${piece.name}}`))
          .join('');
        const expected = pieces.map((piece) => (typeof piece === 'string' ? piece : values[piece.name])).join('');
        expect(resolveArguments([filled('text', template)], values, schema)).toEqual({ arguments: { text: expected } });
      }),
    );
  });

  it('never throws, and changes nothing that it was given', () => {
    const toolParam = fc.oneof(fc.constantFrom(...Object.keys(schema.properties), 'filter.size', 'a.x.y'), fc.string());
    const mapping = fc.record(
      {
        toolParam,
        source: fc.constantFrom('context', 'literal', 'template'),
        value: fc.jsonValue(),
        default: fc.jsonValue(),
      },
      { requiredKeys: ['toolParam', 'source', 'value'] },
    );
    fc.assert(
      fc.property(
        fc.array(mapping),
        fc.dictionary(fc.constantFrom('data', 'result', 'branch'), fc.jsonValue()),
        (mappings, values) => {
          const before = structuredClone({ mappings, values, schema });
          const result = resolveArguments(mappings, values, schema);
          expect('arguments' in result || result.problems.length > 0).toBe(true);
          expect({ mappings, values, schema }).toEqual(before);
        },
      ),
    );
  });

  it('keeps any literal that the schema says nothing about', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(resolveArguments([literal('any', value)], {}, schema)).toEqual({ arguments: { any: value } });
      }),
    );
  });
});
