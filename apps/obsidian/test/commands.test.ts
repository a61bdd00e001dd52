import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWindows } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import {
  chooseCommand,
  createMark,
  noticesOf,
  offeredCommands,
  press,
  show,
  soon,
  toBlock,
  toCommand,
  toData,
} from './bed/operate.ts';
import { createSlow } from './bed/scenario.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

const toEcho = (text: string): string => toBlock('echo', 'tool: echo', `text: ${text}`);
const NOTE = ['# One', '', toEcho('a'), toEcho('b'), '# Two', '', toEcho('c'), '# Three', '', 'Nothing.', ''].join(
  '\n',
);

/** Which of the blocks have a result, and how each ended. */
async function resultsOf(window: BedWindow): Promise<string[]> {
  const text = await window.call('editorText');
  return text
    .split('```echo')
    .slice(1)
    .map((block) => /status=(\w+)/.exec(block)?.[1] ?? 'none');
}

const shownNotices = async (window: BedWindow): Promise<string> => (await noticesOf(window)).join('\n');

await describeWindows((open) => {
  it('run-block, run-section, run-note, reset-session: run what the cursor is in, and count the calls of the note', async () => {
    const data = toData({ echo: toCommand('echo', createMark()) }, { mcpSessionLimit: 6 });
    const window = await open({ notes: { 'note.md': NOTE }, data });
    await show(window, 'source');
    expect(await offeredCommands(window, 'session count')).toEqual([]);
    await window.call('setCursor', 3);
    await chooseCommand(window, 'run block');
    await press(window, 'Approve');
    await soon(() => resultsOf(window)).toEqual(['success', 'none', 'none']);
    await chooseCommand(window, 'blocks of this section');
    await soon(() => resultsOf(window)).toEqual(['success', 'success', 'none']);
    // Where the cursor is in no block, and its section has none.
    await window.call('setCursor', (await window.call('editorText')).split('\n').indexOf('Nothing.'));
    expect(await offeredCommands(window, 'run')).toEqual(['Toolyard: Run all blocks of this note']);
    await chooseCommand(window, 'run all');
    await soon(() => resultsOf(window)).toEqual(['success', 'success', 'success']);
    await soon(() => window.call('runCommand', 'toolyard:stop-all')).toBe(false);
    // Six calls were made, and the seventh is refused.
    await chooseCommand(window, 'run all');
    await soon(() => shownNotices(window)).toContain('Session execution limit reached (6) in note.md.');
    await soon(() => resultsOf(window)).toContain('error');
    await chooseCommand(window, 'session count');
    await soon(() => shownNotices(window)).toContain('6 calls were made in "note.md". Counting starts at 0 again.');
    await takeThemedScreenshots(window, 'reset-session');
    await chooseCommand(window, 'run all');
    await soon(() => resultsOf(window)).toEqual(['success', 'success', 'success']);
    expect(window.errors).toEqual([]);
  });

  it('stop-all, resume: end all calls and refuse new ones, until a person goes on', async () => {
    const slow = createSlow(createMark());
    const note = toBlock('echo', 'tool: slow');
    const window = await open({ notes: { 'note.md': note }, data: slow.data });
    await show(window, 'preview');
    expect(await offeredCommands(window, 'calls')).toEqual([]);
    await chooseCommand(window, 'run all');
    await press(window, 'Approve');
    await soon(() => window.read('note.md')).toContain('status=pending');
    await soon(() => offeredCommands(window, 'calls')).toEqual(['Toolyard: Stop all calls']);
    await chooseCommand(window, 'stop all');
    await soon(() => window.read('note.md')).toContain('status=cancelled');
    await soon(() => shownNotices(window)).toContain(
      'All calls were stopped, and new ones are refused until you continue.',
    );
    await takeThemedScreenshots(window, 'stop-all');
    expect(await offeredCommands(window, 'calls')).toEqual(['Toolyard: Resume calls']);
    await press(window, 'Re-run');
    await soon(() => shownNotices(window)).toContain(
      'All calls were stopped, so new ones are refused until you continue.',
    );
    await soon(() => window.read('note.md')).toContain('Execution stopped by user');
    await chooseCommand(window, 'resume');
    await soon(() => shownNotices(window)).toContain('Calls are made again.');
    writeFileSync(slow.release, '');
    await press(window, 'Re-run');
    await soon(() => window.read('note.md')).toContain('status=success');
    expect(await offeredCommands(window, 'calls')).toEqual([]);
    expect(window.errors).toEqual([]);
  });
});
