import { expect, it } from 'vitest';
import { renderUsage } from './render-usage.ts';

it('names required arguments first and brackets the others', () => {
  const schema = {
    type: 'object',
    properties: {
      days: { type: 'integer' },
      city: { type: 'string' },
      unit: { enum: ['C', 'F'] },
      tag: { type: 'array', items: { type: 'string' } },
      any: {},
    },
    required: ['city'],
  };
  expect(renderUsage('weather:forecast', schema)).toBe(
    'toolyard call weather:forecast city=<string> [days=<integer>] [unit=<C|F>] [tag=<string, repeatable>] [any=<value>]',
  );
});

it('needs no schema', () => {
  expect(renderUsage('a:b', undefined)).toBe('toolyard call a:b');
});
