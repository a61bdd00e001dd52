import { readFileSync, writeFileSync } from 'node:fs';
import { findProcesses } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { describeWindows } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import {
  chooseCommand,
  createMark,
  noticesOf,
  press,
  pressBlock,
  read,
  runApproved,
  show,
  soon,
  statesOf,
  toBlock,
  toCommand,
  toData,
} from './bed/operate.ts';
import { createSlow } from './bed/scenario.ts';
import { tabTo } from './bed/tab-to.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

const statusOf = ({ page }: BedWindow): Promise<string> => page.locator('.toolyard-status').innerText();

const rowsOf = ({ page }: BedWindow): Promise<string[]> =>
  page.locator('.toolyard-history .toolyard-row').allInnerTexts();

await describeWindows((open) => {
  it('status bar: servers up of all, calls that run with Stop, session counts, Stop all and Resume', async () => {
    const mark = createMark();
    const { data, release } = createSlow(mark);
    const { mcpServers } = data as { readonly mcpServers: readonly object[] };
    const others = toData({ broken: toCommand('exits-on-start', mark), off: { command: 'x', enabled: false } });
    const window = await open({
      notes: {
        'note.md': [
          toBlock('echo', 'tool: slow'),
          toBlock('echo', 'tool: note', 'text: hello'),
          toBlock('broken', 'tool: x'),
        ].join('\n'),
      },
      data: { ...data, mcpServers: [...mcpServers, ...(others as { mcpServers: object[] }).mcpServers] },
    });
    await read(window);
    const { page } = window;
    // It tells what is, and nothing starts because it does.
    expect(await statusOf(window)).toBe('0/3 servers');
    const label = (): Promise<string | null> => page.locator('.toolyard-status').getAttribute('aria-label');
    expect(await label()).toContain('Toolyard: 0 of 3 servers connected. echo: Not approved on this device.');
    expect(findProcesses(mark)).toEqual([]);

    await runApproved(window);
    await soon(() => statusOf(window)).toBe('1/3 servers · 1 call');
    expect(await label()).toContain(
      '1 of 3 servers connected. broken: Not approved on this device. 1 call runs. Open details.',
    );

    await runApproved(window, 2);
    await soon(label).toContain('1 of 3 servers connected. broken: Error, retrying. 1 call runs. Open details.');

    await page.locator('.toolyard-status').focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator('.toolyard-details');
    const shown = dialog.getByRole('group', { name: 'Servers' });
    await soon(() => shown.innerText()).toContain('Connected');
    await soon(() => shown.innerText()).toContain('cannot find the thing it needs');
    await soon(() => shown.innerText()).toContain(' · next at ');
    expect(await dialog.getByRole('group', { name: 'Calls', exact: true }).innerText()).toMatch(
      /echo:slow\s+running, block, note\.md/,
    );
    expect(await dialog.getByRole('group', { name: 'Calls in each note' }).innerText()).toMatch(/note\.md\s+\d of 25/);
    await takeThemedScreenshots(window, 'status-detail');

    // One call alone is stopped, by the keyboard.
    await tabTo(page, 'Stop');
    await page.keyboard.press('Enter');
    await soon(() => statesOf(window)).toEqual(['cancelled', 'idle', 'error']);
    await soon(() => dialog.getByText('No call is running.').isVisible()).toBe(true);

    await press(window, 'Stop all');
    await soon(() => statusOf(window)).toBe('1/3 servers · stopped');
    await page.keyboard.press('Escape');
    await pressBlock(window, 1);
    await soon(() => statesOf(window)).toEqual(['cancelled', 'cancelled', 'error']);
    await chooseCommand(window, 'show status');
    await press(window, 'Resume');
    await soon(() => statusOf(window)).toBe('1/3 servers');
    // The count is that of the note, whatever it is called by now.
    await window.call('rename', 'note.md', 'renamed.md');
    await press(window, 'Reset');
    await soon(() => dialog.getByRole('group', { name: 'Calls in each note' }).innerText()).toContain('0 of 25');
    await press(window, 'Settings');
    await soon(() => page.locator('.mod-settings').getByText('Servers', { exact: true }).isVisible()).toBe(true);
    writeFileSync(release, '');
    await window.call('closeSettings');
    await chooseCommand(window, 'show status');
    await dialog.waitFor();
    await window.call('unload');
    expect(await page.locator('.toolyard-status, .toolyard-details').count()).toBe(0);
    expect(window.errors).toEqual([]);
  });

  it('call-history: who called what, where and how it went, filtered, kept across restarts, and the way to the note', async () => {
    const mark = createMark();
    const { data } = createSlow(mark);
    const window = await open({
      notes: {
        'note.md': `# Note\n\n${toBlock('echo', 'tool: note', 'text: first words')}\n${toBlock('echo', 'tool: fail')}`,
        'other.md': 'Other.\n',
      },
      data,
    });
    await read(window);
    const { page } = window;
    await chooseCommand(window, 'call history');
    await page.getByText('No tool was called yet. Run a block, or ask the assistant.').waitFor();
    await runApproved(window, 0);
    await soon(() => statesOf(window)).toEqual(['success', 'idle']);
    await pressBlock(window, 1);
    await soon(async () => (await rowsOf(window)).length).toBe(2);
    await soon(async () => (await rowsOf(window))[0] ?? '').toContain('error');
    const [failed = '', good = ''] = await rowsOf(window);
    expect(failed).toMatch(/echo:fail\s+error, \d+ ms\s+[^]* · Block\s+note\.md, line 11\s+The tool reported an error/);
    expect(good).toMatch(/echo:note\s+success, \d+ ms\s+[^]* · Block\s+note\.md, line 3/);
    await page.locator('.toolyard-history summary').nth(1).click();
    expect((await rowsOf(window))[1]).toContain('"text": "first words"');

    const filter = page.getByLabel('Filter calls by text');
    await filter.fill('FIRST');
    await soon(async () => (await rowsOf(window)).length).toBe(1);
    await filter.fill('');
    await page.getByLabel('Status', { exact: true }).selectOption('error');
    await soon(async () => (await rowsOf(window)).join()).toContain('echo:fail');
    expect(await rowsOf(window)).toHaveLength(1);
    await page.getByLabel('Status', { exact: true }).selectOption('');
    await takeThemedScreenshots(window, 'call-history');

    await window.call('open', 'other.md', 'source');
    await page.getByLabel('Filter calls by text').focus();
    await tabTo(page, 'note.md, line 11');
    const link = page.locator('.toolyard-link:focus-visible');
    expect(await link.evaluate((each) => getComputedStyle(each).boxShadow)).toMatch(/ 0px 0px 0px 2px$/);
    await page.keyboard.press('Enter');
    await soon(() => window.call('editorText')).toContain('tool: fail');

    await window.call('unload');
    await soon(() => findProcesses(mark)).toEqual([]);
    await window.call('load');
    await chooseCommand(window, 'call history');
    await soon(async () => (await rowsOf(window)).length).toBe(2);
    expect((await rowsOf(window))[1]).toMatch(/echo:note\s+success/);
    // What was kept is read, and nothing is started for it.
    expect(findProcesses(mark)).toEqual([]);
    expect(window.errors).toEqual([]);
  });

  it('server-log: what a server wrote and went through, as it comes, chosen by server, and copied', async () => {
    const mark = createMark();
    const data = toData({ broken: toCommand('exits-on-start', mark), echo: toCommand('echo', mark) });
    const window = await open({
      notes: { 'note.md': toBlock('broken', 'tool: x') + toBlock('echo', 'tool: echo', 'text: hi') },
      data,
    });
    await show(window, 'preview');
    const { page } = window;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await chooseCommand(window, 'server log');
    const lines = page.getByRole('log');
    await page.getByText('Nothing was logged about broken yet.').waitFor();
    await runApproved(window, 0);
    await soon(() => lines.innerText()).toContain('cannot find the thing it needs');
    await soon(() => lines.innerText()).toContain('is retrying');
    await takeThemedScreenshots(window, 'server-log');
    await press(window, 'Copy');
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await soon(copied).toContain('broken: cannot find the thing it needs');
    expect(await copied()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    await page.getByText(/^Copied \d+ lines\.$/).click();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('Nothing may be copied.'));
    });
    await press(window, 'Copy');
    await page.getByText('Nothing may be copied.').waitFor();
    expect((await noticesOf(window)).join()).not.toContain('Copied');

    await page.getByLabel('Server', { exact: true }).selectOption('echo');
    await runApproved(window, 1);
    await soon(() => lines.innerText()).toContain('is running with 3 tools');
    expect(await lines.innerText()).not.toContain('cannot find');
    expect(window.errors).toEqual([]);
    expect(readFileSync(`${window.vault}/note.md`, 'utf8')).toContain('hi');
  });
});
