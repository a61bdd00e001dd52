import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editParams } from './edit-params.ts';
import {
  createErrorResponse,
  createNotification,
  createRequest,
  createResponse,
  parseFrame,
  parseFrames,
  type Frame,
} from './frame.ts';

import { toIdText } from './request-id.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Where everything stands that is looked up, with all inside of it. */
const placesOf = (frame: Frame | undefined): unknown[] => [
  frame?.id,
  frame?.span('id'),
  frame?.span('params'),
  frame?.span('result'),
];
const textOf = (frame: Frame | undefined): string => new TextDecoder().decode(frame?.bytes);

describe('parseFrame', () => {
  it('tells requests, notifications and responses apart', () => {
    const kinds = [
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"result":{},"jsonrpc":"2.0","id":"a"}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
    ].map((text) => parseFrame(encode(text)));
    expect(kinds.map((frame) => [frame?.isRequest, frame?.isNotification, frame?.isResponse])).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [false, false, true],
    ]);
    expect(kinds.map((frame) => frame?.id)).toEqual([1, undefined, 'a', undefined]);
  });

  it.each([
    'hello',
    '{"log":"started"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping"} trailing',
    '"text"',
    'null',
    '{"id":1}',
  ])('does not take %s for a message', (line) => expect(parseFrame(encode(line))).toBeUndefined());

  it('reads an id and a method as JSON.parse does', () => {
    const ids = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.string({ unit: 'binary', maxLength: 40 }));
    fc.assert(
      fc.property(ids, fc.string({ unit: 'binary', maxLength: 40 }), (id, method) => {
        const text = JSON.stringify({ id, method, params: { id, method } });
        const frame = parseFrame(encode(text));
        const expected = JSON.parse(text);
        // JSON has no infinity: null is written in its place, which is no id.
        expect(frame?.id === undefined ? 'null' : toIdText(frame.id)).toBe(JSON.stringify(expected.id));
        expect([frame?.method, frame?.param('method')]).toEqual([expected.method, expected.method]);
      }),
    );
  });

  it('keeps a byte order mark that is part of a text', () => {
    expect(parseFrame(encode('{"method":"\uFEFFa","params":{"\uFEFFb":1}}'))?.method).toBe('\uFEFFa');
    expect(parseFrame(encode('{"method":"a","params":{"\uFEFFb":1}}'))?.param('\uFEFFb')).toBe(1);
  });

  it('takes params that name a member twice, and reads nothing from them', () => {
    const frame = parseFrame(encode('{"id":1,"method":"a","params":{"name":"x","n\\u0061me":"y"}}'));
    expect(frame?.isRequest).toBe(true);
    expect(frame?.param('name')).toBeUndefined();
  });

  it('does not take an object for an id', () => {
    expect(parseFrame(encode('{"id":{"a":1},"method":"x"}'))?.isNotification).toBe(true);
  });
});

describe('parseFrames', () => {
  it('reads the messages of a batch', () => {
    const frames = parseFrames(encode(' [{"id":1,"method":"a"}, {"method":"b"}] '));
    expect(frames.map((frame) => frame.method)).toEqual(['a', 'b']);
  });

  it('refuses a batch with anything else in it', () => {
    expect(parseFrames(encode('[{"id":1,"method":"a"}, 5]'))).toEqual([]);
  });
});

