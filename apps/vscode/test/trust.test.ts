import { findProcesses } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { noteHook, toServer } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';

await describeEditor((editor) => {
  it('starts nothing in a folder that is not trusted, and runs its hooks as soon as it is, without a reload', async () => {
    const mark = `trust-${process.pid}-${Date.now()}`;
    const scene = editor.createScene({
      hooks: [noteHook('saved', { event: 'file.saved', paths: ['*.md'] }, 'saved {path}')],
      servers: { eager: toServer('echo', { MARK: mark }) },
      files: {
        'a.md': 'a\n',
        'b.md': 'b\n',
        '.vscode/mcp.json': JSON.stringify({ servers: { hostile: toServer('echo', { MARK: mark }) } }),
        '.mcp.json': JSON.stringify({ mcpServers: { hostile: toServer('echo', { MARK: mark }) } }),
      },
    });
    await scene.approve();
    const settings = { 'chat.disableAIFeatures': false };
    const window = await editor.openWindow({ folder: scene.folder, trusted: false, settings });
    await window.untilStatus('not trusted');
    const untrusted = await window.openFile('a.md');
    await untrusted.type('more of ');
    await untrusted.save();
    await window.showToolyard();
    const tree = window.tree('Servers & Tools');
    expect(await tree.emptyText()).toContain('This folder is not trusted, so its servers are not looked for');
    await window.runCommand('MCP: List Servers');
    expect(await window.quickInput.rows()).not.toContainEqual(expect.stringMatching(/^Toolyard/));
    await window.quickInput.leave();
    expect(findProcesses(mark)).toEqual([]);

    await window.grantTrust();
    await window.untilStatus('1 hook');
    const trusted = await window.openFile('b.md');
    await trusted.type('more of ');
    await trusted.save();
    await scene.untilCalled('saved b.md');
    expect(scene.texts()).not.toContain('saved a.md');
    await window.runCommand('MCP: List Servers');
    expect(await window.quickInput.rows()).toContainEqual(expect.stringMatching(/^Toolyard/));
  });
});
