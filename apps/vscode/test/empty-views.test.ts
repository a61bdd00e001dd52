import { expect, it } from 'vitest';
import { noteHook } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { ViewTitle } from './bed/parts/tree.ts';

const VIEWS: readonly ViewTitle[] = ['Hooks', 'Servers & Tools', 'Runs'];

await describeEditor((editor) => {
  it('says in each empty view what to do in a folder without hooks', async () => {
    const scene = editor.createScene();
    const window = await editor.openWindow({ folder: scene.folder });
    await window.showToolyard();
    await window.statusItem('Toolyard: no hooks').waitFor();
    await expect.poll(() => window.tree('Hooks').emptyText(), { timeout: 30_000 }).toContain('No hooks yet.');
    expect(await window.tree('Hooks').emptyText()).toContain('New Hook');
    expect(await window.tree('Runs').emptyText()).toContain('Make a hook first');
    await window.tree('Servers & Tools').row('Servers are not approved').untilShown();
    await window.screenshot('views-no-hooks');
    await window.tree('Hooks').pressEmpty('Take the first four steps');
    await window.page.getByText('Run a tool when something happens').first().waitFor();
    for (const step of ['Find or add a server', 'Try a tool', 'Make a hook', 'See it run']) {
      await window.page.locator('.gettingStartedContainer').getByText(step).first().waitFor();
    }
    // With the side bar there is no room for the pictures.
    await window.runCommand('View: Close Primary Side Bar');
    await window.page.locator('.getting-started-media').first().waitFor();
    await window.screenshot('views-walkthrough');
  });

  it('says that a folder has to be opened first', async () => {
    const window = await editor.openWindow();
    await window.showToolyard();
    for (const view of VIEWS) {
      expect(await window.tree(view).emptyText()).toContain('Open a folder first.');
    }
    await window.screenshot('views-no-folder');
  });

  it('says that a folder is not trusted, and fills up when it is, without a reload', async () => {
    const scene = editor.createScene({ hooks: [noteHook('a', { event: 'manual' }, 'a', { name: 'Announce' })] });
    await scene.approve();
    const window = await editor.openWindow({ folder: scene.folder, trusted: false });
    await window.showToolyard();
    const hooks = window.tree('Hooks');
    await hooks.row('Folder is not trusted').untilText('hooks do not run');
    await window.statusItem('Toolyard: not trusted').waitFor();
    expect(await window.tree('Servers & Tools').emptyText()).toContain('This folder is not trusted');
    expect(await window.tree('Runs').emptyText()).toContain('this folder is not trusted');
    await window.screenshot('views-untrusted');
    await window.grantTrust();
    await window.showToolyard();
    await hooks.row('Folder is not trusted').untilGone();
    await window.statusItem('Toolyard: 1 hook').waitFor();
    await window.tree('Servers & Tools').row('rec').untilShown();
  });
});
