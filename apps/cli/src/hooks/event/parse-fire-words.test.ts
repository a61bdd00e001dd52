import { describe, expect, it } from 'vitest';
import { parseFireWords } from './parse-fire-words.ts';

const NOTHING = { data: [], json: false, fromGit: false };

describe('parseFireWords', () => {
  it.each<[string, string[], object]>([
    ['an event', ['manual', '--no-wait'], { event: 'manual' }],
    ['an event behind options', ['--no-wait', '--json', 'manual'], { event: 'manual', json: true }],
    [
      'data',
      ['manual', '--data', 'a=1', 'b=2', '--no-wait', '--data', 'c:=3'],
      { event: 'manual', data: ['a=1', 'b=2', 'c:=3'] },
    ],
    ['a workspace', ['--workspace', 'w', 'manual', '--no-wait'], { event: 'manual', workspace: 'w' }],
    [
      'what git hooks say',
      ['git.pushed', '--no-wait', '--from-git', '--data', 'since:=1'],
      { event: 'git.pushed', fromGit: true, data: ['since:=1'] },
    ],
    ['a configuration, which is not read', ['manual', '--no-wait', '--config', 'x.json', '--yes'], { event: 'manual' }],
  ])('understands %s', (_, words, expected) => {
    expect(parseFireWords(words)).toEqual({ ...NOTHING, ...expected });
  });

  it.each([
    [['manual']],
    [['--no-wait']],
    [['manual', 'other', '--no-wait']],
    [['manual', '--no-wait', '--help']],
    [['manual', '--no-wait', '--debug']],
    [['manual', '--no-wait', '--nowait']],
    [['manual', '--no-wait', '--data']],
    [['manual', '--no-wait', '--data', '-x=1']],
    [['manual', '--no-wait', '--data=a=1']],
    [['manual', '--no-wait', '--workspace']],
    [['manual', '--no-wait', '--', 'x']],
    [['--data', 'a=1', 'manual', '--no-wait']],
  ])('leaves everything else to the whole command line: %j', (words) => {
    expect(parseFireWords(words)).toBeUndefined();
  });
});
