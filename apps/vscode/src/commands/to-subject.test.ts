import { describe, expect, it } from 'vitest';
import { toSubject } from './to-subject.ts';

const HOOK = { kind: 'hook', folder: '/shop', hook: 'announce' };

describe('toSubject', () => {
  it('takes a subject, and that of a row', () => {
    expect(toSubject(HOOK)).toBe(HOOK);
    expect(toSubject({ id: 'row', label: 'Announce', subject: HOOK })).toBe(HOOK);
    expect(toSubject({ kind: 'text' })).toEqual({ kind: 'text' });
  });

  it.each([
    undefined,
    null,
    'announce',
    42,
    [],
    {},
    { kind: 'hook' },
    { kind: 'hook', folder: '/shop', hook: 7 },
    { kind: 'toString', folder: '/shop' },
    { kind: ['hook'], folder: '/shop', hook: 'announce' },
    { subject: { subject: HOOK } },
    { scheme: 'file', path: '/shop/a.ts' },
  ])('counts %j as nothing', (argument) => {
    expect(toSubject(argument)).toBeUndefined();
  });
});
