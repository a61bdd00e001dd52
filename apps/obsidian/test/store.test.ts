import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses, fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { FORMER_DATA } from './fakes/former-data.ts';
import { describeWindows, takeScreenshot } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import { createMark, press, pressBlock, show } from './bed/operate.ts';
import { soon } from './bed/scenario.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

const NOTE = '# Note\n\n```one\ntool: echo\ntext: first\n```\n\n## Second\n\n```two\ntool: echo\ntext: second\n```\n';

function createServer(mark: string, name: string, more: object = {}): Record<string, unknown> {
  const args = [fixturePath('echo.mjs'), `${mark}-${name}`];
  return { id: `id-${name}`, name, enabled: true, command: process.execPath, args, ...more };
}

const pluginFolderOf = ({ vault }: BedWindow): string => join(vault, '.obsidian/plugins/toolyard');
const dataOf = (window: BedWindow): string => readFileSync(join(pluginFolderOf(window), 'data.json'), 'utf8');
const backupsOf = (window: BedWindow): readonly string[] =>
  readdirSync(pluginFolderOf(window)).filter((name) => name.startsWith('data-backup-'));
const pidsOf = (mark: string, name: string): readonly number[] => findProcesses(`${mark}-${name}`);
const says = (window: BedWindow, text: string | RegExp): Promise<void> => window.page.getByText(text).first().waitFor();

/** Runs a block, and answers what is asked. */
async function run(window: BedWindow, index: number, answer?: 'Approve' | 'Deny'): Promise<void> {
  await pressBlock(window, index);
  if (answer !== undefined) await press(window, answer);
}

const statusOf = (window: BedWindow, index: number): Promise<string | null> =>
  window.page.locator('.toolyard-block').nth(index).getAttribute('data-status');

/** Sync brings another data.json. */
async function changeOutside(window: BedWindow, data: unknown): Promise<void> {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  writeFileSync(join(pluginFolderOf(window), 'data.json'), text);
  await window.call('tellOfChangedData');
}

