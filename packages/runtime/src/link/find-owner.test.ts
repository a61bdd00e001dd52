import type { Respondent } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { findOwner, type Asker, type Owner } from './find-owner.ts';

const onQuestion: Asker['onQuestion'] = () => ({ cancel: () => undefined });
const onAnswer = (): undefined => undefined;

/** Requests in flight, by the letters of their respondents; `own` is one of Toolyard's own. */
function find(letters: string, options: { waiting?: readonly number[]; isOwnLink?: boolean; relatedTo?: number } = {}) {
  const respondents = new Map<string, Respondent>();
  const open = new Map<number, Asker>();
  for (const [index, name] of letters.split(' ').entries()) {
    const [session = ''] = name;
    const respondent = respondents.get(name) ?? { session, capabilities: {} };
    respondents.set(name, respondent);
    open.set(index + 1, name === 'own' ? { onAnswer } : { onAnswer, respondent, onQuestion });
  }
  const { waiting = [], isOwnLink = false, relatedTo } = options;
  const isWaiting = (request: number): boolean => waiting.includes(request);
  return toWord(findOwner(open, { relatedTo, isOwnLink, isWaiting, lastAsked: () => waiting.at(-1) }));
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
    expect(find('a own b', { isOwnLink: true })).toBe('several');
  });

  it('is the only one that waits for no answer, where a stateless client has several', () => {
    expect(find('s1 s2 s3', { waiting: [1, 2] })).toBe(3);
    expect(find('s1 s2 s3', { waiting: [2, 3] })).toBe(1);
    expect(find('s1 s2 s3', { waiting: [1] })).toBe('several');
  });

  it('is the one that was asked last, where all of a stateless client wait', () => {
    expect(find('s1 s2 s3', { waiting: [1, 3, 2] })).toBe(2);
  });

  it('is the oldest that waits for no answer, of a stateless client that has the link for itself', () => {
    expect(find('s1 s2 s3', { isOwnLink: true })).toBe(1);
    expect(find('s1 s2 s3', { isOwnLink: true, waiting: [1] })).toBe(2);
    expect(find('s1 s2', { isOwnLink: true, waiting: [1, 2] })).toBe(2);
  });
});
