import { randomUUID } from 'node:crypto';
import { describeExternal, findProcesses, fixturePath } from '@toolyard/testing';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildBed, type BuiltBed } from './bed/build-bed.ts';
import { openWindow, type BedVault, type BedWindow } from './bed/open-window.ts';

await describeExternal('Chromium', (executablePath) => {
  let bed: BuiltBed;
  let browser: Browser;
  beforeAll(async () => {
    bed = await buildBed();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  });
  afterAll(async () => {
    await browser?.close();
    bed?.remove();
  });

  async function open(vault: BedVault): Promise<BedWindow> {
    const window = await openWindow(browser, bed, vault);
    onTestFinished(() => window.close());
    return window;
  }

  it('loads', async () => {
    const marker = randomUUID();
    const window = await open({
      notes: { 'note.md': '# Note\n\n```echo\ntool: echo\ntext: hello\n```\n' },
      data: {
        mcpServers: [
          { id: '1', name: 'echo', enabled: true, command: process.execPath, args: [fixturePath('echo.mjs'), marker] },
        ],
      },
    });
    const ms = await window.call('load');
    console.log(ms, window.errors);
    await window.call('setLayoutReady');
    await window.call('open', 'note.md', 'preview');
    await window.page.screenshot({ path: '/tmp/ob1.png' });
    const button = window.page.getByRole('button', { name: 'Run', exact: true });
    await button.click({ timeout: 5000 });
    await window.page.getByRole('button', { name: 'Approve' }).click({ timeout: 5000 });
    try {
      await expect.poll(() => window.read('note.md'), { timeout: 3000 }).toContain('status=success');
    } catch (e) {
      console.log(e);
    }
    await window.page.screenshot({ path: '/tmp/ob2.png' });
    console.log(window.read('note.md'), window.errors, findProcesses(marker));
    await window.call('unload');
    await expect.poll(() => findProcesses(marker), { timeout: 10000 }).toEqual([]);
    console.log(window.errors);
  });
});
