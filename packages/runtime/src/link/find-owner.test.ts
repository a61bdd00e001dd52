import type { Respondent } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { findOwner, type Asker, type Owner } from './find-owner.ts';

const onQuestion: Asker['onQuestion'] = () => ({ cancel: () => undefined });
const onAnswer = (): undefined => undefined;

interface Options {
  readonly waiting?: readonly number[];
  /** The last that was asked; the last that waits unless given. */
  readonly lastAsked?: number;
  readonly relatedTo?: number;
  readonly isOwnLink?: boolean;
}

/** Requests in flight, by the names of their respondents: `c1` and `c2` are known to be one client, `own` is one of Toolyard's own. */
function find(names: string, options: Options = {}) {
  const respondents = new Map<string, Respondent>();
  const open = new Map<number, Asker>();
  for (const [index, name] of names.split(' ').entries()) {
    const [session = ''] = name;
    const respondent = respondents.get(name) ?? {
      session,
      capabilities: {},
      ...(session === 'c' ? { client: 'c' } : {}),
    };
    respondents.set(name, respondent);
    open.set(index + 1, name === 'own' ? { onAnswer } : { onAnswer, respondent, onQuestion });
  }
  const { waiting = [], lastAsked = waiting.at(-1), relatedTo, isOwnLink = false } = options;
  const isWaiting = (request: number): boolean => waiting.includes(request);
  return toWord(findOwner(open, { relatedTo, isOwnLink, isWaiting, lastAsked: () => lastAsked }));
}

function toWord(owner: Owner): number | string {
  return owner.kind === 'request' ? owner.request : owner.kind;
}

describe('the request that a question belongs to', () => {
  it('is the one it is related to, whoever else is there', () => {
    expect(find('a b c', { relatedTo: 2 })).toBe(2);
    expect(find('a own', { relatedTo: 2 })).toBe('nobody');
    expect(find('a b', { relatedTo: 9 })).toBe('over');
  });

  it('is the newest of the only session in flight', () => {
    expect(find('a')).toBe(1);
    expect(find('a own a own')).toBe(3);
    expect(find('own')).toBe('nobody');
  });

  it('is not known where several sessions are in flight, whoever waits', () => {
    expect(find('a b')).toBe('several');
    expect(find('a b', { waiting: [1] })).toBe('several');
    expect(find('a own b')).toBe('several');
  });

  it.each([
    ['nobody', []],
    ['all but one', [1, 2]],
    ['all', [1, 3, 2]],
  ])(
    'is not known where a session has several requests of clients on a link of its own, and %s of them wait',
    (_, waiting) => {
      expect(find('s1 s2 s3', { waiting, isOwnLink: true })).toBe('several');
    },
  );

  it('is, of the clients of one session on a link that all share, the only one that waits for nothing, else the one asked last', () => {
    expect(find('s1 s2 s3')).toBe('several');
    expect(find('s1 s2 s3', { waiting: [1, 2] })).toBe(3);
    expect(find('s1 s2 s3', { waiting: [1, 3, 2] })).toBe(2);
    // The one that was asked last is over.
    expect(find('s1 s2 s3', { waiting: [1, 3, 2], lastAsked: 9 })).toBe('several');
  });

  it('is the oldest that waits for no answer, where several are known to be one client', () => {
    expect(find('c1 c2 c3')).toBe(1);
    expect(find('c1 c2 c3', { waiting: [1] })).toBe(2);
    expect(find('c1 c2 c3', { waiting: [1, 2, 3] })).toBe(1);
    expect(find('c1 s1', { waiting: [2] })).toBe('several');
  });
});
