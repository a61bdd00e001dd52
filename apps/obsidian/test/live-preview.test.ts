import { existsSync, writeFileSync } from 'node:fs';
import { findProcesses } from '@toolyard/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeWindows, screenshotPath, takeScreenshot } from './bed/describe-windows.ts';
import { createMark, show } from './bed/operate.ts';
import { createData, createSlow, press, soon, statusOf } from './bed/scenario.ts';

const BLOCK = '```echo\ntool: echo\ntext: hello\n```\n';
const NOTE = `# Note\n\n${BLOCK}\nAfter it.\n\n\`\`\`echo\nno call\n\`\`\`\n`;
const SLOW_NOTE = NOTE.replace('tool: echo\ntext: hello', 'tool: slow');
/** Lines of the note as an editor shows them. */
const linesOf = (page: Page): Promise<string[]> => page.locator('.cm-line').allInnerTexts();
const hiddenIn = (lines: readonly string[]): boolean => !lines.some((line) => line.includes('<!--'));

await describeWindows((open) => {
  it('FR-006, FR-007, FR-011: live preview shows a header above each tool block, and runs nothing by that', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': NOTE }, data: createData('echo', mark) });
    await show(window, 'live');
    const { page } = window;
    const blocks = page.locator('.toolyard-block');
    expect(await blocks.count()).toBe(1);
    expect(await blocks.innerText()).toMatch(/^echo › echo\s+Not run yet\s+Run$/);
    expect(await statusOf(window)).toBe('idle');
    // It stands right above its fence, whose lines are as they were, like those of a fence without a call.
    const below = blocks.locator('xpath=following-sibling::*[1]');
    expect(await below.innerText()).toBe('```echo');
    expect(await page.locator('.HyperMD-codeblock').count()).toBe(7);
    await page.locator('.cm-line', { hasText: 'text: hello' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' you');
    expect(await blocks.count()).toBe(1);
    // A fence becomes a block as soon as it has a call, and stops being one without.
    await page.locator('.cm-line', { hasText: 'no call' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('tool: x #');
    expect(await blocks.count()).toBe(2);
    for (let step = 0; step < 9; step++) await page.keyboard.press('Backspace');
    expect(await blocks.count()).toBe(1);
    await window.call('setMode', 'source');
    expect(await blocks.count()).toBe(0);
    await window.call('setMode', 'live');
    expect(await blocks.count()).toBe(1);
    await window.call('unload');
    expect(await blocks.count()).toBe(0);
    await window.call('load');
    expect(await blocks.count()).toBe(1);
    expect(findProcesses(mark)).toEqual([]);
    expect(window.errors).toEqual([]);
  });

  it('FR-008 to FR-011: pending is shown beside the text, which changes once, as one step that can be undone', async () => {
    const mark = createMark();
    const { data, calls, release } = createSlow(mark);
    const window = await open({ notes: { 'note.md': SLOW_NOTE }, data });
    await show(window, 'live');
    const { page } = window;
    await press(window, 'Run');
    await press(window, 'Approve');
    await soon(() => existsSync(calls)).toBe(true);
    expect(await statusOf(window)).toBe('pending');
    expect(await window.call('editorText')).toBe(SLOW_NOTE);
    // What is typed meanwhile stays, and is undone apart from the result.
    await page.locator('.cm-line', { hasText: 'After it.' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Typed.');
    await takeScreenshot(window, 'live-pending');
    writeFileSync(release, '');
    await soon(() => statusOf(window)).toBe('success');
    const text = await window.call('editorText');
    expect(text).toContain('status=success');
    expect(text).toContain('After it. Typed.');
    expect(hiddenIn(await linesOf(page))).toBe(true);
    await takeScreenshot(window, 'live-result');
    // The comments are shown while the cursor is in the result, and can be left again.
    await page.locator('.cm-line', { hasText: /^done/ }).click();
    expect(hiddenIn(await linesOf(page))).toBe(false);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(hiddenIn(await linesOf(page))).toBe(true);
    await window.call('undo');
    expect(await window.call('editorText')).toBe(SLOW_NOTE.replace('After it.', 'After it. Typed.'));
    expect(await statusOf(window)).toBe('idle');
    // What was typed right before the note is read is not saved yet, and stays too.
    await window.call('replaceText', 'Typed.', 'Typed late.');
    await window.call('setMode', 'preview');
    await page.locator('.markdown-preview-view').getByRole('button', { name: 'Run' }).click();
    await soon(() => window.read('note.md')).toContain('status=success');
    expect(window.read('note.md')).toContain('After it. Typed late.');
    expect(window.errors).toEqual([]);
  });

  it('FR-011: in a note with 100 blocks a keystroke changes the header of its block alone', async () => {
    const block = (number: number): string => `## ${number}\n\n\`\`\`echo\ntool: echo\ntext: ${number}\n\`\`\`\n\n`;
    const many = Array.from({ length: 100 }, (_, number) => block(number)).join('');
    const window = await open({
      notes: { 'note.md': many, 'plain.md': '# Plain\n\nNo block.\n' },
      data: createData('echo', createMark()),
    });
    await show(window, 'live');
    const { page } = window;
    await page.locator('.cm-line', { hasText: /^text: 2$/ }).click();
    await page.keyboard.press('End');
    await page.evaluate(() => {
      const changed = new Set<Element>();
      Object.assign(globalThis, { changed });
      new MutationObserver((records) => {
        for (const { target } of records) {
          const block = target instanceof Element ? target.closest('.toolyard-block') : null;
          if (block !== null) changed.add(block);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await page.keyboard.type('7');
    expect(await window.call('editorText')).toContain('text: 27\n```');
    // The arguments of a call are not in its header, and its id is: so one header is told, and shows the same.
    const countChanged = (): Promise<number> =>
      page.evaluate(() => (globalThis as unknown as { changed: Set<Element> }).changed.size);
    expect(await countChanged()).toBeLessThanOrEqual(1);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await soon(() => page.locator('.toolyard-block-tool', { hasText: 'echo › echox' }).count()).toBe(1);
    expect(await countChanged()).toBe(1);
    expect(window.errors).toEqual([]);
  });

  it('FR-009, FR-010: one note in two panes and a window of its own shows the same result everywhere', async () => {
    const window = await open({ notes: { 'note.md': NOTE }, data: createData('echo', createMark()) });
    await show(window, 'preview');
    await window.call('open', 'note.md', 'live');
    const opening = window.page.waitForEvent('popup');
    await window.call('openPopout', 'note.md', 'live');
    const popout = await opening;
    const header = popout.locator('.toolyard-block');
    expect(await header.count()).toBe(1);
    // It is an element of its window, and works there.
    expect(await header.evaluate((element) => element instanceof HTMLElement)).toBe(true);
    await popout.getByRole('button', { name: 'Run', exact: true }).click();
    await press(window, 'Approve');
    await soon(() => header.getAttribute('data-status')).toBe('success');
    const shown = window.page.locator('.toolyard-block');
    await soon(() => shown.evaluateAll((all) => all.map((each) => each.getAttribute('data-status')))).toEqual([
      'success',
      'success',
    ]);
    await window.page.locator('.markdown-preview-view p', { hasText: /^hello$/ }).waitFor();
    expect((await window.call('editorText')).match(/toolyard:result id/g)).toHaveLength(1);
    await popout.screenshot({ path: screenshotPath('popout') });
    await window.call('unload');
    expect([await header.count(), await shown.count()]).toEqual([0, 0]);
    expect(window.errors).toEqual([]);
  });
});