describe('withId', () => {
  it('knows where everything stands, without reading the message again', () => {
    const texts = [
      '"jsonrpc":"2.0"',
      '"id": "é"',
      '"params":{"name":"x","_meta":{"a":[1]}}',
      '"result":{"isError":true}',
    ];
    const members = fc.shuffledSubarray(texts, { minLength: texts.length });
    const id = fc.oneof(fc.integer(), fc.string({ unit: 'grapheme', maxLength: 8 }));
    fc.assert(
      fc.property(members, id, (ordered, given) => {
        const changed = parseFrame(encode(`{${ordered.join(', ')}}`))?.withId(given);
        expect(placesOf(changed)).toEqual(placesOf(changed && parseFrame(changed.bytes)));
        expect([changed?.param('name'), changed?.param('_meta')]).toEqual(['x', { a: [1] }]);
      }),
    );
  });

  it('changes the id and nothing else, wherever it stands', () => {
    const text = '{ "result" : {"id":7,"n":12345678901234567890, "x":1.0} , "extra":[1], "id" : 7 }';
    expect(textOf(parseFrame(encode(text))?.withId('client-1'))).toBe(text.replace('"id" : 7', '"id" : "client-1"'));
  });

  it('gives the id back for any message and any pair of ids', () => {
    const ids = fc.oneof(fc.integer(), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(ids, ids, fc.jsonValue(), (before, after, result) => {
        const frame = createResponse(before, JSON.stringify(result));
        const changed = frame.withId(after);
        expect(changed.id).toEqual(JSON.parse(JSON.stringify(after)));
        expect(textOf(changed.withId(before))).toBe(textOf(frame));
      }),
    );
  });
});

describe('editParams', () => {
  const edit = (text: string, changes: Parameters<typeof editParams>[1]): string => {
    const frame = parseFrame(encode(text));
    return textOf(frame && frame.edited(editParams(frame, changes)));
  };

  it.each([
    '{"id":1,"method":"x","params":{"_meta":{}}}',
    '{"method":"x","params":{"_meta":{}},"id":1}',
    '{"id":1,"method":"x","params":{}}',
    '{"id":1,"method":"x"}',
  ])('adds several members, in their order, to %s', (text) => {
    const frame = parseFrame(encode(text));
    const id = frame?.span('id');
    const edits = id === undefined ? [] : [{ span: id, text: '42' }];
    const edited = frame?.edited(editParams(frame, { params: { a: '1', b: '2' }, meta: { c: '3', d: '4' } }, edits));
    const { id: newId, params } = JSON.parse(textOf(edited));
    const { _meta: meta, ...others } = params;
    expect(newId).toBe(42);
    expect(params).toEqual({ a: 1, b: 2, _meta: { c: 3, d: 4 } });
    expect(Object.keys(others)).toEqual(['a', 'b']);
    expect(Object.keys(meta)).toEqual(['c', 'd']);
  });

  it('replaces what is there and leaves the rest byte for byte', () => {
    const text =
      '{"id":1,"method":"tools/call","params":{"arguments":{"n":1e400,"big":9007199254740993},"name":"a","_meta":{"progressToken":"t","x":1}}}';
    expect(edit(text, { params: { name: '"b"' }, meta: { progressToken: '5' } })).toBe(
      text.replace('"name":"a"', '"name":"b"').replace('"t"', '5'),
    );
  });

  it('adds params and _meta where there are none', () => {
    expect(edit('{"method":"x"}', { meta: { a: '1' } })).toBe('{"method":"x","params":{"_meta":{"a":1}}}');
    expect(edit('{"method":"x","params":{}}', { meta: { a: '1' } })).toBe('{"method":"x","params":{"_meta":{"a":1}}}');
    expect(edit('{"method":"x","params":{"_meta":null}}', { meta: { a: '1' } })).toBe(
      '{"method":"x","params":{"_meta":{"a":1}}}',
    );
  });

  it('writes a _meta anew that names a member twice, since its changes would be missing otherwise', () => {
    const text = '{"method":"x","params":{"_meta":{"k":1,"k":2,"progressToken":3},"n":1.0}}';
    expect(edit(text, { meta: { progressToken: '7' } })).toBe(
      '{"method":"x","params":{"_meta":{"k":2,"progressToken":7},"n":1.0}}',
    );
  });

  it('changes nothing where there is nothing to change', () => {
    expect(edit('{"method":"x"}', {})).toBe('{"method":"x"}');
  });
});

