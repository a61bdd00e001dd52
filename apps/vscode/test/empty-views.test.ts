import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noteHook } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';
import type { ViewTitle } from './bed/parts/tree.ts';

/** The steps, and a text of the picture of each. */
const STEPS = [
  { step: 'Find or add a server', picture: 'Search Messages' },
  { step: 'Try a tool', picture: 'A first message' },
  { step: 'Make a hook from a template', picture: 'specs/**/spec.md' },
  { step: 'See it run', picture: 'file.saved specs/login/spec.md' },
];
const VIEWS: readonly ViewTitle[] = ['Hooks', 'Servers & Tools', 'Runs'];

await describeEditor((editor) => {
  it('says in each empty view what to do in a folder without hooks', async () => {
    const scene = editor.createScene();
    const window = await editor.openWindow({ folder: scene.folder });
    await window.showToolyard();
    await window.statusItem('Toolyard: no hooks').waitFor();
    await expect.poll(() => window.tree('Hooks').emptyText(), { timeout: 30_000 }).toContain('No hooks yet.');
    await expect.poll(() => window.tree('Hooks').emptyText()).toContain('New Hook from Template');
    await expect.poll(() => window.tree('Runs').emptyText()).toContain('Make a hook first');
    await window.tree('Servers & Tools').row('Servers are not approved').untilShown();
    await window.screenshot('views-no-hooks');
    await window.tree('Hooks').pressEmpty('Take the first four steps');
    await window.page.getByText('Get started with Toolyard').first().waitFor();
    // What was there before the walkthrough was first shown counts too.
    await window.page
      .locator('.getting-started-step', { hasText: 'Find or add a server' })
      .locator('.codicon.complete')
      .waitFor();
    // With the side bar there is no room for the pictures.
    await window.runCommand('View: Close Primary Side Bar');
    await window.page.locator('.getting-started-media').first().waitFor();
    for (const { step, picture } of STEPS) {
      await window.page.locator('.getting-started-step', { hasText: step }).click();
      await expect.poll(() => readFrames(window), { timeout: 30_000 }).toContain(picture);
      await window.screenshot(`walkthrough-${step.toLowerCase().replaceAll(' ', '-')}`);
    }

    scene.write('toolyard.json', '{ "mcpServers": { "rec": { "command": 5 } } }');
    await window.showToolyard();
    await window.runCommand('Toolyard: Refresh Servers');
    const servers = window.tree('Servers & Tools');
    const wrong = servers.row('Problem in toolyard.json');
    await wrong.untilText('$.mcpServers.rec.command: command must be a string');
    await window.screenshot('views-broken');
    await wrong.click();
    await window.editor('toolyard.json').untilShown();
    await window.statusItem('Ln 1, Col 39').waitFor();

    rmSync(join(scene.folder, 'toolyard.json'));
    await window.runCommand('Toolyard: Refresh Servers');
    await expect.poll(() => servers.emptyText(), { timeout: 30_000 }).toContain('No MCP servers were found');
    expect(await servers.emptyText()).toContain('Add Server');
    await window.screenshot('views-no-servers');
    await window.runCommand('Toolyard: Try Tool');
    expect(await window.notification('No MCP servers were found').buttons()).toEqual(['Add Server']);
  });

  it('says that a folder has to be opened first', async () => {
    const window = await editor.openWindow();
    await window.showToolyard();
    for (const view of VIEWS) {
      await expect.poll(() => window.tree(view).emptyText()).toContain('Open a folder first.');
    }
    await window.screenshot('views-no-folder');
    await window.tree('Runs').pressEmpty('Take the first four steps');
    await window.page.locator('.getting-started-step.expanded').getByText('Add Server', { exact: true }).click();
    expect(await window.notification('Open a folder first').buttons()).toEqual(['Open Folder']);
  });

  it('says that a folder is not trusted, and fills up when it is, without a reload', async () => {
    const scene = editor.createScene({ hooks: [noteHook('a', { event: 'manual' }, 'a', { name: 'Announce' })] });
    await scene.approve();
    const window = await editor.openWindow({ folder: scene.folder, trusted: false });
    await window.showToolyard();
    const hooks = window.tree('Hooks');
    await hooks.row('Folder is not trusted').untilText('hooks do not run');
    await window.statusItem('Toolyard: not trusted').waitFor();
    await expect.poll(() => window.tree('Servers & Tools').emptyText()).toContain('This folder is not trusted');
    await expect.poll(() => window.tree('Runs').emptyText()).toContain('this folder is not trusted');
    await window.screenshot('views-untrusted');
    await window.runCommand('Toolyard: New Hook from Template');
    expect(await window.notification('is not trusted').buttons()).toEqual(['Manage Trust']);
    await window.grantTrust();
    await window.showToolyard();
    await hooks.row('Folder is not trusted').untilGone();
    await window.statusItem('Toolyard: 1 hook').waitFor();
    await window.tree('Servers & Tools').row('rec').untilShown();
  });

  it('says what to do with a hook that is not approved, and with one that has not run', async () => {
    const scene = editor.createScene({ hooks: [noteHook('a', { event: 'manual' }, 'a', { name: 'Announce' })] });
    const window = await editor.openWindow({ folder: scene.folder });
    await window.showToolyard();
    const runs = window.tree('Runs');
    await expect.poll(() => runs.emptyText(), { timeout: 30_000 }).toContain('Approve Hook');
    await window.tree('Hooks').row('Servers are not approved').untilShown();
    await window.untilStatus('servers not approved');
    await window.screenshot('views-not-approved');
    await window.runCommand('Toolyard: Approve Servers');
    await window.dialog.press('Approve');
    await window.runCommand('Toolyard: Approve Hook');
    await window.quickInput.choose('Announce');
    await window.dialog.press('Approve');
    await window.untilStatus('1 hook');
    await expect.poll(() => runs.emptyText(), { timeout: 30_000 }).toContain('Run Hook Now');
    await window.screenshot('views-no-runs');
  });
});

/** The texts of everything that the editor shows in a frame, such as the pictures of a walkthrough. */
async function readFrames({ page }: EditorWindow): Promise<string> {
  const texts = page.frames().map((frame) => frame.evaluate(() => document.body.textContent ?? '').catch(() => ''));
  return (await Promise.all(texts)).join('\n');
}
