import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGitRepository } from '@toolyard/testing';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { isLeftOut } from './is-left-out.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeTree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'toolyard-left-out-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('isLeftOut', () => {
  it('goes by the rules of every folder on the way, also where nothing is there yet', async () => {
    const root = makeTree({
      '.gitignore': 'dist/\n*.log\n',
      'src/.gitignore': '!keep.log\nmade.ts\n',
      global: '*.bak\n',
    });
    const answers = async (...paths: readonly string[]): Promise<readonly boolean[]> =>
      Promise.all(paths.map((path) => isLeftOut(root, path)));
    expect(await answers('dist/a.js', 'dist/deep/a.js', 'a.log', 'src/a.log', 'src/made.ts', '.git/HEAD')).toEqual(
      Array(6).fill(true),
    );
    expect(await answers('a.js', 'src/keep.log', 'made.ts', 'distant/a.js')).toEqual(Array(4).fill(false));
    expect(await answers('node_modules/a.js', 'notes~', '.DS_Store')).toEqual([true, true, true]);
  });

  it('goes by what the user ignores in every repository', async () => {
    const root = makeTree({ ignore: '*.bak\n' });
    const repository = createGitRepository();
    onTestFinished(() => repository.remove());
    expect(await isLeftOut(repository.folder, 'a.bak')).toBe(false);
    expect(await isLeftOut(repository.folder, 'a.bak', join(root, 'ignore'))).toBe(true);
  });
});
