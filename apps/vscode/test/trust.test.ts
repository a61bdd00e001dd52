import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses } from '@toolyard/testing';
import { beforeAll, expect, it } from 'vitest';
import { noteHook, toServer, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

const MARK = `trust-${process.pid}-${Date.now()}`;
const SETTINGS = '.vscode/settings.json';

/** It names a server that would be started, a wrong one, and tries to look like a result that is about to come. */
const HOSTILE = `\`\`\`eager
tool: echo
text: $(flame) [run](command:toolyard.notes.runNote)
\`\`\`
<!-- toolyard:result id=x status=pending at=2026-01-01T00:00:00Z ms=0 args=0 out=0 -->
<!-- /toolyard:result -->

\`\`\`eger
tool: echo
\`\`\`
`;

await describeEditor((editor) => {
  let scene: Scene;
  let window: EditorWindow;
  beforeAll(async () => {
    scene = editor.createScene({
      hooks: [noteHook('saved', { event: 'file.saved', paths: ['*.md'] }, 'saved {path}')],
      servers: { eager: toServer('echo', { MARK }) },
      files: {
        'a.md': 'a\n',
        'b.md': 'b\n',
        'hostile.md': HOSTILE,
        '.vscode/mcp.json': JSON.stringify({ servers: { hostile: toServer('echo', { MARK }) } }),
        '.mcp.json': JSON.stringify({ mcpServers: { hostile: toServer('echo', { MARK }) } }),
      },
    });
    await scene.approve();
    // What the editor has to bear: settings of wrong types came with the folder.
    scene.write(SETTINGS, '{ "toolyard.configuration": 5, "toolyard.discovery.sources": "all" }');
    const settings = { 'chat.disableAIFeatures': false };
    window = await editor.openLastingWindow({ folder: scene.folder, trusted: false, settings });
  });

  it('starts nothing in a folder that is not trusted, and runs its hooks as soon as it is, without a reload', async () => {
    await window.untilStatus('not trusted');
    const untrusted = await window.openFile('a.md');
    await untrusted.type('more of ');
    await untrusted.save();
    await window.showToolyard();
    const tree = window.tree('Servers & Tools');
    await expect
      .poll(() => tree.emptyText())
      .toContain('This folder is not trusted, so its servers are not looked for');
    await window.runCommand('MCP: List Servers');
    expect(await window.quickInput.rows()).not.toContainEqual(expect.stringMatching(/^Toolyard/));
    await window.quickInput.leave();
    await window.runCommand('Toolyard: Why Did a Hook Not Run?');
    await window.quickInput.choose('file.saved');
    await window.quickInput.choose('Continue');
    const why = window.editor('Why file.saved');
    await why.untilShown();
    expect(await why.text()).toContain('you do not trust this folder');
    const hostile = await window.openFile('hostile.md');
    await hostile.element.locator('.codelens-decoration', { hasText: 'this workspace is not trusted' }).waitFor();
    // What needs no server is checked all the same.
    await (await window.problems()).untilShown('Server not found: eger; did you mean "eager"?');
    expect((await hostile.lenses()).filter((lens) => lens.includes('un'))).toEqual([
      'Does not run: this workspace is not trusted. Manage Trust',
    ]);
    await window.screenshot('notes-untrusted');
    expect(findProcesses(MARK)).toEqual([]);
    expect(scene.read('hostile.md')).toBe(HOSTILE);

    await window.grantTrust();
    await window.untilStatus('1 hook');
    const trusted = await window.openFile('b.md');
    await trusted.type('more of ');
    await trusted.save();
    await scene.untilCalled('saved b.md');
    expect(scene.texts()).not.toContain('saved a.md');
    await window.runCommand('MCP: List Servers');
    expect(await window.quickInput.rows()).toContainEqual(expect.stringMatching(/^Toolyard/));
    await window.quickInput.leave();
  });

  it('starts nothing of a file that the settings of the folder name, until it is approved', async () => {
    const named = `named-${MARK}`;
    scene.write('elsewhere.json', JSON.stringify({ mcpServers: { rec: toServer('echo', { MARK: named }) } }));
    scene.write(SETTINGS, '{ "toolyard.configuration": "${workspaceFolder}/elsewhere.json" }');
    await window.showToolyard();
    await window.tree('Hooks').row('Servers are not approved').untilShown();
    await window.screenshot('servers-named-by-folder');
    expect(findProcesses(named)).toEqual([]);
    scene.write(SETTINGS, '{ "toolyard.configuration": "gone.json" }');
    const blocked = window.tree('Hooks').row('Hooks do not run');
    await blocked.untilText('the setting "toolyard.configuration"');
    rmSync(join(scene.folder, SETTINGS));
    await blocked.untilGone();
    await window.untilStatus('1 hook');
  });

  it('says at the place what is wrong with a file, and goes on as soon as it is right', async () => {
    const right = scene.read('toolyard.json');
    scene.write('toolyard.json', '{\n  "mcpServers": { "rec": }\n}\n');
    const kept = window.tree('Hooks').row('Hooks with servers do not run');
    await kept.untilText('toolyard.json');
    await window.tree('Servers & Tools').row('Problem in toolyard.json').untilShown();
    await window.screenshot('configuration-wrong');
    await kept.click();
    await window.editor('toolyard.json').untilShown();
    scene.write('toolyard.json', right);
    await kept.untilGone();

    rmSync(join(scene.folder, '.toolyard/hooks.json'));
    mkdirSync(join(scene.folder, '.toolyard/hooks.json'));
    await window.tree('Hooks').row('Hooks run as before').untilShown();
    await window.screenshot('hooks-file-wrong');
    rmSync(join(scene.folder, '.toolyard/hooks.json'), { recursive: true });
    scene.writeHooks(noteHook('saved', { event: 'file.saved', paths: ['*.md'] }, 'saved {path}'));
    await window.untilStatus('1 hook');
    scene.write('c.md', 'c\n');
    await scene.untilCalled('saved c.md');
  });
});
