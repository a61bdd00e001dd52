import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { noteHook, toolHook, toServer } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';

const SAVED = { event: 'file.saved', paths: ['*.md'] };

await describeEditor((editor) => {
  it('marks a hook whose server was removed, does not run it, and offers to update or remove it once', async () => {
    const mappings = [{ toolParam: 'text', source: 'context', value: 'path' }];
    const scene = editor.createScene({
      servers: { going: toServer('echo') },
      hooks: [
        toolHook('orphan', SAVED, { server: 'going', tool: 'echo', mappings }),
        noteHook('other', SAVED, 'other {path}'),
      ],
      files: { 'a.md': 'a\n' },
    });
    await scene.approve();
    const window = await editor.openWindow({ folder: scene.folder });
    await window.showToolyard();
    await window.untilStatus('2 hooks');
    const hooks = window.tree('Hooks');
    await hooks.maximize();
    scene.writeServers({});
    await hooks.row('orphan').untilText('invalid');
    const notice = window.notification('orphan');
    expect(await notice.text()).toContain('going');
    expect(await notice.buttons()).toEqual(['Update', 'Remove']);
    const file = await window.openFile('a.md');
    await file.type('x');
    await file.save();
    await scene.untilCalled('other a.md');
    await notice.press('Remove');
    await window.dialog.press('Delete');
    await hooks.row('orphan').untilGone();
    expect(scene.read('.toolyard/hooks.json')).not.toContain('orphan');
    expect(scene.read('.toolyard/hooks.json')).toContain('other');
  });

  it('marks a hook whose tool wants another parameter than it did', async () => {
    const scene = editor.createScene();
    const serve = (parameter: string): void =>
      scene.write(
        'changing.mjs',
        `import { serve, tool, textResult } from ${JSON.stringify(pathToFileURL(fixturePath('mcp-server.mjs')).href)};
const inputSchema = { type: 'object', properties: { ${parameter}: { type: 'string' } }, required: ['${parameter}'] };
serve({ name: 'changing', tools: [tool('send', () => textResult('sent'), { inputSchema })] });\n`,
      );
    serve('text');
    scene.writeServers({ changing: { command: process.execPath, args: [join(scene.folder, 'changing.mjs')] } });
    const mappings = [{ toolParam: 'text', source: 'context', value: 'path' }];
    scene.writeHooks(toolHook('outdated', SAVED, { server: 'changing', tool: 'send', mappings }));
    await scene.approve();
    const window = await editor.openWindow({ folder: scene.folder });
    await window.showToolyard();
    await window.untilStatus('1 hook');
    const servers = window.tree('Servers & Tools');
    await servers.maximize();
    await servers.row('changing').untilText('available');
    serve('subject');
    await servers.row('changing').press('Stop Server');
    await servers.row('changing').untilText('unavailable');
    await servers.row('changing').press('Start Server');
    await servers.row('changing').untilText('available · 1 tool');
    const hooks = window.tree('Hooks');
    await hooks.maximize();
    await hooks.row('outdated').untilText('invalid');
    const notice = window.notification('outdated');
    expect(await notice.text()).toContain('subject');
    await notice.press('Update');
  });
});
