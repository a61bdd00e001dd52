import { expect, it } from 'vitest';
import { toServer } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';

await describeEditor((editor) => {
  it('asks for approval when chat starts it, and lists tools that only the editor has as such', async () => {
    const servers = { near: toServer('echo') };
    const scene = editor.createScene({ files: { '.vscode/mcp.json': JSON.stringify({ servers }) } });
    const window = await editor.openWindow({
      folder: scene.folder,
      // The server of mcp.json is one that Toolyard does not know.
      settings: { 'chat.disableAIFeatures': false, 'toolyard.discovery.sources': [] },
    });
    await window.showToolyard();
    const tree = window.tree('Servers & Tools');
    await tree.maximize();
    await tree.row('Servers are not approved').untilShown();

    await window.runCommand('MCP: List Servers');
    await window.screenshot('chat-servers');
    await window.quickInput.choose('Toolyard');
    await window.screenshot('chat-server-options');
    await window.quickInput.choose('Start Server');
    expect(await window.dialog.text()).toContain('records-calls.mjs');
    await window.screenshot('chat-approve');
    await window.dialog.press('Approve');
    await tree.row('rec').untilText('available');

    await window.runCommand('MCP: List Servers');
    await window.screenshot('chat-servers-started');
    await window.quickInput.choose('near');
    await window.quickInput.choose('Start Server');
    await window.screenshot('chat-near');
    const group = tree.row('From extensions');
    await group.untilText('asks each time');
    await group.expand();
    await window.screenshot('chat-extension-tools');
    await new Promise((resolve) => setTimeout(resolve, 15000));
    console.log(await tree.rows(), await window.notifications());
    await window.screenshot('chat-later');
  });
});
