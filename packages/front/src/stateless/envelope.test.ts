import { createRequest, parseFrame } from '@toolyard/core';
import { assert, constantFrom, dictionary, jsonValue, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { claimedRevision, parseEnvelope, withoutEnvelope } from './envelope.ts';

const REVISION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const NAMES = [REVISION, CAPABILITIES, 'io.modelcontextprotocol/clientInfo', 'io.modelcontextprotocol/logLevel'];

it('takes out the envelope and nothing else', () => {
  const name = oneof(constantFrom(...NAMES, 'progressToken'), string());
  assert(
    property(dictionary(name, jsonValue({ maxDepth: 2 })), (meta) => {
      const kept = Object.entries(meta).filter(([key]) => !NAMES.includes(key));
      const given = createRequest(1, 'm', { a: 1, _meta: meta, b: 2 });
      const frame = parseFrame(withoutEnvelope(given).bytes);
      const wanted = { a: 1, _meta: Object.fromEntries(kept), b: 2 };
      expect(frame?.value('params')).toEqual(JSON.parse(JSON.stringify(wanted)));
    }),
  );
});

it('leaves a request without `_meta` as it is', () => {
  const frame = createRequest(1, 'm', { a: 1 });
  expect(withoutEnvelope(frame)).toBe(frame);
});

it('says what each request says, whatever the one before said', () => {
  const ask = (capabilities: object, name: string): ReturnType<typeof parseEnvelope> =>
    parseEnvelope(
      createRequest(1, 'm', {
        _meta: {
          [REVISION]: '2026-07-28',
          [CAPABILITIES]: capabilities,
          'io.modelcontextprotocol/clientInfo': { name },
        },
      }),
    );
  for (const name of ['one', 'one', 'two', 'one']) {
    expect(ask({ roots: {} }, name)).toEqual({
      capabilities: { roots: {} },
      clientInfo: { name },
      logLevel: undefined,
    });
    expect(ask({ sails: {} }, name)).toMatchObject({ capabilities: { sails: {} } });
    expect(parseEnvelope(createRequest(1, 'm', {}))).toMatchObject({ code: -32602 });
  }
});

it('believes nothing of a `_meta` that says a thing twice', () => {
  const text = `{"id":1,"method":"m","params":{"_meta":{"${REVISION}":"a","${REVISION}":"b","${CAPABILITIES}":{}}}}`;
  const frame = parseFrame(Buffer.from(text));
  expect(frame && claimedRevision(frame)).toBeUndefined();
  expect(frame && parseEnvelope(frame)).toMatchObject({ code: -32602 });
});

it.each([[], 'text', 1, null])('finds no envelope in %j', (meta) => {
  expect(parseEnvelope(createRequest(1, 'm', { _meta: meta }))).toMatchObject({ code: -32602 });
});
