import { fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { openAskScene, untilAnswered } from './bed/ask.ts';
import { describeWindows } from './bed/describe-windows.ts';
import { expectAccessible } from './bed/expect-accessible.ts';
import { chooseCommand, soon, toBlock } from './bed/operate.ts';
import { focusedName, tabTo } from './bed/tab-to.ts';

await describeWindows((open) => {
  it('keyboard alone: add a server, test it, run a block, ask, approve, deny and stop; the focus is seen, and returns after each dialog', async () => {
    const { window } = await openAskScene(open, {
      note: `# Note\n\n${toBlock('added', 'tool: echo', 'text: hello')}\n#User : Say hello.\n`,
      assistant: { preview: 'always' },
      turns: [
        { text: 'I look.', calls: [{ tool: 'added:echo', arguments: { text: 'asked' } }] },
        { text: 'It said so.' },
        { text: 'Once more.', calls: [{ tool: 'added:echo', arguments: { text: 'denied' } }] },
        { text: 'It was not allowed.', ends: 'silence' },
      ],
    });
    const { page } = window;
    const editor = page.locator('.cm-content');
    await editor.focus();
    const isBack = (): Promise<boolean> => editor.evaluate((element) => element === document.activeElement);

    // The app's settings have a key of their own.
    await window.call('openSettings');
    await tabTo(page, 'Add server');
    await page.keyboard.press('Enter');
    for (const [field, text] of [
      ['Name', 'added'],
      ['Command', process.execPath],
      ['Arguments', fixturePath('echo.mjs')],
    ] as const) {
      await tabTo(page, field);
      await page.keyboard.type(text);
    }
    await expectAccessible(page);
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.locator('.modal .toolyard-server', { hasText: 'added' }).waitFor();
    await soon(() => focusedName(page)).toBe('Add server');
    await tabTo(page, 'Test connection');
    await page.keyboard.press('Enter');
    await page.getByText('Connected in').waitFor();
    expect(await focusedName(page)).toBe('Test connection');
    await page.keyboard.press('Escape');
    expect(await isBack()).toBe(true);

    await page.keyboard.press('Control+Home');
    for (let line = 0; line < 3; line++) await page.keyboard.press('ArrowDown');
    await chooseCommand(window, 'run block');
    await soon(() => window.call('editorText')).toContain('status=success');
    expect(await isBack()).toBe(true);

    await page.keyboard.press('Control+End');
    await chooseCommand(window, 'ask here');
    await page.getByText(/^Ask .+\?$/).waitFor();
    await tabTo(page, 'Ask');
    await page.keyboard.press('Enter');
    await page.getByText('Allow this call?').waitFor();
    await tabTo(page, 'Approve');
    await page.keyboard.press('Enter');
    await untilAnswered(window);
    expect(await window.call('editorText')).toContain('It said so.');
    expect(await isBack()).toBe(true);

    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n#User : Again.\n');
    await chooseCommand(window, 'ask here');
    await page.getByText(/^Ask .+\?$/).waitFor();
    await tabTo(page, 'Ask');
    await page.keyboard.press('Enter');
    await page.getByText('Allow this call?').waitFor();
    await page.keyboard.press('Escape');
    await soon(() => window.call('editorText')).toContain('It was not allowed.');
    await chooseCommand(window, 'stop answer');
    await untilAnswered(window);
    expect(await window.call('editorText')).toContain('This answer was stopped before its end.');
    expect(await isBack()).toBe(true);
    expect(window.errors).toEqual([]);
  });
});
