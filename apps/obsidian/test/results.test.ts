import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findProcesses } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { describeWindows, takeScreenshot } from './bed/describe-windows.ts';
import { createMark, show } from './bed/operate.ts';
import { createData, createSlow, press, soon, statusOf } from './bed/scenario.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

const block = (more: string): string => `\`\`\`echo\ntool: ${more}\n\`\`\`\n`;
const NOTE = `# Note\n\n${block('echo\ntext: hello')}\nAfter it.\n`;
const everything = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);
const EVERYTHING = {
  id: '1',
  name: 'everything',
  enabled: true,
  command: process.execPath,
  args: [everything, 'stdio'],
};

await describeWindows((open) => {
  it('FR-024, FR-025: asks before it replaces a result that was edited by hand: Cancel, Keep, Replace', async () => {
    const window = await open({ notes: { 'note.md': NOTE }, data: createData('echo', createMark()) });
    await show(window, 'live');
    await press(window, 'Run');
    await press(window, 'Approve');
    await soon(() => statusOf(window)).toBe('success');
    const first = await window.call('editorText');
    const edit = (from: string, to: string): Promise<void> => window.call('replaceText', from, to);
    await edit('\nhello\n<', '\nhello, edited\n<');
    const edited = await window.call('editorText');

    await press(window, 'Re-run');
    await window.page.getByText('Replace the edited result?').waitFor();
    await takeThemedScreenshots(window, 'edited-question');
    await press(window, 'Cancel');
    await press(window, 'Re-run');
    await window.page.keyboard.press('Escape');
    expect(await window.call('editorText')).toBe(edited);
    expect(await statusOf(window)).toBe('success');

    await press(window, 'Re-run');
    await press(window, 'Keep');
    await soon(() => window.call('editorText')).not.toBe(edited);
    const kept = await window.call('editorText');
    expect(kept).toMatch(/-->\nhello\n<!-- \/toolyard:result -->\n\nhello, edited\n\nAfter it\.\n$/);
    await window.call('undo');
    expect(await window.call('editorText')).toBe(edited);

    await press(window, 'Re-run');
    await press(window, 'Replace');
    await soon(() => window.call('editorText')).not.toBe(edited);
    const strip = (text: string): string => text.replaceAll(/ (?:at|ms)=\S+/g, '');
    expect(strip(await window.call('editorText'))).toBe(strip(first));
    expect(window.errors).toEqual([]);
  });

  it('FR-009: keeps images where the vault keeps attachments, in its link style, and puts a replaced one into the trash', async () => {
    const note = '```everything\ntool: get-tiny-image\nid: logo\narguments: {}\n```\n';
    const settings = JSON.stringify({ attachmentFolderPath: './files' });
    const window = await open({
      notes: { 'notes/note.md': note, '.obsidian/app.json': settings, 'notes/files/note-logo-1.png': 'mine' },
      data: { mcpServers: [EVERYTHING] },
    });
    await window.call('load');
    await window.call('setLayoutReady');
    await window.call('open', 'notes/note.md', 'live');
    await press(window, 'Run');
    await press(window, 'Approve');
    await soon(() => statusOf(window)).toBe('success');
    const files = (): string[] => readdirSync(join(window.vault, 'notes/files')).toSorted();
    expect(await window.call('editorText')).toContain('\n![[notes/files/note-logo-1 1.png]]\n');
    expect(files()).toEqual(['note-logo-1 1.png', 'note-logo-1.png']);
    await takeThemedScreenshots(window, 'live-image');
    writeFileSync(
      join(window.vault, '.obsidian/app.json'),
      JSON.stringify({ attachmentFolderPath: './files', useMarkdownLinks: true }),
    );
    await press(window, 'Re-run');
    await soon(() => window.call('editorText')).toContain('\n![](notes/files/note-logo-1%202.png)\n');
    await soon(files).toEqual(['note-logo-1 2.png', 'note-logo-1.png']);
    expect(readdirSync(join(window.vault, '.trash'))).toEqual(['note-logo-1 1.png']);
    expect(window.read('notes/files/note-logo-1.png')).toBe('mine');
    expect(window.errors).toEqual([]);
  });

  it('FR-024: a result goes to its note where that is renamed or moved during the run, and two results to their blocks', async () => {
    const mark = createMark();
    const { data, calls, release } = createSlow(mark);
    const two = `# Two\n\n${block('slow\nn: 1')}\n${block('slow\nn: 2')}`;
    const window = await open({ notes: { 'note.md': two }, data });
    await show(window, 'preview');
    const runs = window.page.getByRole('button', { name: 'Run', exact: true });
    await runs.first().click();
    await press(window, 'Approve');
    await soon(() => window.read('note.md')).toContain('status=pending');
    await runs.first().click();
    await soon(() => window.read('note.md').match(/status=pending/g)?.length).toBe(2);
    await soon(() => existsSync(calls)).toBe(true);
    await window.call('rename', 'note.md', 'moved/other.md');
    // It is the same note: its blocks still run, and could be stopped.
    await soon(() => window.page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(2);
    writeFileSync(release, '');
    await soon(() => window.read('moved/other.md').match(/status=success/g)?.length).toBe(2);
    expect(existsSync(join(window.vault, 'note.md'))).toBe(false);
    const shown = window.page.locator('.toolyard-block');
    await soon(() => shown.evaluateAll((all) => all.map((each) => each.getAttribute('data-status')))).toEqual([
      'success',
      'success',
    ]);
    expect(window.errors).toEqual([]);
  });

  it('FR-024, FR-025: a note that is deleted during a run ends the call, with a notice', async () => {
    const mark = createMark();
    const { data, calls } = createSlow(mark);
    const window = await open({ notes: { 'note.md': block('slow') }, data });
    await show(window, 'live');
    await press(window, 'Run');
    await press(window, 'Approve');
    await soon(() => existsSync(calls)).toBe(true);
    await window.call('delete', 'note.md');
    await window.page.getByText('There is no note "note.md" any more, so nothing was written.').waitFor();
    expect(existsSync(join(window.vault, 'note.md'))).toBe(false);
    await soon(() => existsSync(`${calls}.cancelled`)).toBe(true);
    expect(window.errors).toEqual([]);
  });

  it('FR-021 to FR-023: a failure stands above the last good result, and says in words what is wrong', async () => {
    const mark = createMark();
    const note = `${NOTE}\n${block('echo\ntext: [unclosed')}\n${block('no-such-tool')}`;
    const data = createData('echo', mark);
    const window = await open({ notes: { 'note.md': note }, data });
    await show(window, 'preview');
    const blocks = window.page.locator('.toolyard-block');
    await soon(() => blocks.count()).toBe(3);
    expect(await blocks.nth(1).locator('.toolyard-block-problem').innerText()).toMatch(
      /^YAML parsing failed: .* \(line 13\)/,
    );
    await blocks.nth(2).getByRole('button', { name: 'Run' }).click();
    await press(window, 'Approve');
    await soon(() => window.read('note.md')).toContain('Tool not found: ');
    await blocks.nth(0).getByRole('button', { name: 'Run' }).click();
    await soon(() => blocks.nth(0).getAttribute('data-status')).toBe('success');
    await takeScreenshot(window, 'reading-failures');
    await window.call('closeAll');
    await window.call('unload');
    await soon(() => findProcesses(mark)).toEqual([]);

    const file = join(window.vault, '.obsidian/plugins/toolyard/data.json');
    writeFileSync(file, JSON.stringify(data).replace('"enabled":true', '"enabled":false'));
    await show(window, 'preview');
    expect(await blocks.nth(0).locator('.toolyard-block-problem').innerText()).toContain('Server echo is disabled');
    await blocks.nth(0).getByRole('button', { name: 'Re-run' }).click();
    await soon(() => blocks.nth(0).getAttribute('data-status')).toBe('error');
    expect(window.read('note.md')).toMatch(
      /> \[!failure\] Server echo is disabled\n\nLast result, \S+Z:\n\nhello\n<!-- \//,
    );
    await window.page.locator('.markdown-preview-view p', { hasText: /^hello$/ }).waitFor();
    expect(findProcesses(mark)).toEqual([]);
    await takeThemedScreenshots(window, 'reading-last-result');
    await window.call('setMode', 'live');
    await takeThemedScreenshots(window, 'live-last-result');
    const live = window.page.locator('.cm-editor .toolyard-block').first();
    // The header has the way out.
    await live.getByRole('button', { name: 'Enable echo' }).click();
    await soon(() => live.locator('.toolyard-block-problem').isVisible()).toBe(false);
    await live.getByRole('button', { name: 'Re-run' }).click();
    await soon(() => live.getAttribute('data-status')).toBe('success');
    expect(await window.call('editorText')).not.toContain('Last result');
    expect(window.errors).toEqual([]);
  });
});
