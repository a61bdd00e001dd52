import { beforeAll, expect, it } from 'vitest';
import { noteHook, toolHook, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

const SAVED = { event: 'file.saved', paths: ['*.md'] };

await describeEditor((editor) => {
  let scene: Scene;
  let window: EditorWindow;

  beforeAll(async () => {
    scene = editor.createScene({ hooks: [noteHook('known', SAVED, 'known {path}')], files: { 'a.md': 'a\n' } });
    await scene.approve();
    scene.writeHooks(
      noteHook('known', SAVED, 'known {path}'),
      toolHook('fresh', SAVED, {
        tool: 'note',
        mappings: [{ toolParam: 'text', source: 'literal', value: 'exactly this' }],
      }),
    );
    window = await editor.openLastingWindow({ folder: scene.folder });
    await window.showToolyard();
    await window.tree('Hooks').maximize();
    await window.tree('Hooks').row('fresh').untilText('not approved');
  });

  it('shows the arguments of a hook, and runs it from then on', async () => {
    const row = window.tree('Hooks').row('fresh');
    await row.press('Approve Hook');
    const asked = await window.dialog.text();
    expect(asked).toContain('Approve hook "fresh"?');
    expect(asked).toContain('exactly this');
    expect(asked).toContain('rec');
    expect(await window.dialog.buttons()).toEqual(expect.arrayContaining(['Approve', 'Cancel']));
    await window.screenshot('approve');
    await window.dialog.press('Cancel');
    await row.untilText('not approved');
    await row.press('Approve Hook');
    await window.dialog.press('Approve');
    await window.untilStatus('2 hooks');
    const file = await window.openFile('a.md');
    await file.type('x');
    await file.save();
    await scene.untilCalled('exactly this');
  });

  it('shows what a hook would do without doing it', async () => {
    const before = scene.calls().length;
    await window.tree('Hooks').row('known').choose('Dry Run Hook');
    await window.quickInput.choose('file.saved a.md');
    const shown = window.editor('Dry Run of known.json');
    await shown.untilShown();
    expect(await shown.text()).toContain('"text": "known a.md"');
    expect(scene.calls()).toHaveLength(before);
  });

  it('replays a run with the event that it had', async () => {
    const before = scene.texts().filter((text) => text === 'exactly this').length;
    const runs = window.tree('Runs');
    await runs.maximize();
    await runs.row('fresh').press('Replay Run');
    await window.notification('Hook "fresh" succeeded').text();
    expect(scene.texts().filter((text) => text === 'exactly this')).toHaveLength(before + 1);
  });

  it('says why a hook did not run', async () => {
    await window.runCommand('Toolyard: Why Did a Hook Not Run?');
    await window.quickInput.type('git.committed');
    await window.quickInput.choose('git.committed');
    await window.quickInput.accept();
    const shown = window.editor('Why git.committed');
    await shown.untilShown();
    expect(await shown.text()).toMatch(/fresh[\s\S]*file\.saved/);
  });
});
