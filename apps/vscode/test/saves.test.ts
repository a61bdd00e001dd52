import { beforeAll, expect, it } from 'vitest';
import { noteHook, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

await describeEditor((editor) => {
  let scene: Scene;
  let window: EditorWindow;
  beforeAll(async () => {
    scene = editor.createScene({
      hooks: [
        noteHook('saved', { event: 'file.saved', paths: ['*.md'] }, 'saved {path}'),
        noteHook('committed', { event: 'git.committed' }, 'committed on {branch}'),
      ],
      files: { 'a.md': 'a\n' },
      isRepository: true,
    });
    await scene.approve();
    window = await editor.openLastingWindow({ folder: scene.folder });
    await window.untilStatus('2 hooks');
  });

  it('runs a hook once for a file that is saved in the editor', async () => {
    const file = await window.openFile('a.md');
    await file.type('more of ');
    await file.save();
    await scene.untilCalled('saved a.md');
    expect(scene.read('a.md')).toBe('more of a\n');
    expect(scene.texts().filter((text) => text === 'saved a.md')).toHaveLength(1);
  });

  it('runs a hook for a commit that was made outside of the editor', async () => {
    scene.git('commit', '-q', '-am', 'Outside');
    await scene.untilCalled('committed on main');
  });
});
