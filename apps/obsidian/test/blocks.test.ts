import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { describeWindows, takeScreenshot } from './bed/describe-windows.ts';
import { createMark, show } from './bed/operate.ts';
import { createData, createSlow, press, soon, statusOf } from './bed/scenario.ts';

const BLOCK = '```echo\ntool: echo\ntext: hello\n```\n';
const NOTE = `# Note\n\n${BLOCK}\nAfter it.\n\n\`\`\`echo\nno call\n\`\`\`\n`;
const SLOW_NOTE = NOTE.replace('tool: echo\ntext: hello', 'tool: slow');
const RESULT = /<!-- toolyard:result id=\S+ status=success [^>]*-->\nhello\n<!-- \/toolyard:result -->/;

await describeWindows((open) => {
  it('FR-006, FR-007: shows a header above each tool block, and runs nothing by that', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': NOTE }, data: createData('echo', mark) });
    await show(window, 'preview');
    const block = window.page.locator('.toolyard-block');
    await soon(() => block.count()).toBe(1);
    expect(await block.locator('.toolyard-block-header').innerText()).toMatch(/^echo › echo\s+Not run yet\s+Run$/);
    expect(await block.locator('pre > code.language-echo').innerText()).toBe('tool: echo\ntext: hello\n');
    // A fence without a call is left as it was.
    expect(await window.page.locator('pre').count()).toBe(2);
    expect(await statusOf(window)).toBe('idle');
    await takeScreenshot(window, 'block-idle');
    expect(findProcesses(mark)).toEqual([]);
    expect(existsSync(join(window.vault, '../state'))).toBe(false);
    expect(window.read('note.md')).toBe(NOTE);
    expect(window.errors).toEqual([]);
  });

  it('FR-008 to FR-011: runs a block of a note that is read, once the server was approved here, and writes the result into the file', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': NOTE }, data: createData('echo', mark) });
    await show(window, 'preview');
    await press(window, 'Run');
    await window.page.getByText('Start server "echo"?').waitFor();
    expect(await window.page.locator('.modal').innerText()).toContain('echo.mjs');
    expect(findProcesses(mark)).toEqual([]);
    await takeScreenshot(window, 'approval');
    await press(window, 'Approve');
    await soon(() => statusOf(window)).toBe('success');
    expect(window.read('note.md')).toMatch(RESULT);
    expect(await window.page.locator('.toolyard-block-state').innerText()).toMatch(/^Done, /);
    await window.page.locator('.markdown-preview-view p', { hasText: /^hello$/ }).waitFor();
    await takeScreenshot(window, 'block-result');
    const before = window.read('note.md');
    await press(window, 'Re-run');
    await soon(() => window.read('note.md')).not.toBe(before);
    await soon(() => statusOf(window)).toBe('success');
    // Approved once: nobody is asked again.
    expect(await window.page.locator('.modal').count()).toBe(0);
    expect(window.errors).toEqual([]);
  });

  it('starts nothing where the question is closed, and says so', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': NOTE }, data: createData('echo', mark) });
    await show(window, 'preview');
    await press(window, 'Run');
    await window.page.getByText('Start server "echo"?').waitFor();
    await window.page.keyboard.press('Escape');
    await window.page.getByText('Server "echo" was not approved, so it was not started.').waitFor();
    expect(await statusOf(window)).toBe('idle');
    expect(findProcesses(mark)).toEqual([]);
    expect(window.read('note.md')).toBe(NOTE);
  });

  it('FR-003, FR-021: says of a server that is switched off that it is disabled, and asks nothing (acceptance scenario 3)', async () => {
    const mark = createMark();
    const data = JSON.parse(JSON.stringify(createData('echo', mark)).replace('"enabled":true', '"enabled":false'));
    const window = await open({ notes: { 'note.md': NOTE }, data });
    await show(window, 'preview');
    await press(window, 'Run');
    await soon(() => statusOf(window)).toBe('error');
    expect(window.read('note.md')).toContain('Server echo is disabled');
    expect(await window.page.locator('.modal').count()).toBe(0);
    expect(findProcesses(mark)).toEqual([]);
    await takeScreenshot(window, 'block-disabled');
  });

  it('asks again, with what was approved before, when the definition came from outside', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': NOTE }, data: createData('echo', mark) });
    await show(window, 'preview');
    await press(window, 'Run');
    await press(window, 'Approve');
    await soon(() => statusOf(window)).toBe('success');
    await window.call('closeAll');
    await window.call('unload');
    const file = join(window.vault, '.obsidian/plugins/toolyard/data.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('echo.mjs', 'full.mjs'));
    await show(window, 'preview');
    await press(window, 'Re-run');
    await window.page.getByText('This server was changed.').waitFor();
    const [approved, changed] = await window.page.locator('.toolyard-definition').allInnerTexts();
    expect(approved).toContain('echo.mjs');
    expect(changed).toContain('full.mjs');
    await takeScreenshot(window, 'approval-changed');
    await press(window, 'Deny');
    await soon(() => findProcesses(mark)).toEqual([]);
  });

  it('FR-009, FR-010: writes into an open editor once, when the result is there, as one step that can be undone', async () => {
    const mark = createMark();
    const { data, calls, release } = createSlow(mark);
    const window = await open({ notes: { 'note.md': SLOW_NOTE }, data });
    await show(window, 'source');
    await window.call('setCursor', 0);
    expect(await window.call('runCommand', 'toolyard:run-block')).toBe(false);
    await window.call('setCursor', 3);
    expect(await window.call('runCommand', 'toolyard:run-block')).toBe(true);
    await press(window, 'Approve');
    await soon(() => existsSync(calls)).toBe(true);
    // Source mode shows no headers but those of blocks that run.
    expect(await statusOf(window)).toBe('pending');
    expect(await window.call('editorText')).toBe(SLOW_NOTE);
    writeFileSync(release, '');
    await soon(() => window.call('editorText')).toContain('status=success');
    await soon(() => window.page.locator('.toolyard-block').count()).toBe(0);
    await takeScreenshot(window, 'editor-result');
    await window.call('undo');
    expect(await window.call('editorText')).toBe(SLOW_NOTE);
    for (const id of ['run-section', 'run-note']) {
      expect(await window.call('runCommand', `toolyard:${id}`)).toBe(true);
      await soon(() => window.call('editorText')).toContain('status=success');
      await window.call('undo');
    }
  });

  it('FR-032: stops a call by its button or all by a command, and says so in the note', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': SLOW_NOTE }, data: createSlow(mark).data });
    await show(window, 'preview');
    await press(window, 'Run');
    await press(window, 'Approve');
    await soon(() => window.read('note.md')).toContain('status=pending');
    await press(window, 'Stop');
    await soon(() => statusOf(window)).toBe('cancelled');
    expect(window.read('note.md')).toContain('Execution stopped by user');
    expect(await window.call('runCommand', 'toolyard:stop-all')).toBe(false);
    await press(window, 'Re-run');
    await soon(() => window.read('note.md')).toContain('status=pending');
    expect(await window.call('runCommand', 'toolyard:stop-all')).toBe(true);
    await soon(() => window.read('note.md')).toContain('status=cancelled');
  });

  it('takes its headers along when it is unloaded, and shows them in notes that are open when it is loaded', async () => {
    const window = await open({ notes: { 'note.md': NOTE }, data: createData('echo', createMark()) });
    await show(window, 'preview');
    const [blocks, fences] = [window.page.locator('.toolyard-block'), window.page.locator('pre')];
    await soon(() => blocks.count()).toBe(1);
    await window.call('unload');
    expect([await blocks.count(), await fences.count()]).toEqual([0, 2]);
    await window.call('load');
    expect([await blocks.count(), await fences.count()]).toEqual([1, 2]);
  });

  it('leaves no process when it is unloaded during a call, and works again when it is loaded at once', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': SLOW_NOTE }, data: createSlow(mark).data });
    await show(window, 'preview');
    await press(window, 'Run');
    await press(window, 'Approve');
    await soon(() => findProcesses(mark).length).toBeGreaterThan(0);
    await window.call('closeAll');
    await window.call('unload');
    expect(await window.call('commands')).toEqual([]);
    await show(window, 'preview');
    await soon(() => findProcesses(mark)).toEqual([]);
    await press(window, 'Re-run');
    await soon(() => findProcesses(mark).length).toBeGreaterThan(0);
    await window.call('unload');
    await soon(() => findProcesses(mark)).toEqual([]);
    expect(window.errors).toEqual([]);
  });

  it('leaves no process when its window is gone', async () => {
    const mark = createMark();
    const window = await open({ notes: { 'note.md': NOTE }, data: createData('has-grandchildren', mark) });
    await show(window, 'preview');
    await press(window, 'Run');
    await press(window, 'Approve');
    await soon(() => statusOf(window)).toBe('success');
    expect(findProcesses(mark).length).toBeGreaterThan(2);
    await window.close();
    await soon(() => findProcesses(mark)).toEqual([]);
  });
});
