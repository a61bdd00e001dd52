import { array, assert, constantFrom, integer, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandProgram } from './expand-program.ts';

const expand = (args: readonly string[], context: object, env?: Record<string, string>) =>
  expandProgram({ command: 'x', args, timeout: 1000, ...(env === undefined ? {} : { env }) }, context);

const refused = (name: string, place = 'args[0]') => ({
  problems: [
    `${place}: "${name}" starts with "-", so the program would read it as an option; put something before it, such as "--name={${name}}"`,
  ],
});

describe('a word that begins with a path', () => {
  it.each([
    ['{path}', { path: '--eval=x' }, './--eval=x'],
    ['{path}', { path: '-' }, './-'],
    ['{oldPath}.bak', { oldPath: '-rf' }, './-rf.bak'],
    ['{paths[1]}', { paths: ['a', '-b'] }, './-b'],
    ['{path}', { path: '+!touch pwned' }, './+!touch pwned'],
    ['{path}', { path: '@response' }, './@response'],
    ['{data.none}{path}', { data: { none: '' }, path: '-x' }, './-x'],
    ['{path}', { path: 'src/-x' }, 'src/-x'],
    ['{path}', { path: '/elsewhere/-x' }, '/elsewhere/-x'],
  ])('%s of %o is %s', (template, context, word) => {
    expect(expand([template], context)).toEqual({ args: [word], env: {} });
  });
});

describe('a word that begins with another value', () => {
  it.each([
    ['{data.file}', { data: { file: '--eval=x' } }, 'data.file'],
    ['{branch}', { branch: '--upload-pack=x' }, 'branch'],
    ['{commit}..HEAD', { commit: '--output=x' }, 'commit'],
    ['{feature}', { feature: '-x' }, 'feature'],
    ['{message}', { message: '- a list' }, 'message'],
    ['{result}', { result: -5 }, 'result'],
    ['{data.none}{user}', { data: { none: '' }, user: '-x' }, 'user'],
    ['{path.text}', { path: { text: '-x' } }, 'path.text'],
  ])('%s is refused where that begins with "-"', (template, context, name) => {
    expect(expand([template], context)).toEqual(refused(name));
  });

  it('may begin with anything else', () => {
    expect(expand(['{user}', '{data.phone}'], { user: '@ada', data: { phone: '+49' } })).toMatchObject({
      args: ['@ada', '+49'],
    });
  });

  it('is told with its place, beside everything that is missing', () => {
    expect(expand(['--', '{branch}', '{commit}'], { branch: '-x' })).toEqual({
      problems: [...refused('branch', 'args[1]').problems, 'args[2]: "commit" has no value for this event'],
    });
  });
});

it.each([
  ['--name={path}', { path: '-x' }, '--name=-x'],
  ['-{path}', { path: '-x' }, '--x'],
  ['-n', {}, '-n'],
  ['<{branch}>', { branch: '-x' }, '<-x>'],
  ['{{{branch}', { branch: '-x' }, '{-x'],
])('a word that begins with the text of the template is as it is written: %s', (template, context, word) => {
  expect(expand([template], context)).toEqual({ args: [word], env: {} });
});

it('variables are no words, and take any value', () => {
  expect(expand([], { branch: '-x', path: '-y' }, { BRANCH: '{branch}', FILE: '{path}' })).toEqual({
    args: [],
    env: { BRANCH: '-x', FILE: '-y' },
  });
});

it('no value ever makes an option of a word that is not one without values', () => {
  const value = oneof(string(), constantFrom('-', '--x', ''), integer());
  const pieces = array(constantFrom('{path}', '{branch}', '{paths[0]}', '{data.a}', 'a', '=', '{{', '.'));
  assert(
    property(pieces, value, value, value, (parts, path, branch, a) => {
      const expanded = expand([parts.join('')], { path, branch, paths: [path], data: { a } });
      if ('args' in expanded) expect(expanded.args[0]?.startsWith('-')).toBe(false);
      else expect(expanded.problems[0]).toContain('starts with "-"');
    }),
  );
});
