import assert from 'node:assert/strict';
import { commands, extensions, workspace } from 'vscode';
import type { HostTests } from './run-host-tests.ts';

const ID = 'toolyard.toolyard';

export const tests: HostTests = {
  async 'the extension becomes active by itself'() {
    const extension = extensions.getExtension(ID);
    assert.ok(extension, 'The extension is not there.');
    await extension.activate();
    assert.equal(extension.isActive, true);
  },

  'its settings have their defaults'() {
    const settings = workspace.getConfiguration('toolyard');
    assert.equal(settings.get('configuration'), '');
    assert.equal(settings.get('hooks.enabled'), true);
    assert.deepEqual(settings.get('discovery.sources'), ['vscode', 'copilot', 'claude-code', 'claude-desktop']);
  },

  async 'every command of its manifest can be run'() {
    const listed: unknown = extensions.getExtension(ID)?.packageJSON;
    const named = JSON.stringify(listed).matchAll(/"command":"(toolyard\.[\w.]+)"/g);
    const known = new Set(await commands.getCommands(true));
    const missing = [...new Set([...named].map(([, id = '']) => id))].filter((id) => !known.has(id));
    assert.deepEqual(missing, []);
  },
};
