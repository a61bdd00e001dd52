import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { findProcesses } from '@toolyard/testing';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeWindows } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import { chooseCommand, createMark, noticesOf, press, show, toCommand, toData } from './bed/operate.ts';
import { createSlow, soon } from './bed/scenario.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

const REAL = ['azure', 'chrome', 'github', 'gitlab', 'kubernetes', 'notion'];

/** How long nothing happens where nothing is meant to, in milliseconds. */
const SETTLE_MS = 1000;

const realServers = (mark: string, names = REAL): Record<string, Readonly<Record<string, unknown>>> =>
  Object.fromEntries(names.map((name) => [name, toCommand('recorded-tools', mark, { SERVER: name })]));

const text = (window: BedWindow): Promise<string> => window.call('editorText');

/** What is offered at the cursor. */
const offered = ({ page }: BedWindow): Promise<string[]> =>
  page.locator('.suggestion-container .toolyard-suggestion-label').allInnerTexts();

/** Approves servers of the vault, as their rows in the settings do. */
async function approve(window: BedWindow, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const asked = window.call('callServers', 'askApproval', name);
    await press(window, 'Approve');
    await asked;
  }
}

async function writeAt({ page }: BedWindow, words: string): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.type(words);
}

await describeWindows((open) => {
  it('browse-tools, completion and hover: 541 real tools are found, read, tried and written', async () => {
    const mark = createMark();
    const notes = { 'note.md': '# Note\n\n' };
    const window = await open({ notes, data: toData(realServers(mark)) });
    const { page } = window;
    await show(window, 'live');
    await approve(window, REAL);
    await page.locator('.cm-content').focus();
    await chooseCommand(window, 'Browse tools');
    const view = page.locator('.toolyard-tools');
    await soon(() => view.locator('.toolyard-tools-sum').innerText()).toMatch(
      /^541 tools, about 2\d\d,\d{3} tokens\.$/,
    );
    // Hundreds of rows would take long to draw.
    expect(await view.locator('.toolyard-tool-name').count()).toBe(50);
    await takeThemedScreenshots(window, 'tools-browser');
    await page.getByRole('searchbox', { name: 'Search tools' }).focus();
    await page.keyboard.type('ghcreissue');
    await soon(() => view.locator('.toolyard-tool-name').first().innerText()).toBe('github:create_issue');
    expect(await measureSearch(window)).toBeLessThan(150);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('files that a pod');
    expect(await view.locator('.toolyard-tools-sum').innerText()).toBe('No tool matches.');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('delete');
    await page.getByRole('combobox', { name: 'Server' }).selectOption('kubernetes');
    const [first] = await view.locator('.toolyard-tool-name').all();
    expect(await first?.innerText()).toBe('kubernetes:kubectl_delete');
    await page.getByRole('combobox', { name: 'Server' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.locator('.toolyard-tool-name:focus-visible').innerText()).toBe('kubernetes:kubectl_delete');
    expect(await first?.evaluate((each) => getComputedStyle(each).boxShadow)).toMatch(/ 0px 0px 0px 2px$/);
    await page.keyboard.press('Enter');
    const row = view.locator('.toolyard-tools-row').first();
    expect(await row.innerText()).toContain('Destructive');
    expect(await row.getByRole('list', { name: 'Parameters' }).innerText()).toContain('resourceType');
    await row.getByText('Schema').click();
    await takeThemedScreenshots(window, 'tools-browser-details');
    const used = row.getByRole('checkbox', { name: 'Use tool kubernetes:kubectl_delete' });
    const isFocused = (): Promise<boolean> => used.evaluate((each) => each === document.activeElement);
    await used.focus();
    await page.keyboard.press('Enter');
    await soon(() => view.locator('.toolyard-tools-row.mod-off').innerText()).toContain(
      'Switch it on to see what it takes.',
    );
    // The list was drawn anew, and the focus stays.
    await soon(isFocused).toBe(true);
    await page.keyboard.press('Enter');
    await soon(() => view.locator('.toolyard-tools-row.mod-off').count()).toBe(0);
    expect(window.errors).toEqual([]);

    // What earlier runs left is enough from here on: nothing is started.
    await window.call('unload');
    await soon(() => findProcesses(mark)).toEqual([]);
    await window.call('load');
    await window.call('setCursor', 2);
    await writeAt(window, '```gi');
    await soon(() => offered(window)).toEqual(['github', 'gitlab']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await soon(() => offered(window)).toEqual(['tool']);
    await page.keyboard.press('Enter');
    await page.keyboard.type('list_co');
    // What earlier runs left is read in the background.
    const typeAgain = async (): Promise<string[]> => {
      await page.keyboard.press('Backspace');
      await page.keyboard.type('o');
      return offered(window);
    };
    await soon(typeAgain).toEqual(['list_commits']);
    await page.keyboard.press('Control+Backspace');
    await page.keyboard.type('pull_request_re');
    await soon(() => offered(window)).toEqual(['create_pull_request_review', 'get_pull_request_reviews']);
    await takeThemedScreenshots(window, 'tools-completion');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await soon(() => offered(window)).toEqual([
      'owner',
      'repo',
      'pull_number',
      'body',
      'event',
      'commit_id',
      'comments',
    ]);
    expect(await page.locator('.suggestion-item .toolyard-required').count()).toBe(5);
    await takeThemedScreenshots(window, 'tools-completion-parameters');
    await page.keyboard.type('ev');
    await page.keyboard.press('Enter');
    await soon(() => offered(window)).toEqual(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await text(window)).toBe('# Note\n\n```github\ntool: create_pull_request_review\nevent: REQUEST_CHANGES');
    await page.locator('.cm-line', { hasText: 'event:' }).hover({ position: { x: 30, y: 8 } });
    const hover = page.locator('.toolyard-hover');
    await soon(() => hover.innerText()).toContain('The review action to perform');
    expect(await hover.innerText()).toContain('One of "APPROVE", "REQUEST_CHANGES", "COMMENT"');
    await takeThemedScreenshots(window, 'tools-hover-parameter');
    await page.mouse.move(0, 0);
    await soon(() => hover.count()).toBe(0);
    await page.locator('.cm-line', { hasText: 'tool:' }).hover({ position: { x: 120, y: 8 } });
    await soon(() => hover.innerText()).toContain('github:create_pull_request_review');
    await takeThemedScreenshots(window, 'tools-hover');
    expect(findProcesses(mark)).toEqual([]);
    await page.mouse.move(0, 0);
    expect(await measureTyping(window)).toBeLessThan(50);
    expect(window.errors).toEqual([]);
  });

  it('insert-tool-call: a tool is found by fuzzy search, filled in, and inserted as one step, in bound sections too', async () => {
    const mark = createMark();
    const servers = {
      ...realServers(mark, ['github', 'notion']),
      'my server': toCommand('recorded-tools', mark, { SERVER: 'kubernetes' }),
    };
    const bound =
      '---\ntoolyard: { bindings: [{ heading: "## Bound", server: notion }] }\n---\n\n# Note\n\nWords.\n\n## Bound\n\nMore.\n';
    const window = await open({ notes: { 'note.md': bound }, data: toData(servers) });
    const { page } = window;
    await show(window, 'live');
    await approve(window, ['github', 'notion', 'my server']);
    await window.call('setCursor', 6);
    await page.locator('.cm-content').focus();
    await chooseCommand(window, 'Insert tool call');
    await soon(() => page.locator('.prompt .suggestion-item').count()).toBe(73);
    await takeThemedScreenshots(window, 'tools-picker-all');
    await page.keyboard.type('ghsearchrepo');
    await soon(() => page.locator('.prompt .toolyard-suggestion-label').first().innerText()).toBe(
      'github:search_repositories',
    );
    await takeThemedScreenshots(window, 'tools-picker');
    await page.keyboard.press('Enter');
    await page.getByText('Insert a call of github:search_repositories').waitFor();
    await press(window, 'Insert');
    await page.getByText('query is required').waitFor();
    await page.keyboard.type('toolyard: "mcp"');
    await takeThemedScreenshots(window, 'tools-insert');
    await page.keyboard.press('Control+Enter');
    const block = '```github\ntool: search_repositories\nquery: "toolyard: \\"mcp\\""\n```\n';
    await soon(() => text(window)).toBe(bound.replace('Words.\n', `Words.\n\n${block}`));
    await window.call('undo');
    expect(await text(window)).toBe(bound);

    // In a bound section the tools of its server alone are offered; skipped, what is required is left to be written.
    await window.call('setCursor', 10);
    await chooseCommand(window, 'Insert tool call');
    expect(await page.locator('.prompt-input').getAttribute('placeholder')).toContain(
      'notion, which this section is bound to',
    );
    await soon(() => page.locator('.prompt .suggestion-item').count()).toBe(24);
    await page.keyboard.type('API-post-search');
    await page.keyboard.press('Enter');
    await press(window, 'Insert without filling in');
    await soon(() => text(window)).toContain('More.\n\n```notion\ntool: API-post-search\n');
    await window.call('undo');

    // A server whose name is no language.
    await window.call('setCursor', 6);
    await chooseCommand(window, 'Insert tool call');
    await page.keyboard.type('my server kubectl_get');
    await page.keyboard.press('Enter');
    await press(window, 'Insert without filling in');
    await soon(() => text(window)).toContain('```mcp\nserver: my server\ntool: kubectl_get\nresourceType: \n');
    await page.keyboard.type('pods');
    expect(await text(window)).toContain('\nresourceType: pods\n');
    expect(window.errors).toEqual([]);
  });

  it('browse-tools: Try it calls a tool with a form, shows its result or why it failed, and stops it', async () => {
    const mark = createMark();
    const { data, calls, release } = createSlow(mark);
    const window = await open({ notes: { 'note.md': '# Note\n' }, data });
    const { page } = window;
    await show(window, 'live');
    await approve(window, ['echo']);
    // A view that is open since Obsidian was started starts nothing, for as long as a server takes to start; the command does.
    await window.call('restoreView', 'toolyard-tools');
    await page.waitForTimeout(SETTLE_MS);
    expect(await page.locator('.toolyard-tools-sum').innerText()).toContain('Not known yet: echo');
    expect(findProcesses(mark)).toEqual([]);
    await page.locator('.cm-content').focus();
    await chooseCommand(window, 'Browse tools');
    const tryTool = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: `echo:${name}`, exact: true }).press('Enter');
      await press(window, 'Try it');
      await page.getByText(`Try echo:${name}`).waitFor();
    };
    const button = (name: string): Locator => page.locator('.modal').getByRole('button', { name, exact: true });
    const state = (): Promise<string> => page.locator('.toolyard-trial-state').innerText();
    const result = page.locator('.toolyard-trial-result');
    await tryTool('note');
    await page.keyboard.press('Control+Enter');
    await page.getByText('text is required').waitFor();
    await page.keyboard.type('hello');
    await page.keyboard.press('Control+Enter');
    await soon(state).toMatch(/^Done in [\d,]+ ms$/);
    expect(await result.innerText()).toBe('noted hello');
    await takeThemedScreenshots(window, 'tools-try');
    await button('Insert').press('Enter');
    await soon(() => text(window)).toBe('# Note\n\n```echo\ntool: note\ntext: hello\n```\n');
    await page.getByRole('button', { name: 'echo:note', exact: true }).press('Enter');

    await tryTool('fail');
    await page.keyboard.type('x');
    await button('Run').press('Enter');
    await soon(state).toMatch(/^Failed after [\d,]+ ms$/);
    expect(await result.locator('.callout').innerText()).toBe('it did not work');
    await takeThemedScreenshots(window, 'tools-try-failed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'echo:fail', exact: true }).press('Enter');

    await tryTool('slow');
    await button('Run').press('Enter');
    await soon(state).toBe('Running…');
    await soon(() => existsSync(calls) && readFileSync(calls, 'utf8')).toContain('"slow"');
    await button('Stop').press('Enter');
    await soon(state).toMatch(/^Stopped after [\d,]+ ms$/);
    await soon(() => existsSync(`${calls}.cancelled`)).toBe(true);
    await button('Re-run').press('Enter');
    await soon(state).toBe('Running…');
    writeFileSync(release, '');
    await soon(state).toMatch(/^Done in/);
    await window.call('unload');
    expect(await page.locator('.modal').count()).toBe(0);
    expect(await noticesOf(window)).toEqual([]);
    expect(window.errors).toEqual([]);
  });
});

/** The longest time that a key takes in a tool block, in milliseconds, with all that is shown after it. */
function measureTyping({ page }: BedWindow): Promise<number> {
  return page.evaluate(() => {
    const { bed } = globalThis as unknown as { bed: { replaceText(from: string, to: string): void } };
    const [from, to] = ['tool: create_pull_request_review', 'tool: '];
    bed.replaceText(from, to);
    let typed = to;
    let longest = 0;
    for (const character of 'pull_request') {
      const begun = performance.now();
      bed.replaceText(typed, typed + character);
      longest = Math.max(longest, performance.now() - begun);
      typed += character;
    }
    return longest;
  });
}

/** The longest time that a key takes in the search of the browser, in milliseconds, with all rows that are drawn after it. */
function measureSearch({ page }: BedWindow): Promise<number> {
  return page.getByRole('searchbox', { name: 'Search tools' }).evaluate((search: HTMLInputElement) => {
    let longest = 0;
    for (const query of ['l', 'li', 'lis', 'list', '']) {
      search.value = query;
      const begun = performance.now();
      search.dispatchEvent(new Event('input'));
      longest = Math.max(longest, performance.now() - begun);
    }
    return longest;
  });
}
