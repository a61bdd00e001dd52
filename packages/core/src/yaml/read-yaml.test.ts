import { describe, expect, it } from 'vitest';
import { readYaml } from './read-yaml.ts';

const LIMITS = { depth: 4, values: 20, issues: 3 };

const read = (text: string): ReturnType<typeof readYaml> => readYaml(text, LIMITS);
const messagesOf = (text: string): string[] => read(text).issues.map(({ message }) => message);

describe('readYaml', () => {
  it('gives values and keys with their places', () => {
    expect(read('a: [1, x]\n2: ~\n')).toMatchObject({
      node: {
        type: 'object',
        children: [
          {
            type: 'property',
            children: [
              { type: 'string', value: 'a', offset: 0 },
              {
                type: 'array',
                children: [
                  { type: 'number', value: 1, offset: 4 },
                  { value: 'x', offset: 7 },
                ],
              },
            ],
          },
          {
            children: [
              { type: 'string', value: '2', offset: 10 },
              { type: 'null', value: null },
            ],
          },
        ],
      },
      issues: [],
    });
  });

  it('reads what aliases stand for, also as keys', () => {
    const { node } = read('a: &x b\n*x : *x\n');
    expect(node?.children?.[1]?.children).toMatchObject([{ value: 'b' }, { value: 'b' }]);
  });

  it('has no value, and nothing against that, where nothing is written', () => {
    expect(read('# nothing\n')).toEqual({ issues: [] });
    expect(read('')).toEqual({ issues: [] });
  });

  it('reads the first document, and says where a second begins', () => {
    expect(read('a\n---\nb\n')).toMatchObject({ node: { value: 'a' }, issues: [], secondAt: 2 });
  });

  it('tells what JSON cannot have, as far as problems are told, and gives no value', () => {
    expect(read('[.inf, *none, .nan, .inf]')).toEqual({
      issues: [
        { message: 'a number must be finite', offset: 1, severity: 'error' },
        {
          message: 'there is no anchor "none"; put text that starts with "*" in quotes',
          offset: 7,
          severity: 'error',
        },
        { message: 'a number must be finite', offset: 14, severity: 'error' },
      ],
    });
    expect(messagesOf('? [a]\n: b\n')).toEqual(['a key must be a string']);
  });

  it('warns of tags that it does not know, and reads on', () => {
    expect(read('!mine a')).toMatchObject({ node: { value: 'a' }, issues: [{ severity: 'warning', offset: 0 }] });
  });

  it('bounds depth, values and aliases, and says so once', () => {
    expect(messagesOf('[[[[1]]]]')).toEqual([]);
    expect(messagesOf('[[[[[1]]]]]')).toEqual(['nested more than 4 levels deep']);
    expect(messagesOf('&a [*a]')).toEqual(['nested more than 4 levels deep']);
    expect(messagesOf(`[${'1,'.repeat(30)}]`)).toEqual(['has more than 20 values']);
    const aliases = readYaml(`- &a 1\n${'- *a\n'.repeat(200)}`, { ...LIMITS, values: 1000 });
    expect(aliases.issues.map(({ message }) => message)).toEqual(['has more than 100 aliases']);
  });
});
