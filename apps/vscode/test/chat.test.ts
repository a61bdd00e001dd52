import { expect, it } from 'vitest';
import { toServer } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

/** Starts a server as a person does in the editor's own list. */
async function start({ runCommand, quickInput }: EditorWindow, server: string): Promise<void> {
  await runCommand('MCP: List Servers');
  await quickInput.choose(server);
  await quickInput.choose('Start Server');
}

await describeEditor((editor) => {
  it('is in the editor’s list of MCP servers and asks for approval there; tools that only the editor has are marked', async () => {
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

    const running = window.page.locator('.quick-input-list .monaco-list-row', { hasText: /Toolyard\s*Running/ });
    await start(window, 'Toolyard');
    expect(await window.dialog.text()).toContain('records-calls.mjs');
    await window.dialog.press('Approve');
    await tree.row('rec').untilText('available · 6 tools');
    await tree.row('Servers are not approved').untilGone();
    await start(window, 'near');
    const group = tree.row('From extensions');
    await group.untilText('asks each time · 3 tools');
    await group.expand();
    await tree.row('mcp_echo_echo').untilText('asks each time');
    await window.runCommand('MCP: List Servers');
    await running.waitFor();
    await window.screenshot('chat-servers');
    await window.quickInput.leave();

    await tree.row('mcp_echo_echo').press('Use Tool in a Hook');
    expect(await window.notification('mcp_echo_echo').text()).toContain('hooks run while nobody looks on');
    await window.screenshot('chat-extension-tools');
    await tree.row('mcp_echo_echo').press('Try Tool');
    await window.quickInput.answer('hello');
    await window.quickInput.choose('Call the Tool');
    await expect.poll(() => window.tabs()).toContainEqual(expect.stringContaining('Result of mcp_echo_echo'));

    await window.reload();
    await tree.row('rec').untilShown();
    await start(window, 'Toolyard');
    await window.page.locator('.panel .view-lines').getByText('Discovered 6 tools').first().waitFor();
  });
});