describe('builders', () => {
  it('write messages that read back', () => {
    expect(textOf(createRequest(1, 'ping'))).toBe('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    expect(textOf(createNotification('x', { a: 'ü' }))).toBe('{"jsonrpc":"2.0","method":"x","params":{"a":"ü"}}');
    expect(createErrorResponse('q', { code: -1, message: 'no' }).value('error')).toEqual({ code: -1, message: 'no' });
  });
});

describe('a frame is one line', () => {
  const members = '{"id":1,|"method":"tools/call","params":{"name":"a",|"arguments":{"x":[|{"b":"c\\n"}|]}}}';

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['a lone CR', '\r'],
  ])('with spaces where %s stood, and everything else as it came', (_, lineBreak) => {
    const frame = parseFrame(encode(members.replaceAll('|', lineBreak)));
    expect(textOf(frame)).toBe(members.replaceAll('|', ' '.repeat(lineBreak.length)));
    expect(frame?.param('arguments')).toEqual({ x: [{ b: 'c\n' }] });
    expect(textOf(frame?.withId(2))).toBe(members.replace('1', '2').replaceAll('|', ' '.repeat(lineBreak.length)));
  });

  it('also where the line break stands before it, after it, or around the messages of a batch', () => {
    expect(textOf(parseFrame(encode('\n{"method":"a"}\r\n')))).toBe(' {"method":"a"}');
    const batch = parseFrames(encode('\n[\n{"method":\n"a"}\n,\n{"method":"b"}\n]\n'));
    expect(batch.map(textOf)).toEqual(['{"method": "a"}', '{"method":"b"}']);
  });

  it('however its text was made', () => {
    const pretty = JSON.stringify({ tools: [{ name: 'a' }] }, undefined, 2);
    expect(textOf(createResponse(1, pretty))).not.toContain('\n');
    const frame = parseFrame(encode('{"id":1,"method":"a","params":{}}'));
    const edited = frame?.edited(editParams(frame, { params: { value: pretty }, meta: { more: '[\r1\r\n]' } }));
    expect(textOf(edited)).not.toMatch(/[\r\n]/);
    expect(JSON.parse(textOf(edited))).toEqual({
      id: 1,
      method: 'a',
      params: { value: JSON.parse(pretty), _meta: { more: [1] } },
    });
  });

  it('without a copy where there was nothing to change', () => {
    for (const text of ['{"method": "a",\t"params":{}}', '{"method":"a"}\n']) {
      const bytes = encode(text);
      expect(parseFrame(bytes)?.bytes.buffer).toBe(bytes.buffer);
    }
  });

  it('for any value in any layout', () => {
    const indents = fc.constantFrom('\n', '\r\n', '\r', ' \n\t');
    fc.assert(
      fc.property(fc.jsonValue(), indents, (value, lineBreak) => {
        const message = { id: 7, method: 'a', params: { value }, more: value };
        const text = JSON.stringify(message, undefined, 1).replaceAll('\n', lineBreak);
        const frame = parseFrame(encode(text));
        expect(textOf(frame)).not.toMatch(/[\r\n]/);
        expect(JSON.parse(textOf(frame))).toEqual(JSON.parse(text));
        expect(frame?.param('value')).toEqual(JSON.parse(text).params.value);
      }),
    );
  });
});

