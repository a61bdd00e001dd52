import { expect, it } from 'vitest';
import { noteHook } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';

const TASKS = {
  version: '2.0.0',
  tasks: [
    {
      label: 'breaks',
      type: 'process',
      command: process.execPath,
      args: ['-e', 'process.exit(3)'],
      problemMatcher: [],
      presentation: { reveal: 'never' },
    },
    {
      label: 'works',
      type: 'process',
      command: process.execPath,
      args: ['-e', ''],
      problemMatcher: [],
      presentation: { reveal: 'never' },
    },
  ],
};

await describeEditor((editor) => {
  it('runs a hook for a task of the editor that failed, with its exit code', async () => {
    const scene = editor.createScene({
      hooks: [noteHook('ended', { event: 'task.ended' }, '{task} ended with {exitCode}')],
      files: { '.vscode/tasks.json': JSON.stringify(TASKS) },
    });
    await scene.approve();
    const window = await editor.openWindow({ folder: scene.folder });
    await window.untilStatus('1 hook');
    for (const [task, text] of [
      ['breaks', 'breaks ended with 3'],
      ['works', 'works ended with 0'],
    ] as const) {
      await window.runCommand('Tasks: Run Task');
      await window.quickInput.choose(task);
      await scene.untilCalled(text);
    }
    expect(scene.texts()).toEqual(['breaks ended with 3', 'works ended with 0']);
  });
});
