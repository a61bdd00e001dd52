import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fixturePath } from '@toolyard/testing';
import { beforeAll, expect, it } from 'vitest';
import { noteHook, toolHook, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

// The third story of the origin: a server that is not there is shown and logged, others go on, and it is used again when it is back.
await describeEditor((editor) => {
  let scene: Scene;
  let window: EditorWindow;

  const save = async (path: string): Promise<void> => {
    const file = await window.openFile(path);
    await file.type('x');
    await file.save();
  };

  beforeAll(async () => {
    scene = editor.createScene({ files: { 'a.md': 'a\n' } });
    // What it is started with is not there at first.
    scene.writeServers({ late: { command: process.execPath, args: [join(scene.folder, 'late.mjs')] } });
    const mappings = [{ toolParam: 'text', source: 'context', value: 'path' }];
    scene.writeHooks(
      toolHook('late-one', { event: 'file.saved', paths: ['*.md'] }, { server: 'late', tool: 'echo', mappings }),
      noteHook('other', { event: 'file.saved', paths: ['*.md'] }, 'other {path}'),
    );
    await scene.approve();
    window = await editor.openLastingWindow({ folder: scene.folder });
    await window.showToolyard();
    await window.untilStatus('2 hooks');
  });

  it('shows servers with their states in words, the reason, and the tools of one that is there', async () => {
    const tree = window.tree('Servers & Tools');
    await tree.maximize();
    const rec = tree.row('rec');
    await rec.untilText('available · 6 tools');
    await tree.row('late').untilText('unavailable');
    expect(await tree.row('late').text()).toContain('Cannot find module');
    await rec.expand();
    await tree.row('Slow Put').untilShown();
    expect((await tree.rows()).map((row) => row.split(' ').slice(0, 4).join(' '))).toEqual(
      expect.arrayContaining(['  Note The', '  Put The', '  Look The', '  Slow The', '  Fail The']),
    );
  });

  it('logs that a server is not there, says so, and runs the other hooks', async () => {
    await save('a.md');
    await scene.untilCalled('other a.md');
    const runs = window.tree('Runs');
    await runs.maximize();
    await runs.row('late-one').untilText('server unavailable');
    await runs.row('other').untilText('success');
    const notice = window.notification('late-one');
    expect(await notice.buttons()).toEqual(['Retry', 'Show']);
    await notice.press('Show');
    await runs.row('late-one').choose('Show Run');
    await expect.poll(() => window.tabs()).toContainEqual(expect.stringMatching(/^Run \w+ of late-one/));
    await expect.poll(() => window.page.locator('.editor-instance .view-lines').innerText()).toContain('late.mjs');
  });

  it('uses a server again as soon as it is back, with nothing changed', async () => {
    scene.write('late.mjs', `import ${JSON.stringify(pathToFileURL(fixturePath('echo.mjs')).href)};\n`);
    const tree = window.tree('Servers & Tools');
    await tree.maximize();
    // One that failed often is not tried again until somebody says so.
    await window.runCommand('Toolyard: Start Server');
    await window.quickInput.choose('late');
    await tree.row('late').untilText('available · 3 tools');
    await save('a.md');
    await window.tree('Runs').maximize();
    await window.tree('Runs').row('late-one').untilText('success');
  });
});
