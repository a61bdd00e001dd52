import { expect, it } from 'vitest';
import { toUrlHost } from './to-url-host.ts';

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
  ['::1', '[::1]'],
  ['[::1]', '[::1]'],
])('writes %s as %s', (host, written) => {
  expect(toUrlHost(host)).toBe(written);
});
