import { fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { describeWindows, takeScreenshot } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import { show } from './bed/operate.ts';
import { press, soon, statusOf } from './bed/scenario.ts';

const fixture = { command: process.execPath, args: [fixturePath('echo.mjs')] };
const DATA = {
  mcpServers: [
    { id: '1', name: 'other', enabled: true, ...fixture },
    {
      id: '2',
      name: 'echo',
      enabled: true,
      ...fixture,
      sectionBindings: [{ sectionType: 'heading', headingText: '## Shared', serverId: '2', inheritToChildren: true }],
    },
  ],
};
const BODY = `# Trip

## Forecasts

### Tomorrow

Words. ^words

## Shared

First line.
Second line.
Third line.

The end.
`;
const ENTRIES = `    - { heading: "## Forecasts", server: echo }
    - { block: words, server: other } # mine
    - { lines: "19-20", server: other }
    - { heading: "## Gone", server: echo }
    - { heading: "# Trip", server: ecko, inherit: false }
`;
const NOTE = `---\ntoolyard:\n  bindings:\n${ENTRIES}---\n${BODY}`;

/** Server and label of each badge that a pane shows, in their order. */
async function badges(window: BedWindow): Promise<string[]> {
  const found = window.page.locator('.workspace .toolyard-binding:visible');
  return found.evaluateAll((all) => all.map((each) => `${each.textContent} | ${each.getAttribute('aria-label')}`));
}

async function choose(window: BedWindow, server: string): Promise<void> {
  await window.page.locator('.prompt-input').fill(server);
  await window.page.keyboard.press('Enter');
}

const menuItem = (window: BedWindow, name: string): ReturnType<BedWindow['page']['locator']> =>
  window.page.locator('.menu-item', { hasText: name });

/** Opens the menu of the editor on a line that has this text. */
async function openEditorMenu(window: BedWindow, text: string): Promise<void> {
  await putCursor(window, text);
  await window.page.locator('.cm-line', { hasText: new RegExp(`^${text}`) }).click({ button: 'right' });
}

/** Puts the cursor on a line that has this text. */
async function putCursor(window: BedWindow, text: string): Promise<void> {
  const lines = (await window.call('editorText')).split('\n');
  await window.call(
    'setCursor',
    lines.findIndex((line) => line.startsWith(text)),
  );
}

async function takeBoth(window: BedWindow, name: string): Promise<void> {
  await takeScreenshot(window, name);
  await window.page.evaluate(() => document.body.classList.replace('theme-light', 'theme-dark'));
  await takeScreenshot(window, `${name}-dark`);
  await window.page.evaluate(() => document.body.classList.replace('theme-dark', 'theme-light'));
}

const FORECASTS = 'echo | Bound to echo';
const TOMORROW = 'echo | Bound to echo, inherited from ## Forecasts';
const WORDS = 'other | Bound to other';
const SHARED = 'echo | Bound to echo, by the settings';
const UNKNOWN = 'ecko | Bound to ecko. Server not found: ecko; did you mean "echo"?';
const GONE = 'echo | Bound to echo. The binding of "## Gone" has no effect: the note has no section "## Gone"';

await describeWindows((open) => {
  it('FR-015: shows a badge at each bound heading, block and range in both views, inherited ones dimmed, unresolved ones marked', async () => {
    const window = await open({ notes: { 'note.md': NOTE }, data: DATA });
    await show(window, 'preview');
    await soon(() => badges(window)).toEqual([UNKNOWN, FORECASTS, TOMORROW, WORDS, SHARED, WORDS]);
    const inherited = window.page.locator('.markdown-preview-view .toolyard-binding.mod-inherited');
    expect(await inherited.allInnerTexts()).toEqual(['echo']);
    expect(await window.page.locator('h3 > .toolyard-binding').count()).toBe(1);
    await takeBoth(window, 'badges-reading');
    for (const mode of ['live', 'source'] as const) {
      await window.call('setMode', mode);
      // Where nothing of the text can be marked, the entry of the frontmatter is.
      await soon(() => badges(window)).toEqual([GONE, UNKNOWN, FORECASTS, TOMORROW, WORDS, SHARED, WORDS]);
      expect(await window.page.locator('.cm-line > .toolyard-binding.mod-unresolved').count()).toBe(2);
    }
    await takeBoth(window, 'badges-editor');
    expect(window.read('note.md')).toBe(NOTE);
    await window.call('unload');
    expect(await badges(window)).toEqual([]);
    await window.call('setMode', 'preview');
    await window.call('load');
    await soon(() => badges(window)).toEqual([UNKNOWN, FORECASTS, TOMORROW, WORDS, SHARED, WORDS]);
    expect(window.errors).toEqual([]);
  });

  it('FR-012, FR-014: binds, changes, switches inheritance and unbinds by command, each as one step that can be undone', async () => {
    const window = await open({ notes: { 'note.md': BODY }, data: DATA });
    await show(window, 'live');
    const run = (id: string): Promise<boolean> => window.call('runCommand', `toolyard:${id}`);
    await putCursor(window, '## Forecasts');
    expect(await run('unbind-section')).toBe(false);
    expect(await run('bind-section')).toBe(true);
    expect(await window.page.locator('.prompt-input').getAttribute('placeholder')).toBe('Bind ## Forecasts to…');
    await takeBoth(window, 'binding-picker');
    await choose(window, 'ec');
    const bound = `---\ntoolyard:\n  bindings:\n    - { heading: "## Forecasts", server: echo }\n---\n${BODY}`;
    await soon(() => window.call('editorText')).toBe(bound);
    await soon(() => badges(window)).toEqual([FORECASTS, TOMORROW, SHARED]);
    await putCursor(window, '## Forecasts');
    await run('bind-section');
    await choose(window, 'other');
    await soon(() => window.call('editorText')).toBe(bound.replace('server: echo', 'server: other'));
    await run('toggle-inheritance');
    await soon(() => badges(window)).toEqual([WORDS, SHARED]);
    await run('toggle-inheritance');
    await soon(() => badges(window)).toHaveLength(3);
    await putCursor(window, '## Forecasts');
    await run('unbind-section');
    await soon(() => window.call('editorText')).toBe(BODY);
    for (const _ of [1, 2, 3, 4]) await window.call('undo');
    expect(await window.call('editorText')).toBe(bound);
    await window.call('undo');
    expect(await window.call('editorText')).toBe(BODY);
    await soon(() => badges(window)).toEqual([SHARED]);
    await putCursor(window, 'Words.');
    await run('bind-section');
    await choose(window, 'other');
    await soon(() => window.call('editorText')).toContain('{ block: words, server: other }');
    expect(window.errors).toEqual([]);
  });

  it('FR-012: binds by the menu of the editor and of a badge, in a note that is read too', async () => {
    // The last section begins fewer lines below another one than the frontmatter will have.
    const body = BODY.replace('Second line.', '\n## Last\n');
    const window = await open({ notes: { 'note.md': body }, data: DATA });
    await show(window, 'source');
    await openEditorMenu(window, '## Forecasts');
    await menuItem(window, 'Bind ## Forecasts to server…').click();
    await choose(window, 'echo');
    await soon(() => badges(window)).toEqual([FORECASTS, TOMORROW, SHARED]);
    // A badge that moved is one of the section that it stands at now.
    await window.call('replaceText', '### Tom', '### Today\n\n### Tom');
    await soon(() => badges(window)).toEqual([FORECASTS, TOMORROW, TOMORROW, SHARED]);
    await window.page.locator('.cm-line', { hasText: '### Tomorrow' }).locator('.toolyard-binding').click();
    await menuItem(window, 'Bind ### Tomorrow to server…').click();
    await choose(window, 'other');
    await soon(() => window.call('editorText')).toContain('{ heading: "### Tomorrow", server: other }');
    for (const _ of [1, 2]) await window.call('undo');
    await soon(() => badges(window)).toEqual([FORECASTS, TOMORROW, SHARED]);
    await openEditorMenu(window, '## Forecasts');
    const inherits = menuItem(window, 'Sections below inherit it');
    expect(await inherits.getAttribute('aria-checked')).toBe('true');
    await takeBoth(window, 'binding-menu');
    await inherits.click();
    await soon(() => window.call('editorText')).toContain('server: echo, inherit: false }');
    await window.call('closeAll');
    await window.call('open', 'note.md', 'preview');
    await soon(() => badges(window)).toEqual([FORECASTS, SHARED]);
    const [badge] = await window.page.locator('h2 > .toolyard-binding').all();
    await badge?.press('Enter');
    await menuItem(window, 'Change server of ## Forecasts…').click();
    await choose(window, 'other');
    await soon(() => badges(window)).toEqual([WORDS, SHARED]);
    expect(window.read('note.md')).toContain('server: other, inherit: false }');
    await window.page.locator('h2 > .toolyard-binding').first().click();
    await menuItem(window, 'Unbind ## Forecasts').click();
    await soon(() => window.read('note.md')).toBe(body);
    await soon(() => badges(window)).toEqual([SHARED]);
    // What the settings bind is left to the settings; the section can get a binding of its own.
    await window.page.locator('h2 > .toolyard-binding').click();
    expect(await window.page.locator('.menu-item').allInnerTexts()).toEqual(['Bind ## Shared to server…']);
    expect(window.errors).toEqual([]);
  });

  it('FR-012: lists the bindings of the active note in a view, with what is wrong, and changes them there', async () => {
    const window = await open({ notes: { 'note.md': NOTE, 'other.md': '# Other\n' }, data: DATA });
    await show(window, 'live');
    await window.call('runCommand', 'toolyard:show-bindings');
    const view = window.page.locator('.workspace-sidebar');
    const row = (name: string): typeof view => view.locator('.toolyard-bindings-row', { hasText: name });
    await row('## Forecasts').waitFor();
    expect(await view.locator('.toolyard-bindings-name').allInnerTexts()).toEqual([
      '## Shared',
      '## Forecasts',
      '^words',
      'lines 19-20',
      '## Gone',
      '# Trip',
    ]);
    expect(await row('## Shared').innerText()).toContain('From the settings, for all notes.');
    expect(await row('## Gone').innerText()).toContain('has no effect: the note has no section "## Gone"');
    expect(await row('# Trip').innerText()).toContain('Server not found: ecko; did you mean "echo"?');
    await takeBoth(window, 'bindings-view');
    await row('## Forecasts').getByRole('checkbox').uncheck();
    await soon(() => window.call('editorText')).toContain('{ heading: "## Forecasts", server: echo, inherit: false }');
    await row('# Trip').getByRole('button', { name: 'Change server…' }).click();
    await choose(window, 'echo');
    await soon(() => window.call('editorText')).toContain('{ heading: "# Trip", server: echo, inherit: false }');
    await window.call('rename', 'note.md', 'renamed.md');
    await row('## Gone').getByRole('button', { name: 'Unbind' }).click();
    await soon(() => row('## Gone').count()).toBe(0);
    expect(await window.call('editorText')).toContain('server: other } # mine\n    - { lines: "18-19"');
    await window.call('open', 'other.md', 'live');
    await soon(() => view.innerText()).toContain('Nothing in this note is bound.');
    await window.call('unload');
    expect(await view.locator('.toolyard-bindings').count()).toBe(0);
    expect(window.errors).toEqual([]);
  });

  it('FR-012: keeps a range on its lines while somebody types, in the same undo step, and says when they are gone', async () => {
    const window = await open({ notes: { 'note.md': BODY }, data: DATA });
    await show(window, 'live');
    await window.call('selectLines', 10, 11);
    await window.call('runCommand', 'toolyard:bind-section');
    await choose(window, 'other');
    await soon(() => window.call('editorText')).toContain('{ lines: "16-17", server: other }');
    const before = await window.call('editorText');
    await soon(() => badges(window)).toEqual([SHARED, WORDS]);
    await window.call('setCursor', 5);
    await window.page.locator('.cm-content').focus();
    await window.page.keyboard.press('Enter');
    const after = await window.call('editorText');
    expect(after).toBe(before.replace('16-17', '17-18').replace('# Trip', '\n# Trip'));
    await window.call('undo');
    expect(await window.call('editorText')).toBe(before);
    await window.call('runCommand', 'toolyard:show-bindings');
    await window.call('selectLines', 14, 17);
    await window.page.keyboard.press('Delete');
    expect(await window.call('editorText')).toContain('{ lines: "0-0", server: other }');
    await soon(() => badges(window)).toEqual(['other | The lines of this binding were deleted', SHARED]);
    const wrong = window.page.locator('.toolyard-bindings-row', { hasText: 'Entry 1 of the frontmatter' });
    await wrong.getByText('The lines of this binding were deleted').waitFor();
    await takeBoth(window, 'bindings-view-deleted');
    // A double click removes one of two.
    await window.call('replaceText', 'server: other }\n', 'server: other }\n    - { lines: "0-0", server: echo }\n');
    await window.page.locator('.toolyard-bindings-row', { hasText: 'Entry 2 of the frontmatter' }).waitFor();
    await wrong.getByRole('button', { name: 'Remove' }).dblclick();
    await soon(() => window.page.locator('.toolyard-bindings-row').count()).toBe(2);
    expect(await window.call('editorText')).toContain('{ lines: "0-0", server: echo }');
    await wrong.getByRole('button', { name: 'Remove' }).click();
    await soon(() => window.call('editorText')).not.toContain('toolyard');
    for (const _ of [1, 2, 3, 4]) await window.call('undo');
    expect(await window.call('editorText')).toBe(before);
    expect(window.errors).toEqual([]);
  });

  it('FR-012: keeps ranges and the cursor on their lines while a result is written between them', async () => {
    const ranges = '    - { lines: "7-8", server: other }\n    - { lines: "15-16", server: other }\n';
    const body = 'One.\nTwo.\n\n```echo\ntool: echo\ntext: hello\n```\n\nThree.\nFour.\n';
    const note = `---\ntoolyard:\n  bindings:\n${ranges}---\n${body}`;
    const window = await open({ notes: { 'note.md': note }, data: DATA });
    await show(window, 'live');
    await putCursor(window, 'Two.');
    await press(window, 'Run');
    await press(window, 'Approve');
    await soon(() => statusOf(window)).toBe('success');
    await window.page.locator('.cm-content').focus();
    await window.page.keyboard.type('Typed. ');
    const text = await window.call('editorText');
    const bound = [...text.matchAll(/lines: "(\d+)-(\d+)"/g)].map(([, first, last]) =>
      text.split('\n').slice(Number(first) - 1, Number(last)),
    );
    expect(bound).toEqual([
      ['One.', 'Typed. Two.'],
      ['Three.', 'Four.'],
    ]);
    expect(window.errors).toEqual([]);
  });

  it('FR-013, acceptance scenario 6: runs a block of a bound section on its server, and refuses one of another server there', async () => {
    const blocks = '```mcp\ntool: echo\ntext: hello\n```\n\n```other\ntool: echo\n```\n';
    const window = await open({ notes: { 'note.md': `# Trip\n\n## Shared\n\n${blocks}` }, data: DATA });
    await show(window, 'preview');
    const [bound, refused] = [
      window.page.locator('.toolyard-block').nth(0),
      window.page.locator('.toolyard-block').nth(1),
    ];
    await bound.getByRole('button', { name: 'Run' }).click();
    // The first server that is enabled is another one.
    await window.page.getByText('Start server "echo"?').waitFor();
    await press(window, 'Approve');
    await soon(() => bound.getAttribute('data-status')).toBe('success');
    await refused.getByRole('button', { name: 'Run' }).click();
    await soon(() => refused.getAttribute('data-status')).toBe('error');
    expect(window.read('note.md')).toContain(
      'Section "## Shared" is bound to server echo; other is not available here',
    );
    expect(window.read('note.md')).toMatch(/status=success [^>]*-->\nhello\n/);
  });
});
