import { expect, it } from 'vitest';
import { parseAccept } from './parse-accept.ts';

it.each([
  ['application/json, text/event-stream', 'events'],
  ['text/event-stream;q=0.5,application/json', 'events'],
  ['TEXT/EVENT-STREAM', 'events'],
  ['text/*', 'events'],
  ['application/json', 'json'],
  ['application/*', 'json'],
  ['*/*', 'json'],
  ['', 'json'],
  [undefined, 'json'],
  ['text/html', undefined],
  ['image/png, text/plain', undefined],
])('%s is answered with %s', (accept, form) => {
  expect(parseAccept(accept)).toBe(form);
});
