import { describe, expect, it } from 'vitest';
import { GIT_OPERATIONS } from '../hook/git-operations.ts';
import { GITHUB_OPERATIONS } from '../hook/github-operations.ts';
import type { ParameterRules } from '../hook/operation.ts';
import { resolveOperation } from './resolve-operation.ts';

const RULES: ParameterRules = {
  text: { kind: 'text', about: '' },
  line: { kind: 'line', about: '' },
  lines: { kind: 'lines', about: '' },
  needed: { kind: 'lines', required: true, about: '' },
  number: { kind: 'number', about: '' },
  flag: { kind: 'flag', about: '' },
  choice: { kind: 'choice', values: ['{data.a}'], about: '' },
  fixed: { kind: 'line', fixed: true, about: '' },
};

function resolve(parameters: Readonly<Record<string, unknown>>, context: unknown = {}) {
  return resolveOperation(RULES, parameters, context);
}

describe('the parameters of an operation', () => {
  it('get their values once, and only those that are templates', () => {
    const context = { data: { a: '{b}', b: 'no', list: ['x', 'y'], number: 7, nested: { n: 1 } } };
    expect(
      resolve(
        {
          text: '{data.a}\n{{}}',
          line: '{data.number}',
          lines: ['{data.list}', 'z {data.a}'],
          number: '{data.number}',
          flag: true,
          fixed: '{data.a}',
        },
        context,
      ),
    ).toEqual({
      values: { text: '{b}\n{}', line: '7', lines: ['x', 'y', 'z {b}'], number: 7, flag: true, fixed: '{data.a}' },
    });
    expect(resolve({ choice: '{data.a}', text: '{data.nested}' }, context)).toEqual({
      values: { choice: '{data.a}', text: '{"n":1}' },
    });
  });

  it.each<readonly [Readonly<Record<string, unknown>>, unknown, unknown]>([
    [{ line: '{data.v}' }, 'a\nb', 'line: must be one line'],
    [{ line: '{data.v}' }, '', 'line: is empty'],
    [{ line: '{data.v}' }, null, 'line: is empty'],
    [{ text: '{data.v}' }, 'a\0b', 'text: must not contain a NUL character'],
    [{ lines: ['{data.v}'] }, ['ok', ''], 'lines: is empty'],
    [{ needed: ['{data.v}'] }, [], 'needed: is empty'],
    [{ line: '{data.w}' }, 1, 'line: "data.w" has no value for this event'],
    ...['0', '-1', '1.5', '1e3', ' 1', '01', '99999999999999999', 'x', 1.5, 0, null, true, [1]].map(
      (value) =>
        [
          { number: '{data.v}' },
          value,
          expect.stringMatching(/^number: must be a whole number of at least 1, not/),
        ] as const,
    ),
  ])('%o with %o is refused', (parameters, v, problem) => {
    expect(resolve(parameters, { data: { v } })).toEqual({ problems: [problem] });
  });

  it('leave a list out that has nothing in it and may be absent', () => {
    expect(resolve({ lines: ['{data.v}'] }, { data: { v: [] } })).toEqual({ values: {} });
  });

  it('need one of two', () => {
    const rules = GITHUB_OPERATIONS['request-review'];
    const common = { repository: 'a/b', pull: 1 };
    const given = { ...common, reviewers: ['{data.v}'], teamReviewers: ['{data.w}'] };
    expect(resolveOperation(rules, given, { data: { v: [], w: ['t'] } })).toEqual({
      values: { ...common, teamReviewers: ['t'] },
    });
    expect(resolveOperation(rules, given, { data: { v: [], w: [] } })).toEqual({
      problems: ['reviewers: is empty, and so is teamReviewers'],
    });
  });

  it.each([
    '--upload-pack=x',
    '+main',
    'a:b',
    '-',
    'a b',
    'a..b',
    'a.lock',
    '@',
    '@{-1}',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a^',
    'a\\b',
    'a\u007fb',
  ])('of git are no branch: %o', (v) => {
    expect(resolveOperation(GIT_OPERATIONS.push, { branch: '{data.v}' }, { data: { v } })).toHaveProperty('problems');
    expect(resolveOperation(GIT_OPERATIONS.push, { remote: '{data.v}' }, { data: { v } })).toHaveProperty('problems');
  });

  it.each(['.', '..'])('of GitHub are no label: %o', (v) => {
    expect(
      resolveOperation(GITHUB_OPERATIONS['remove-label'], { labels: ['{data.v}'] }, { data: { v } }),
    ).toHaveProperty('problems');
  });
});
