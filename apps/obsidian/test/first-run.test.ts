import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses, fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { describeWindows } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import { actUntil, chooseCommand, createMark, press, soon, toCommand, toData } from './bed/operate.ts';
import { focusedName, tabTo } from './bed/tab-to.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

const pagesOf = ({ page }: BedWindow): Promise<number> => page.locator('.toolyard-first-run').count();

await describeWindows((open) => {
  it('first run: an empty vault is led to a server by pasting, to its test and to a first block, without YAML', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': '# Note\n' } });
    const { page } = window;
    await window.call('load');
    expect(await pagesOf(window)).toBe(0);
    await window.call('setLayoutReady');
    await soon(() => pagesOf(window)).toBe(1);
    const step = (name: string) => page.locator('.toolyard-first-run').getByRole('region', { name });
    await page.getByText('When a test was successful, you choose a tool here.').waitFor();
    await takeThemedScreenshots(window, 'first-run-empty');

    await page.getByRole('button', { name: 'Paste JSON' }).focus();
    await page.keyboard.press('Enter');
    const env = { MARK: mark };
    const pasted = {
      mcpServers: { post: { command: process.execPath, args: [fixturePath('wants-parameters.mjs')], env } },
    };
    await page.keyboard.insertText(JSON.stringify(pasted));
    await page.getByRole('button', { name: 'Add', exact: true }).focus();
    await page.keyboard.press('Enter');
    await soon(() => step('2. Test it').innerText()).toContain('post');
    await actUntil(
      async () => {
        await step('2. Test it').getByRole('button', { name: 'Test connection' }).focus();
        await page.keyboard.press('Enter');
      },
      async () => (await step('2. Test it').innerText()).includes('4 tools: post, open, nothing, either.'),
    );
    // The test has ended what it started.
    await soon(() => findProcesses(mark)).toEqual([]);

    const block = step('3. Put a block into a note');
    await soon(() => block.getByLabel('Tool', { exact: true }).isVisible()).toBe(true);
    await block.getByRole('button', { name: 'Insert into a new note' }).focus();
    await page.keyboard.press('Enter');
    await soon(() => block.innerText()).toContain('channel is required.');
    await block.getByLabel('channel').selectOption('#dev');
    await block.getByLabel('text').fill('Hello: "world"');
    await takeThemedScreenshots(window, 'first-run');
    await block.getByRole('button', { name: 'Insert into a new note' }).focus();
    await page.keyboard.press('Enter');
    await soon(() => window.call('editorText')).toContain('tool: post');
    expect(window.read('First tool block.md')).toBe(
      '```post\ntool: post\nchannel: "#dev"\ntext: "Hello: \\"world\\""\n```\n',
    );
    await window.call('runCommand', 'toolyard:run-block');
    await soon(() => window.call('editorText')).toContain('"channel": "#dev"');

    // Another block goes into the note that is open.
    await window.call('open', 'note.md', 'source');
    await page.getByRole('button', { name: 'Insert into note', exact: true }).focus();
    await page.keyboard.press('Enter');
    await soon(() => window.call('editorText')).toBe(
      '# Note\n\n```post\ntool: post\nchannel: "#dev"\ntext: "Hello: \\"world\\""\n```\n',
    );

    // It opens by itself no second time, and by its command whenever that is wanted.
    await window.call('unload');
    expect(await pagesOf(window)).toBe(0);
    await window.call('load');
    expect(await pagesOf(window)).toBe(0);
    await chooseCommand(window, 'first steps');
    await soon(() => pagesOf(window)).toBe(1);
    expect(window.errors).toEqual([]);
  });

  it('first run: the page does not come to a vault that has servers, nor again to one that has none any more', async () => {
    const mark = createMark();
    const data = toData({ echo: toCommand('echo', mark) });
    const window = await open({ notes: {}, data });
    await window.call('load');
    await window.call('setLayoutReady');
    await window.call('callServers', 'remove', 'echo');
    await window.call('unload');
    await window.call('load');
    expect(await pagesOf(window)).toBe(0);
    const file = join(window.vault, '.obsidian/plugins/toolyard/data.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ mcpServers: [] });
    // The settings and the details of the status bar lead to it.
    await window.call('openSettings');
    await press(window, 'First steps');
    await soon(() => pagesOf(window)).toBe(1);
    expect(await window.page.locator('.mod-settings').count()).toBe(0);
    await window.page.locator('.toolyard-status').click();
    await press(window, 'First steps');
    expect(await pagesOf(window)).toBe(1);
    expect(window.errors).toEqual([]);
  });

  it('first run: a server is added by the form, and imported from another program, from the page itself', async () => {
    const entry = { command: process.execPath, args: [fixturePath('full.mjs')] };
    const home = { '.cursor/mcp.json': JSON.stringify({ mcpServers: { files: entry } }) };
    const window = await open({ notes: {}, home });
    const { page } = window;
    await window.call('load');
    await window.call('setLayoutReady');
    const tests = page.locator('.toolyard-first-run').getByRole('region', { name: '2. Test it' });
    await page.getByRole('button', { name: 'Add server' }).focus();
    await page.keyboard.press('Enter');
    for (const [field, text] of [
      ['Name', 'added'],
      ['Command', process.execPath],
      ['Arguments', fixturePath('echo.mjs')],
    ] as const) {
      await tabTo(page, field);
      await page.keyboard.type(text);
    }
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await soon(() => tests.innerText()).toContain('added');
    await soon(() => focusedName(page)).toBe('Add server');

    await page.getByRole('button', { name: 'Import' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('files (Cursor)').waitFor();
    await tabTo(page, 'Add');
    await page.keyboard.press('Enter');
    await soon(() => tests.innerText()).toContain('files');
    const stored: unknown = JSON.parse(window.read('.obsidian/plugins/toolyard/data.json'));
    expect(stored).toMatchObject({ mcpServers: [{ name: 'added' }, { name: 'files', enabled: false, ...entry }] });
    expect(window.errors).toEqual([]);
  });
});
