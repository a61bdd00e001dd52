import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noteHook, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';

await describeEditor((editor) => {
  async function createOne(name: string): Promise<Scene> {
    const scene = editor.createScene({
      hooks: [noteHook(`saved-in-${name}`, { event: 'file.saved', paths: ['*.md'] }, `${name}: {path}`)],
      files: { [`${name}.md`]: `${name}\n` },
    });
    await scene.approve();
    return scene;
  }

  it('runs the hooks of each of two folders in one window, with the servers of that folder', async () => {
    const [left, right] = [await createOne('left'), await createOne('right')];
    const workspaceFile = join(left.folder, 'both.code-workspace');
    left.write(
      'both.code-workspace',
      JSON.stringify({
        folders: [
          { path: left.folder, name: 'left' },
          { path: right.folder, name: 'right' },
        ],
      }),
    );
    const window = await editor.openWindow({ workspaceFile });
    await window.untilStatus('2 hooks');
    for (const [name, scene] of [
      ['left', left],
      ['right', right],
    ] as const) {
      const file = await window.openFile(`${name}.md`);
      await file.type('more of ');
      await file.save();
      await scene.untilCalled(`${name}: ${name}.md`);
    }
    expect(left.texts()).toEqual(['left: left.md']);
    expect(right.texts()).toEqual(['right: right.md']);
  });
});
