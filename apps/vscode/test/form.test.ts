import type { FrameLocator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

const FILE = '.toolyard/hooks.json';
/** A busy machine takes its time. */
const PATIENCE = { timeout: 30_000 };

await describeEditor((editor) => {
  let scene: Scene;
  let window: EditorWindow;
  beforeAll(async () => {
    scene = editor.createScene({ files: { 'a.md': 'a\n' } });
    await scene.approve();
    window = await editor.openLastingWindow({ folder: scene.folder });
  });

  it('makes a hook, which runs once it is approved', async () => {
    await window.runCommand('Toolyard: New Hook');
    const form = await window.webview('New Hook');
    await form.getByRole('textbox', { name: 'Name' }).fill('Note what is saved');
    await expect
      .poll(() => form.getByRole('textbox', { name: 'Id' }).inputValue(), PATIENCE)
      .toBe('note-what-is-saved');
    await form.getByRole('button', { name: 'Add Path' }).click();
    await form.getByRole('textbox', { name: 'Paths' }).fill('*.md');

    const person = { steps: 0, started: Date.now() };
    const search = form.getByRole('combobox', { name: 'Tool' });
    for (const step of [() => search.click(), () => search.pressSequentially('note'), () => search.press('Enter')]) {
      await step();
      person.steps += 1;
    }
    await form.getByText('note of rec').waitFor();
    expect(person.steps).toBe(3);
    expect(Date.now() - person.started).toBeLessThan(30_000);

    await form.getByLabel('Source of text').selectOption('template');
    await form.getByRole('textbox', { name: 'Value of text' }).fill('saved {path}');
    await form.getByText('"saved specs/checkout/spec.md"').first().waitFor();
    await window.screenshot('form');
    await form.getByRole('button', { name: 'Save' }).click();
    await window.runCommand('Notifications: Show Notifications');
    const notice = window.page.locator('.notifications-center .notification-list-item', { hasText: 'was saved' });
    await notice.hover();
    await notice.getByRole('button', { name: 'Approve', exact: true }).click();
    expect(await window.dialog.text()).toContain('saved {path}');
    await window.dialog.press('Approve');
    await window.untilStatus('1 hook');
    scene.write('b.md', 'b\n');
    await scene.untilCalled('saved b.md');
  });

  it('follows the file, and keeps its comments', async () => {
    scene.write(FILE, scene.read(FILE).replace('{', '{\n  // Ours.').replace('saved {path}', 'written {path}'));
    const form = await openHook(window);
    const value = form.getByRole('textbox', { name: 'Value of text' });
    await expect.poll(() => value.inputValue(), PATIENCE).toBe('written {path}');
    await form.getByRole('textbox', { name: 'Name' }).fill('Note');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => scene.read(FILE), PATIENCE).toContain('"name": "Note"');
    expect(scene.read(FILE)).toContain('// Ours.');
    expect(scene.read(FILE)).toContain('written {path}');
  });

  it('follows the file as it is saved in the editor beside it', async () => {
    const file = await window.openFile('hooks.json');
    const lines = scene.read(FILE).split('\n');
    const line = lines.findIndex((text) => text.includes('written {path}'));
    await file.goTo(line + 1, (lines[line]?.indexOf('{path}') ?? 0) + 1);
    await file.type('again ');
    await file.save();
    const form = await openHook(window);
    await expect
      .poll(() => form.getByRole('textbox', { name: 'Value of text' }).inputValue(), PATIENCE)
      .toBe('written again {path}');
  });

  it('opens the file at the hook', async () => {
    const form = await openHook(window);
    await form.getByRole('button', { name: 'Edit in the File' }).click();
    await window.editor('hooks.json').untilShown();
    const line = scene
      .read(FILE)
      .split('\n')
      .findIndex((text) => text.includes('"id"'));
    await window.statusItem(`Ln ${line}, Col 5`).waitFor();
  });

  it('comes back after a reload of the window with what was typed', async () => {
    await typeUnsaved(await openHook(window), 'Typed before');
    await window.reload();
    const after = await openHook(window);
    await expect.poll(() => after.getByRole('textbox', { name: 'Name' }).inputValue(), PATIENCE).toBe('Typed before');
    await after.getByText('Not saved').waitFor();
    expect(scene.read(FILE)).not.toContain('Typed before');
  });

  it('keeps what was typed where its tab is closed, and brings it back', async () => {
    await typeUnsaved(await openHook(window), 'Typed and closed');
    await window.page.locator('.tab[aria-label^="Hook: note"] .tab-actions .action-label').click();
    await window.notification('You closed the form of the hook "note-what-is-saved"').press('Reopen');
    const again = await openHook(window);
    const name = again.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.inputValue(), PATIENCE).toBe('Typed and closed');
    await again.locator('#restored').waitFor();
    await window.screenshot('form-restored');
    await again.getByRole('button', { name: 'Discard Changes' }).click();
    await expect.poll(() => name.inputValue(), PATIENCE).toBe('Note');
    expect(scene.read(FILE)).not.toContain('closed');
  });
});

/** Types a name, and an id of which the extension says that it is wrong: then it has both. */
async function typeUnsaved(form: FrameLocator, name: string): Promise<void> {
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Id' }).fill('-');
  await form.getByText('Error: Id must be').first().waitFor();
  await form.getByText('Not saved').waitFor();
  await form.getByRole('textbox', { name: 'Id' }).fill('note-what-is-saved');
  await form.getByText('Error: Id must be').first().waitFor({ state: 'detached' });
}

function openHook(window: EditorWindow): Promise<FrameLocator> {
  return window.webview('Hook: note-what-is-saved');
}