await describeWindows((open) => {
  it('FR-001, FR-002, FR-003: switches, adds, renames and changes servers without a reload, and leaves the others running', async () => {
    const mark = createMark();
    const data = { mcpServers: [createServer(mark, 'one'), createServer(mark, 'two')] };
    const window = await open({ notes: { 'note.md': NOTE }, data });
    await show(window, 'preview');
    await run(window, 0, 'Approve');
    await soon(() => statusOf(window, 0)).toBe('success');
    await run(window, 1, 'Approve');
    await soon(() => statusOf(window, 1)).toBe('success');
    const [pid] = pidsOf(mark, 'one');
    expect(pid).toBeGreaterThan(0);

    await window.call('callServers', 'switchServer', 'two', false);
    await soon(() => pidsOf(mark, 'two')).toEqual([]);
    expect(JSON.parse(dataOf(window))).toMatchObject({
      version: 1,
      mcpServers: [{ enabled: true }, { enabled: false }],
    });
    await window.call('callServers', 'switchServer', 'two', true);
    const { id: _id, name: _name, enabled: _enabled, ...definition } = createServer(mark, 'two');
    await window.call('callServers', 'replace', { name: 'two', definition }, { name: 'zwei', definition });
    expect(await window.call('callServers', 'renameInNotes', 'two', 'zwei')).toEqual(['note.md']);
    expect(window.read('note.md')).toContain('```zwei\n');
    await soon(() => window.page.locator('.toolyard-block-tool').nth(1).innerText()).toBe('zwei › echo');
    await run(window, 1);
    await soon(() => pidsOf(mark, 'two').length).toBeGreaterThan(0);
    await soon(() => statusOf(window, 1)).toBe('success');

    const { id: _third, name: _nameless, enabled: _off, ...added } = createServer(mark, 'three');
    await window.call('callServers', 'add', { name: 'three', definition: added });
    expect(await window.call('callServers', 'test', 'three')).toMatchObject({
      ok: true,
      tools: [{ name: 'echo' }, { name: 'add' }, { name: 'process' }],
    });
    // Its first test was fine, so it is on; the yard starts it to learn its tools.
    expect(await window.call('callServers', 'list')).toMatchObject([{}, {}, { name: 'three', isOn: true }]);

    // Sync takes one away, and brings a stranger.
    const stranger = createServer(mark, 'stranger');
    const synced = JSON.parse(dataOf(window));
    await changeOutside(window, { ...synced, mcpServers: [synced.mcpServers[0], stranger] });
    await soon(() => pidsOf(mark, 'two')).toEqual([]);
    expect(await window.call('callServers', 'list')).toMatchObject([
      { name: 'one', state: 'running' },
      { name: 'stranger', block: 'not-approved' },
    ]);
    expect(pidsOf(mark, 'one')).toEqual([pid]);
    expect(pidsOf(mark, 'stranger')).toEqual([]);
    expect(window.errors).toEqual([]);
  });

  it('starts nothing of a definition that was changed by sync until it is approved with the difference', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': NOTE }, data: { mcpServers: [createServer(mark, 'one')] } });
    await show(window, 'preview');
    await run(window, 0, 'Approve');
    await soon(() => statusOf(window, 0)).toBe('success');
    await changeOutside(window, { mcpServers: [createServer(mark, 'one', { env: { ADDED: 'by somebody' } })] });
    await soon(() => pidsOf(mark, 'one')).toEqual([]);
    await run(window, 0);
    await says(window, 'This server was changed.');
    expect(await window.page.locator('.toolyard-added').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('"ADDED": "by somebody"')]),
    );
    expect(await window.page.locator('.toolyard-removed').count()).toBe(0);
    await takeThemedScreenshots(window, 'approval-difference');
    await press(window, 'Deny');
    await says(window, 'Server "one" was not approved, so it was not started.');
    expect(pidsOf(mark, 'one')).toEqual([]);
    // Nobody can answer a question of a plugin that is gone.
    await run(window, 0);
    await says(window, 'This server was changed.');
    await window.call('unload');
    await soon(() => window.page.locator('.modal-container').count()).toBe(0);
    await says(window, 'Toolyard was closed.');
  });

  it('a hostile vault starts nothing: commands, trust, approvals, bindings and hooks of somebody else', async () => {
    const mark = createMark();
    const evil = createServer(mark, 'one', {
      trust: true,
      approved: true,
      start: 'eager',
      sectionBindings: [{ sectionType: 'heading', headingText: '# Note', serverId: 'id-one', inheritToChildren: true }],
    });
    const { id: _id, name: _name, ...entry } = evil;
    const configuration = JSON.stringify({ mcpServers: { one: entry } });
    const hooks = JSON.stringify({
      hooks: [{ name: 'x', trigger: { event: 'file.saved' }, action: { tool: 'one:echo' } }],
    });
    const frontmatter = '---\ntoolyard:\n  bindings:\n    - heading: "# Note"\n      server: one\n---\n';
    const window = await open({
      notes: {
        'note.md': `${frontmatter}${NOTE}`,
        'toolyard.json': configuration,
        '.mcp.json': configuration,
        '.toolyard/hooks.json': hooks,
        '.obsidian/plugins/toolyard/device.json': JSON.stringify({
          version: 1,
          approved: { one: { entry, trust: true } },
        }),
        '.obsidian/plugins/toolyard/toolyard.json': configuration,
      },
      data: { mcpServers: [evil], approved: { one: { entry, trust: true } }, namedFile: 'toolyard.json', trust: true },
    });
    await show(window, 'preview');
    await window.call('callServers', 'open');
    expect(await window.call('callServers', 'list')).toMatchObject([
      { name: 'one', block: 'not-approved', isTrusted: false },
    ]);
    expect(await window.call('callServers', 'listApprovals')).toEqual([]);
    await run(window, 0, 'Deny');
    await says(window, 'Server "one" was not approved, so it was not started.');
    await window.call('closeAll');
    await window.call('unload');
    expect(pidsOf(mark, 'one')).toEqual([]);
    expect(window.errors).toEqual([]);
  });

  it('leaves settings of a newer version and broken ones alone, says so, and migrates earlier ones after a backup', async () => {
    const mark = createMark();
    const newer = JSON.stringify({ version: 2, mcpServers: [createServer(mark, 'one')] });
    const window = await open({ notes: { 'note.md': NOTE }, data: JSON.parse(newer) });
    await window.call('load');
    await says(window, /the file is of version 2, which is newer than this plugin\. Update the plugin\./);
    const refused = window.call('callServers', 'switchServer', 'one', true);
    await expect(refused).rejects.toThrow();
    expect([dataOf(window), backupsOf(window)]).toEqual([newer, []]);

    await changeOutside(window, '{ "mcpServers": [');
    await says(window, /cannot be used: the file is not valid JSON/);
    await takeScreenshot(window, 'settings-broken');
    expect(dataOf(window)).toBe('{ "mcpServers": [');
    const [backup = ''] = backupsOf(window);
    expect(readFileSync(join(pluginFolderOf(window), backup), 'utf8')).toBe('{ "mcpServers": [');

    await changeOutside(window, FORMER_DATA);
    await soon(async () => ((await window.call('callServers', 'list')) as unknown[]).length).toBe(2);
    expect(JSON.parse(dataOf(window))).toEqual(FORMER_DATA);
    const [binding] = FORMER_DATA.mcpServers[0].sectionBindings;
    await window.call('callServers', 'bindToNote', { server: 'time', index: 0, binding }, 'note.md');
    const { version, mcpServers } = JSON.parse(dataOf(window));
    expect([version, mcpServers[0].docker, mcpServers[1].url]).toEqual([
      1,
      FORMER_DATA.mcpServers[0].dockerConfig,
      'http://127.0.0.1:9/sse',
    ]);
    expect(mcpServers[0].sectionBindings).toEqual([
      { ...FORMER_DATA.mcpServers[0].sectionBindings[0], document: './note.md' },
    ]);
    const backups = backupsOf(window).map((name) => readFileSync(join(pluginFolderOf(window), name), 'utf8'));
    expect(backups).toContain(JSON.stringify(FORMER_DATA));
  });

  it('asks for a secret by its name on a device that does not have it, and keeps it out of the vault', async () => {
    const mark = createMark();
    const data = { mcpServers: [createServer(mark, 'one', { env: { TOKEN: '${input:weather-token}' } })] };
    const window = await open({ notes: { 'note.md': NOTE }, data });
    await show(window, 'preview');
    await run(window, 0, 'Approve');
    await says(window, 'Value of "weather-token"');
    await says(window, /Server "one" needs it, and this device does not have it yet\./);
    await takeThemedScreenshots(window, 'secret');
    expect(pidsOf(mark, 'one')).toEqual([]);
    await window.page.getByLabel('weather-token', { exact: true }).fill('s3cret-value');
    await press(window, 'Save');
    await soon(() => statusOf(window, 0)).toBe('success');
    const [pid = 0] = pidsOf(mark, 'one');
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain('TOKEN=s3cret-value');
    expect(dataOf(window)).not.toContain('s3cret-value');
    expect(existsSync(join(window.vault, '../state'))).toBe(true);
    expect(window.errors).toEqual([]);
  });
});
