import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { noteHook, toolHook, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';

const WAIT_MS = 60_000;

interface KeptRun {
  readonly hook: string;
  readonly status: string;
}

/** The runs of hooks with these names that the log has. */
function readRuns(state: string, hooks: readonly string[]): readonly KeptRun[] {
  const logs = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('runs.jsonl'));
  const lines = logs.flatMap((file) => readFileSync(join(state, file), 'utf8').split('\n').slice(0, -1));
  return lines.map((line): KeptRun => JSON.parse(line)).filter(({ hook }) => hooks.includes(hook));
}

function slowHook(id: string, tool: string): object {
  const mappings = [{ toolParam: 'text', source: 'literal', value: id }];
  return toolHook(id, { event: 'file.saved', paths: ['go.md'] }, { tool, mappings });
}

function countOf(scene: Scene, text: string): number {
  return scene.texts().filter((each) => each === text).length;
}

await describeEditor((editor) => {
  it('runs five hooks at once, and goes on with them by their policy when the window is loaded anew', async () => {
    const plain = ['reload-1', 'reload-2', 'reload-3'];
    const idempotent = ['reload-4', 'reload-5'];
    const scene = editor.createScene({
      hooks: [...plain.map((id) => slowHook(id, 'slow')), ...idempotent.map((id) => slowHook(id, 'slow_put'))],
      files: { 'go.md': 'x' },
    });
    await scene.approve();
    const window = await editor.openWindow({ folder: scene.folder });
    await window.statusItem('Toolyard').first().waitFor();
    await waitUntil(() => {
      if (scene.texts().length === 0) scene.write('go.md', String(Date.now()));
      return scene.texts().length > 0;
    }, WAIT_MS);
    await waitUntil(() => [...plain, ...idempotent].every((id) => countOf(scene, id) > 0), WAIT_MS);
    await window.reload();
    await waitUntil(() => idempotent.every((id) => countOf(scene, id) > 1), WAIT_MS);
    writeFileSync(scene.release, '');
    const all = [...plain, ...idempotent];
    const ended = (): readonly KeptRun[] => readRuns(editor.state, all);
    const isEnded = (id: string, status: string): boolean =>
      ended().some((run) => run.hook === id && run.status === status);
    await waitUntil(() => idempotent.every((id) => isEnded(id, 'success')), WAIT_MS);
    await waitUntil(() => plain.every((id) => isEnded(id, 'interrupted')), WAIT_MS);
  });

  it('has two windows on one folder run a hook once, and the second go on when the first is closed', async () => {
    const scene = editor.createScene({
      hooks: [noteHook('two', { event: 'file.saved', paths: ['*.md'] }, '{path}')],
      files: { 'a.md': 'a', 'b.md': 'b' },
    });
    await scene.approve();
    const first = await editor.openWindow({ folder: scene.folder });
    const second = await editor.openWindow({ folder: scene.folder });
    for (const [window, name] of [
      [first, 'a.md'],
      [second, 'b.md'],
    ] as const) {
      const file = await window.openFile(name);
      await file.type('more ');
      await file.save();
      await scene.untilCalled(name);
    }
    expect(scene.texts()).toEqual(['a.md', 'b.md']);
    await first.close();
    scene.write('c.md', 'c');
    await scene.untilCalled('c.md');
    expect(scene.texts()).toEqual(['a.md', 'b.md', 'c.md']);
  });
});
