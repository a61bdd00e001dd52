import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { parseAddress } from './parse-address.ts';

it.each([
  ['7420', { host: '127.0.0.1', port: 7420 }],
  ['0', { host: '127.0.0.1', port: 0 }],
  ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
  ['localhost:65535', { host: 'localhost', port: 65_535 }],
  ['[::1]:7420', { host: '[::1]', port: 7420 }],
  ['tools.example.com:443', { host: 'tools.example.com', port: 443 }],
  ['65536', undefined],
  ['', undefined],
  [':80', undefined],
  ['localhost', undefined],
  ['::1:80', undefined],
  ['a b:80', undefined],
  ['http://localhost:80', undefined],
  ['80x', undefined],
  ['-1', undefined],
])('%s is %j', (text, address) => {
  expect(parseAddress(text)).toEqual(address);
});

it('gives a port that exists, whatever was written', () => {
  assert(
    property(string(), (text) => {
      const { port } = parseAddress(text) ?? { port: 0 };
      expect(port >= 0 && port <= 65_535).toBe(true);
    }),
  );
});
