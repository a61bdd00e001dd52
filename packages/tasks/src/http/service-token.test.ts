import { expect, it } from 'vitest';
import { createServiceTokenCheck, readBearer } from './service-token.ts';

it.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc ', 'abc'],
  ['Basic abc', undefined],
  ['Bearer', undefined],
  ['Bearer a b', undefined],
  [undefined, undefined],
  [['Bearer abc', 'Bearer def'], undefined],
])('reads the header %j as %j', (header, token) => {
  expect(readBearer(header)).toBe(token);
});

it('knows each of the service tokens, and nothing else', () => {
  const isService = createServiceTokenCheck(['new', 'old']);
  expect(['new', 'old', '', 'ne', 'newer', 'NEW'].map(isService)).toEqual([true, true, false, false, false, false]);
  expect(createServiceTokenCheck([])('')).toBe(false);
});
