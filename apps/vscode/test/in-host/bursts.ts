import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Position, Uri, workspace, WorkspaceEdit } from 'vscode';
import { FOLDER, recordedTexts, rest, typeAndSave, untilTrue } from './recorded.ts';
import type { HostTests } from './run-host-tests.ts';

const SAVES = 300;
const AT_ONCE = 50;
const WRITES = 10_000;
/** Half of them in a folder that git ignores. */
const WRITE_ALL = `const fs = require('fs');
  for (const folder of ['ignored', 'watched']) {
    fs.mkdirSync(folder);
    for (let index = 0; index < ${WRITES / 2}; index++) fs.writeFileSync(folder + '/' + index, 'x');
  }`;

async function saveTogether(from: number): Promise<void> {
  const edit = new WorkspaceEdit();
  for (let index = from; index < from + AT_ONCE; index++) {
    edit.insert(Uri.file(join(FOLDER, `saves/${index}.md`)), new Position(0, 0), 'x');
  }
  assert.ok(await workspace.applyEdit(edit));
  assert.ok(await workspace.saveAll());
}

export const tests: HostTests = {
  async 'hooks run'() {
    // Saved until the hooks are on duty: nothing is noticed before.
    for (let tries = 0; recordedTexts().length === 0 && tries < 40; tries++) {
      await typeAndSave('first.md', 'x');
      await rest(1000);
    }
    assert.ok(recordedTexts().includes('first.md'));
  },

  async '300 files that are saved in the editor are 300 runs'() {
    const startedAt = performance.now();
    for (let from = 0; from < SAVES; from += AT_ONCE) await saveTogether(from);
    const savedAt = performance.now();
    const saved = (): readonly string[] => recordedTexts().filter((text) => text.startsWith('saves/'));
    await untilTrue(
      () => new Set(saved()).size === SAVES,
      () => `${new Set(saved()).size} of ${SAVES} files were told`,
    );
    const seconds = (from: number): string => ((performance.now() - from) / 1000).toFixed(1);
    await rest(2000);
    assert.equal(saved().length, SAVES);
    return `saved in ${((savedAt - startedAt) / 1000).toFixed(1)} s, all run after ${seconds(startedAt)} s`;
  },

  async '10,000 files that are written from outside are all told, except those that git ignores'() {
    const startedAt = performance.now();
    await promisify(execFile)('node', ['-e', WRITE_ALL], { cwd: FOLDER });
    const told = (): ReadonlySet<string> =>
      new Set(
        recordedTexts()
          .filter((text) => text.startsWith('batch '))
          .flatMap((text): string[] => JSON.parse(text.slice('batch '.length))),
      );
    await untilTrue(
      () => told().size >= WRITES / 2,
      () => `${told().size} of ${WRITES / 2} files were told`,
    );
    assert.equal([...told()].filter((path) => path.startsWith('ignored')).length, 0);
    return `all told after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  },
};
