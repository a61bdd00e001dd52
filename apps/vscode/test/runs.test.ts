import { beforeAll, expect, it } from 'vitest';
import { toolHook, toServer, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

const MEGABYTE = 1_048_576;

// The second story of the origin: hooks run tools with the parameters that were configured, are seen to succeed, and do not disturb each other.
await describeEditor((editor) => {
  let scene: Scene;
  let window: EditorWindow;

  beforeAll(async () => {
    const saved = { event: 'file.saved', paths: ['*.md'] };
    const text = { toolParam: 'text', source: 'template', value: '{event} of {path}' };
    scene = editor.createScene({
      servers: { large: toServer('big-result') },
      hooks: [
        toolHook(
          'configured',
          saved,
          {
            tool: 'look',
            mappings: [
              text,
              { toolParam: 'count', source: 'literal', value: 3 },
              { toolParam: 'tags', source: 'literal', value: ['a', 'b'] },
              { toolParam: 'value', source: 'literal', value: { deep: [true, null] } },
            ],
          },
          { name: 'Configured call' },
        ),
        toolHook('failing', saved, { tool: 'fail', mappings: [] }),
        toolHook(
          'heavy',
          { event: 'manual' },
          { server: 'large', tool: 'big', mappings: [{ toolParam: 'bytes', source: 'literal', value: MEGABYTE }] },
        ),
      ],
      files: { 'a.md': 'a\n' },
    });
    await scene.approve();
    window = await editor.openLastingWindow({ folder: scene.folder });
    await window.showToolyard();
    await window.untilStatus('3 hooks');
  });

  it('calls the tool with the configured parameters and shows that it succeeded, beside a hook that failed', async () => {
    const file = await window.openFile('a.md');
    await file.type('x');
    await file.save();
    await scene.untilCalled('file.saved of a.md');
    expect(scene.calls()).toContainEqual({
      tool: 'look',
      arguments: { text: 'file.saved of a.md', count: 3, tags: ['a', 'b'], value: { deep: [true, null] } },
    });
    const runs = window.tree('Runs');
    await runs.maximize();
    await runs.row('Configured call').untilText('success');
    await runs.row('failing').untilText('it did not work');
    const hooks = window.tree('Hooks');
    await hooks.maximize();
    await hooks.row('Configured call').untilText('success');
  });

  it('offers to try again what failed', async () => {
    const before = scene.calls().filter(({ tool }) => tool === 'fail').length;
    const notice = window.notification('it did not work');
    expect(await notice.text()).toContain('Hook "failing" failed: it did not work.');
    await notice.press('Retry');
    await expect
      .poll(() => scene.calls().filter(({ tool }) => tool === 'fail').length, { timeout: 60_000 })
      .toBe(before + 1);
  });

  it('runs a hook by its button, also one that gives a megabyte', async () => {
    const hooks = window.tree('Hooks');
    await hooks.maximize();
    await hooks.row('heavy').press('Run Hook Now');
    const notice = window.notification('Hook "heavy" succeeded');
    await notice.press('Show');
    await expect.poll(() => window.tabs()).toContainEqual(expect.stringMatching(/^Run \w+ of heavy/));
    await hooks.row('heavy').untilText('success');
    await window.untilStatus('3 hooks');
  });
});
