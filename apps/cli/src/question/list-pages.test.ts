import { describe, expect, it } from 'vitest';
import { listPages } from './list-pages.ts';

const page = { mode: 'url', elicitationId: '1', message: 'Log in', url: 'https://example.com/login' };
const bad = { ...page, url: 'javascript:alert(1)' };

describe('listPages', () => {
  it('gives the pages that the server names, and no other address', () => {
    const error = { code: -32042, message: 'Log in first', data: { elicitations: [page, bad, { mode: 'form' }, 7] } };
    expect(listPages(error)).toEqual([{ url: 'https://example.com/login', host: 'example.com' }]);
  });

  it.each([
    { code: -32042, message: 'x' },
    { code: -32042, message: 'x', data: { elicitations: 'no list' } },
    { code: -32000, message: 'x', data: { elicitations: [page] } },
  ])('gives none for %j', (error) => {
    expect(listPages(error)).toEqual([]);
  });
});
