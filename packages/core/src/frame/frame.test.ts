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

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
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
        const expected = JSON.parse(
          JSON.stringify({ id: id === Infinity || id === -Infinity ? undefined : id, method }),
        );
        expect({ id: frame?.id, method: frame?.method }).toEqual({ id: undefined, ...expected });
        expect(frame?.param('method')).toEqual(expected.method);
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
