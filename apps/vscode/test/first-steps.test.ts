import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fixturePath, waitUntil } from '@toolyard/testing';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';
import { createKeyboard, type Keyboard } from './bed/parts/keyboard.ts';

const SPEC = 'specs/login/spec.md';
/** A busy machine takes its time. */
const PATIENCE = { timeout: 30_000 };

// A person in a folder without servers and hooks follows the walkthrough to a hook that runs: with the keyboard alone, and without JSON.
await describeEditor((editor) => {
  let scene: Scene;
  let window: EditorWindow;
  let keys: Keyboard;

  const step = (title: string): Locator =>
    window.page.locator('.gettingStartedContainer .getting-started-step', { hasText: title });
  const isDone = async (title: string): Promise<boolean> =>
    (await step(title).locator('.codicon.complete').count()) > 0;

  async function openWalkthrough(): Promise<void> {
    await keys.runCommand('Welcome: Open Walkthrough...');
    await window.page.keyboard.type('Get started with Toolyard');
    await keys.choose('Get started with Toolyard');
    await step('Find or add a server').waitFor();
  }

  beforeAll(async () => {
    scene = editor.createScene({ files: { [SPEC]: '# Login\n' } });
    rmSync(join(scene.folder, 'toolyard.json'));
    const [record, server] = [
      join(dirname(scene.folder), 'calls.jsonl'),
      pathToFileURL(fixturePath('records-calls.mjs')),
    ];
    scene.write(
      'serve.mjs',
      `process.env.RECORD = ${JSON.stringify(record)};\nawait import(${JSON.stringify(server)});\n`,
    );
    window = await editor.openLastingWindow({ folder: scene.folder, theme: 'light' });
    keys = createKeyboard(window.page);
    await window.untilStatus('no hooks');
  });

  it('adds and starts a server', async () => {
    const { page } = window;
    await openWalkthrough();
    expect(await isDone('Find or add a server')).toBe(false);
    // With the side bar there is no room for the picture.
    await keys.runCommand('View: Close Primary Side Bar');
    await window.page.locator('.getting-started-media').first().waitFor();
    await window.screenshot('walkthrough-light');
    await keys.press('Add Server');
    await keys.choose('Command');
    await window.quickInput.answer(`${process.execPath} ${join(scene.folder, 'serve.mjs')}`);
    await keys.choose('This Folder');
    await window.quickInput.answer('rec');
    await expect.poll(() => isDone('Find or add a server'), PATIENCE).toBe(true);
    await keys.runCommand('Toolyard: Start Server');
    await keys.choose('rec');
    await window.showToolyard();
    await window.tree('Servers & Tools').row('rec').untilText('available · 6 tools');
    await page.keyboard.press('Escape');
  });

  it('tries a tool', async () => {
    await openWalkthrough();
    // The first step that is not done is open.
    await keys.press('Try Tool');
    await keys.choose('Note');
    const form = await window.webview('Try note');
    await form.getByRole('textbox', { name: 'text' }).focus();
    await window.page.keyboard.type('by hand');
    await keys.press('Call', form);
    await scene.untilCalled('by hand');
    await window.screenshot('walkthrough-tried');
  });

  it('makes a hook from a template without typing anything, and approves it', async () => {
    await openWalkthrough();
    await keys.press('New Hook from Template');
    await window.quickInput.input.waitFor();
    await window.screenshot('template-pick');
    await keys.choose('Announce a spec');
    await window.screenshot('template-tool');
    await keys.choose('Note');
    const form = await window.webview('New Hook');
    await form.getByText('note of rec').waitFor();
    await form.getByText('saved the spec of checkout').first().waitFor();
    await window.screenshot('template-form');
    await form.getByRole('textbox', { name: 'Name' }).focus();
    await keys.press('Save', form);
    await window.untilStatus('1 not approved');
    await keys.runCommand('Toolyard: Approve Hook');
    await keys.choose('Announce a spec');
    expect(await window.dialog.text()).toContain('saved the spec of {feature}');
    await window.page.keyboard.press('Enter');
    await window.untilStatus('1 hook');
  });

  it('runs the hook when a file is saved, and shows the run', async () => {
    await window.page.keyboard.press('Control+P');
    await window.quickInput.type('spec.md');
    await keys.choose('spec.md');
    const file = window.editor('spec.md');
    await file.untilShown();
    await file.type('x');
    await file.save();
    const text = `saved the spec of login: ${SPEC}`;
    await waitUntil(() => scene.texts().some((said) => said.endsWith(text)), 60_000);
    await window.showToolyard();
    await window.tree('Runs').row('Announce a spec').untilText('success');
    await openWalkthrough();
    for (const title of ['Find or add a server', 'Try a tool', 'Make a hook from a template', 'See it run']) {
      await expect.poll(() => isDone(title), PATIENCE).toBe(true);
    }
    await window.screenshot('walkthrough-run');
  });
});
