import { createRequest } from '@toolyard/core';
import { expect, it } from 'vitest';
import { checkParamHeaders } from './check-param-headers.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    place: { type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } },
    list: { type: 'array', items: { properties: { x: { 'x-mcp-header': 'X' } } } },
    text: { type: 'string' },
  },
};
const check = (given: unknown, headers: Record<string, string>) =>
  checkParamHeaders(createRequest(1, 'tools/call', { name: 't', arguments: given }), headers, SCHEMA);

it.each([
  [{}, {}],
  [undefined, {}],
  [{ text: 'a' }, { 'mcp-param-other': 'b' }],
  [{ region: null }, {}],
  [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
  [{ region: '' }, { 'mcp-param-region': '' }],
  [{ region: 'SGVsbG8=' }, { 'mcp-param-region': 'SGVsbG8=' }],
  [{ region: '=?base64?SGVsbG8=' }, { 'mcp-param-region': '=?base64?SGVsbG8=' }],
  [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8=?=' }],
  [{ count: 42 }, { 'mcp-param-count': '42.0' }],
  [{ dry: false }, { 'mcp-param-dry': 'false' }],
  [{ place: { city: 'Bern' } }, { 'mcp-param-city': 'Bern' }],
  [{ place: 'Bern' }, {}],
  [{ list: [{ x: 1 }] }, {}],
])('lets %j with %j pass', (given, headers) => {
  expect(check(given, headers)).toBeUndefined();
});

it.each([
  [{ region: 'eu' }, {}],
  [{ region: 'eu' }, { 'mcp-param-region': 'us' }],
  [{ region: 'eu' }, { 'mcp-param-region': 'EU' }],
  [{}, { 'mcp-param-region': 'eu' }],
  [{ region: null }, { 'mcp-param-region': 'null' }],
  [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
  [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }],
  [{ count: 42 }, { 'mcp-param-count': '43' }],
  [{ count: 0 }, { 'mcp-param-count': '' }],
  [{ dry: true }, { 'mcp-param-dry': 'True' }],
  [{ place: { city: 'Bern' } }, {}],
])('refuses %j with %j', (given, headers) => {
  expect(check(given, headers)).toMatchObject({ status: 400, code: -32020 });
});

it('says what is wrong, and not too much of it', () => {
  expect(check({ region: 'eu' }, {})?.message).toBe(
    'The header "Mcp-Param-Region" is missing, but the body says "eu". They must match.',
  );
  expect(check({ region: 'x'.repeat(1_000_000) }, {})?.message.length).toBeLessThan(400);
});

it.each([undefined, null, 'text', [], { properties: 7 }, { properties: { a: true } }])(
  'takes %j for no schema',
  (schema) => {
    const call = createRequest(1, 'tools/call', { name: 't', arguments: { a: 1 } });
    expect(checkParamHeaders(call, { 'mcp-param-a': '2' }, schema)).toBeUndefined();
  },
);

it('is not led astray by a schema without an end, or names of inherited members', () => {
  const endless: { properties: Record<string, unknown> } = { properties: {} };
  endless.properties['a'] = endless;
  const call = createRequest(1, 'tools/call', { name: 't', arguments: {} });
  expect(checkParamHeaders(call, {}, endless)).toBeUndefined();
  const inherited = { properties: { constructor: { 'x-mcp-header': 'C' } } };
  expect(checkParamHeaders(call, {}, inherited)).toBeUndefined();
});
