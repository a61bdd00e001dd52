import { beforeAll, describe, expect, it } from 'vitest';
import { noteHook, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

const SAVED = noteHook('saved', { event: 'file.saved', paths: ['*.md'] }, 'saved {path}');

/** The path of the sample of a saved file. */
const SAMPLE = 'specs/checkout/spec.md';

await describeEditor((editor) => {
  let scene: Scene;
  let window: EditorWindow;
  beforeAll(async () => {
    scene = editor.createScene({ hooks: [SAVED], files: { 'a.md': 'a\n' } });
    await scene.approve();
    scene.writeHooks(SAVED, noteHook('fresh', { event: 'manual' }, 'fresh by hand'));
    window = await editor.openLastingWindow({ folder: scene.folder });
    await window.showToolyard();
    await window.tree('Hooks').row('fresh').untilShown();
  });

  /** Chooses in one list after the other. */
  async function choose(...labels: readonly string[]): Promise<void> {
    for (const label of labels) await window.quickInput.choose(label);
  }

  describe('approve', () => {
    it('refuses to run what is not approved, shows exactly what would run, and then runs it', async () => {
      await window.runCommand('Toolyard: Run Hook Now');
      await choose('fresh');
      expect(await window.dialog.text()).toContain('Hook "fresh" is not approved, so it does not run.');
      await window.screenshot('run-not-approved');
      const dialog = window.page.locator('.monaco-dialog-box');
      // The next dialog takes the place of this one.
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await dialog.filter({ hasText: 'Approve hook "fresh"?' }).waitFor();
      const text = await window.dialog.text();
      expect(text).toContain('calls   rec:note, for at most 30000 ms');
      expect(text).toContain('text  template "fresh by hand"');
      expect(text).toContain('records-calls.mjs');
      expect((await window.dialog.buttons()).toSorted()).toEqual(['Approve', 'Cancel']);
      await window.screenshot('approve-hook');
      expect(scene.texts()).not.toContain('fresh by hand');
      // A notice hides after seconds, so it is waited for from before the run.
      const told = window.notification('Hook "fresh" succeeded').text();
      await window.dialog.press('Approve');
      await scene.untilCalled('fresh by hand');
      expect(await told).toContain('ms.');
    });

    it('shows the difference where a hook changed since', async () => {
      scene.writeHooks(SAVED, noteHook('fresh', { event: 'manual' }, 'changed by somebody'));
      await window.tree('Hooks').row('fresh').untilText('changed');
      await window.runCommand('Toolyard: Approve Hook');
      await choose('fresh');
      const text = await window.dialog.text();
      expect(text).toContain('Changed since it was approved:');
      expect(text).toContain('+    text  template "changed by somebody"');
      await window.screenshot('approve-changed-hook');
      await window.dialog.press('Cancel');
      expect(await window.tabs()).toContainEqual(expect.stringContaining('Hook fresh'));
      await window.runCommand('Toolyard: Run Hook Now');
      await choose('fresh');
      expect(await window.dialog.text()).toContain('has changed since it was approved');
      await window.dialog.press('Cancel');
      expect(scene.texts()).not.toContain('changed by somebody');
    });
  });

  it('runs a hook now with the values of a sample, and shows the run', async () => {
    await window.runCommand('Toolyard: Run Hook Now');
    await choose('saved', 'file.saved');
    await window.screenshot('values-of-a-sample');
    await choose('Continue');
    await scene.untilCalled(`saved ${SAMPLE}`);
    await window.notification('Hook "saved" succeeded').press('Show');
    await window.page.locator('.tabs-container .tab', { hasText: 'of saved' }).waitFor();
    await window.screenshot('whole-run');
  });

  it('tells once of a server that was removed, and removes its hook', async () => {
    scene.write('toolyard.json', '{ "mcpServers": {} }\n');
    const notice = window.notification('hooks are invalid and do not run');
    expect(await notice.text()).toContain('Unknown server "rec"');
    expect(await notice.buttons()).toEqual(['Update', 'Remove']);
    await window.screenshot('invalid-hooks');
    await notice.press('Remove');
    await choose('saved');
    expect(await window.dialog.text()).toContain('Delete hook "saved"?');
    await window.dialog.press('Delete');
    await window.tree('Hooks').row('saved').untilGone();
    expect(scene.read('.toolyard/hooks.json')).not.toContain('"saved"');
    expect(scene.read('.toolyard/hooks.json')).toContain('"fresh"');
  });
});