describe('a message that is nested too deeply', () => {
  const nested = (levels: number): string => '['.repeat(levels) + '1' + ']'.repeat(levels);
  const MESSAGE = 'The message is nested more than 1,000 levels deep and was refused.';

  it('is refused above 1,000 levels, and taken at that', () => {
    expect(parseFrame(encode(`{"method":"a","params":{"x":${nested(998)}}}`))?.refusal).toBeUndefined();
    expect(parseFrame(encode(`{"method":"a","x":${nested(999)}}`))?.refusal).toBeUndefined();
    expect(parseFrame(encode(`{"method":"a","x":${nested(1000)}}`))?.refusal).toEqual({
      code: -32600,
      message: MESSAGE,
    });
  });

  it.each([1001, 6000, 100_000])(
    'keeps the id and the method of a request and nothing else, at %d levels',
    (levels) => {
      for (const text of [
        `{"params":{"_meta":${nested(levels)}},"id":"a","method":"tools/call"}`,
        `{"params":{"name":1,"name":2,"x":${nested(levels)}},"id":"a","method":"tools/call"}`,
      ]) {
        const frame = parseFrame(encode(text));
        expect(textOf(frame)).toBe('{"jsonrpc":"2.0","id":"a","method":"tools/call"}');
        expect(frame?.refusal?.message).toBe(MESSAGE);
      }
    },
  );

  it('is an error in place of an answer, so that whoever asked hears of it', () => {
    const frame = parseFrame(encode(`{"id":5,"result":{"capabilities":${nested(6000)}}}`));
    expect(JSON.parse(textOf(frame))).toEqual({ jsonrpc: '2.0', id: 5, error: { code: -32603, message: MESSAGE } });
    expect(parseFrame(encode(`{"error":{"data":${nested(6000)}}}`))).toBeUndefined();
  });

  it('is no message where it consists of brackets alone', () => {
    expect(parseFrame(encode(`{"method":"a","x":${nested(2_000_000)}}`))).toBeUndefined();
  });
});

it.each(['{"jsonrpc":"2.0","method":"a"}', '1'])('takes no batch of more than 100,000 times %s', (element) => {
  expect(parseFrames(encode(`[${Array(100_001).fill(element).join(',')}]`))).toEqual([]);
});

describe('a message that is too wide to be looked at', () => {
  const members = (count: number): string => Array.from({ length: count }, (_, index) => `"${index}":1`).join(',');

  it('is none, in its own members or in its parameters', () => {
    expect(parseFrame(encode(`{"method":"a","params":{${members(99_000)}}}`))?.method).toBe('a');
    expect(parseFrame(encode(`{"method":"a","params":{${members(200_000)}}}`))?.params).toBeUndefined();
    expect(parseFrame(encode(`{"method":"a",${members(200_000)}}`))).toBeUndefined();
  });

  it('is one where only something inside is wide, which nobody looks at', () => {
    const text = `{"method":"a","params":{"arguments":{${members(200_000)}}}}`;
    expect(textOf(parseFrame(encode(text)))).toBe(text);
  });
});

it('leaves out a progress token that two readers could read differently', () => {
  const frame = parseFrame(encode('{"id":1,"method":"a","params":{"_meta":{"a":1,"a":2,"progressToken":7}}}'));
  const edited = frame?.edited(editParams(frame, { meta: { chain: '1' } }));
  expect(JSON.parse(textOf(edited)).params).toEqual({ _meta: { a: 2, chain: 1 } });
});

describe('a message that is not UTF-8', () => {
  const of = (...parts: (string | number[])[]): Uint8Array =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...encode(part)] : part)));

  it.each([
    ['a byte that never stands in UTF-8', [0xff]],
    ['a character that breaks off', [0xe2, 0x82]],
    ['an overlong form', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ])('gets replacement characters for %s, near and far from its start', (_, bytes) => {
    for (const before of ['', 'é', 'x'.repeat(1000), 'x'.repeat(200_000)]) {
      const frame = parseFrame(of('{"id":1,"method":"a","params":{"name":"', before, bytes, '"},"after":2}'));
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(frame?.bytes)).not.toThrow();
      const name = String(frame?.param('name'));
      expect([name.startsWith(before), new Set(name.slice(before.length))]).toEqual([true, new Set(['\uFFFD'])]);
      expect([frame?.id, frame?.method]).toEqual([1, 'a']);
    }
  });

  it('is not copied where it is', () => {
    const bytes = encode(`{"method":"é日👍${'日'.repeat(50_000)}"}`);
    expect(parseFrame(bytes)?.bytes.buffer).toBe(bytes.buffer);
  });
});
