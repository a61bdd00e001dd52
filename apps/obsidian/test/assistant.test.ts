import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProcesses, startModelServer } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { askAt, openAskScene, untilAnswered } from './bed/ask.ts';
import { describeWindows } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import {
  actUntil,
  createMark,
  noticesOf,
  press,
  show,
  soon,
  toCommand,
  toData,
  type StoredEntry,
} from './bed/operate.ts';
import { createSlow } from './bed/scenario.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

const STOPPED = '> [!warning] This answer was stopped before its end.';

/** The real server of files on a folder of its own, with a file in it. */
function createFiles(): { readonly folder: string; readonly entry: StoredEntry } {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'trip.md'), 'Hotel Bellevue, 90 a night');
  const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
  return { folder, entry: { command: process.execPath, args: [program, folder] } };
}

const hasText = (file: string, text: string): boolean => existsSync(file) && readFileSync(file, 'utf8').includes(text);

const stop = ({ page }: BedWindow): Promise<void> =>
  page.locator('.toolyard-answering').getByRole('button', { name: 'Stop', exact: true }).dispatchEvent('click');

await describeWindows((open) => {
  it('quick-start scenario 2, acceptance scenarios 2 and 5, FR-016 to FR-020: a model asks for tools of two servers, and answers with what they gave', async () => {
    const mark = createMark();
    const { window, model } = await openAskScene(open, {
      note: '# Trip\n\n#User : Say hello.\n',
      servers: { one: toCommand('echo', mark), two: toCommand('echo', mark) },
      assistant: { preview: 'always' },
      turns: [
        {
          text: 'I look.',
          calls: [
            { tool: 'one:echo', arguments: { text: 'from one' } },
            { tool: 'two:echo', arguments: { text: 'from \u202etwo' } },
          ],
        },
        { text: 'They said hello.' },
      ],
    });
    expect(await askAt(window, 2)).toBe(true);
    const { page } = window;
    await page.getByText(`Ask ${model.modelId}?`).waitFor();
    expect(await page.locator('.modal').innerText()).toMatch(/About [\d,]+ tokens are sent, with 6 tools\./);
    expect(model.requests).toEqual([]);
    await takeThemedScreenshots(window, 'ask-preview');
    await press(window, 'Ask');
    await page.getByText('Allow these 2 calls?').waitFor();
    await page.getByText(`${model.modelId} wants to call these tools for its answer in "note".`).waitFor();
    // Every character can be seen, also one that turns a line around.
    expect(await page.locator('.toolyard-call').allInnerTexts()).toEqual([
      expect.stringMatching(/^one:echo\s+server one\s+text: "from one"$/),
      expect.stringMatching(/^two:echo\s+server two\s+text: "from \\u202etwo"$/),
    ]);
    await takeThemedScreenshots(window, 'ask-approval');
    await press(window, 'Approve');
    await untilAnswered(window);
    const text = await window.call('editorText');
    expect(text).toMatch(
      /^# Trip\n\n#User : Say hello\.\n\n#Assistant :\n\nI look\.\n\n> \[!tool\]- one:echo · success · [^]+from one[^]+> \[!tool\]- two:echo · success · [^]+two[^]+\n\nThey said hello\.\n$/,
    );
    expect(model.requests[1]?.news.join()).toContain('from one');
    expect(model.mistakes).toEqual([]);
    // Each undo takes back a piece, until the note is as it was.
    await window.call('setMode', 'preview');
    await page.locator('.callout.is-collapsed').first().waitFor();
    await takeThemedScreenshots(window, 'ask-answer');
    await window.call('setMode', 'source');
    for (let pieces = 0; pieces < 20; pieces++) await window.call('undo');
    expect(await window.call('editorText')).toBe('# Trip\n\n#User : Say hello.\n');
    expect(window.errors).toEqual([]);
  });

  it('offers a bound section the tools of its server alone, leaves what may destroy something unticked, and remembers what was approved for good', async () => {
    const { folder, entry } = createFiles();
    const path = join(folder, 'trip.md');
    const bindings = 'toolyard: { bindings: [{ heading: Files, server: files }] }';
    const reading = { tool: 'files:read_text_file', arguments: { path } };
    const writing = { tool: 'files:write_file', arguments: { path, content: 'gone' } };
    const { window, model } = await openAskScene(open, {
      api: 'openai-compatible',
      note: `---\n${bindings}\n---\n# Free\n#User : 1\n# Files\n#User : Which hotel?\n`,
      servers: { echo: toCommand('echo', createMark()), files: entry },
      turns: [
        { calls: [reading, writing] },
        { text: 'Bellevue.' },
        { calls: [reading] },
        { text: 'Bellevue again.' },
        { calls: [writing] },
        { text: 'I did not.' },
      ],
    });
    const { page } = window;
    expect(await askAt(window, 6)).toBe(true);
    await page.getByText('Allow these 2 calls?').waitFor();
    expect(model.requests[0]?.tools.every((name) => name.startsWith('files'))).toBe(true);
    const boxes = page.getByRole('checkbox');
    expect([await boxes.nth(0).isChecked(), await boxes.nth(1).isChecked()]).toEqual([true, false]);
    expect(await page.locator('.toolyard-call').nth(1).innerText()).toContain('may destroy something');
    await takeThemedScreenshots(window, 'ask-approval-destructive');
    await press(window, 'Always for these tools');
    await untilAnswered(window);
    expect(readFileSync(path, 'utf8')).toBe('Hotel Bellevue, 90 a night');
    expect(model.requests[1]?.news.join()).toContain('Bellevue');
    // Another answer in place of the last one: the tool that was approved for good is not asked about.
    expect(await askAt(window, 6)).toBe(false);
    expect(await askAt(window, 6, 'ask-again')).toBe(true);
    await soon(() => window.call('editorText')).toContain('Bellevue again.');
    await untilAnswered(window);
    expect(await window.call('editorText')).not.toContain('Bellevue.\n');
    // Denied: nothing is called, and the model is told so.
    expect(await askAt(window, 6, 'continue-answer')).toBe(true);
    await page.getByText('Allow this call?').waitFor();
    await page.keyboard.press('Escape');
    await soon(() => window.call('editorText')).toContain('I did not.');
    await untilAnswered(window);
    expect(await window.call('editorText')).toMatch(
      /#User : Continue\.\n\n#Assistant :\n\n> \[!tool\]- files:write_file/,
    );
    expect(readFileSync(path, 'utf8')).toBe('Hotel Bellevue, 90 a night');
    await window.call('openSettings');
    await page.getByRole('button', { name: 'Revoke files:read_text_file' }).dispatchEvent('click');
    await page.getByText('You are asked about every call.').waitFor();
    await page.keyboard.press('Escape');
    // Stopped while a person is asked about the server: it is not started, and nothing is left to answer.
    await window.call('callServers', 'revoke', 'files');
    await soon(() => findProcesses(folder)).toEqual([]);
    expect(await askAt(window, 6, 'continue-answer')).toBe(true);
    const dialog = page.getByText('Start server "files"?');
    await dialog.waitFor();
    await stop(window);
    await dialog.waitFor({ state: 'detached' });
    await untilAnswered(window);
    expect([findProcesses(folder), model.requests.length]).toEqual([[], 6]);
    expect([window.errors, model.mistakes]).toEqual([[], []]);
  });

  it('stop-answer, stop-all: an answer ends at once in its text and in a call, and what came of it stays, marked', async () => {
    const mark = createMark();
    const { data, calls } = createSlow(mark);
    const { window, model } = await openAskScene(open, {
      note: '#User : Once?\n',
      servers: { echo: (data as { mcpServers: StoredEntry[] }).mcpServers[0] ?? {} },
      turns: [
        { text: 'Once upon', ends: 'silence' },
        { text: 'Again', calls: [{ tool: 'echo:slow', arguments: {} }] },
        { text: 'Once more', ends: 'silence' },
      ],
    });
    await window.page.locator('.cm-line', { hasText: /^#User/ }).click({ button: 'right' });
    await window.page.getByRole('menuitem', { name: 'Ask here' }).click();
    await soon(() => window.call('editorText')).toContain('Once upon');
    expect(await askAt(window, 0)).toBe(false);
    await takeThemedScreenshots(window, 'ask-streaming');
    await stop(window);
    await soon(() => window.call('editorText')).toBe(`#User : Once?\n\n#Assistant :\n\nOnce upon\n\n${STOPPED}\n`);
    await untilAnswered(window);
    await soon(() => model.connections()).toBe(0);
    await askAt(window, 0, 'ask-again');
    await press(window, 'Approve');
    await soon(() => existsSync(calls)).toBe(true);
    // What a person writes while it runs stays.
    await window.call('replaceText', 'Once?', 'Twice?');
    expect(await window.call('runCommand', 'toolyard:stop-all')).toBe(true);
    await soon(() => existsSync(`${calls}.cancelled`)).toBe(true);
    await untilAnswered(window);
    expect(await window.call('editorText')).toMatch(
      /^#User : Twice\?\n\n#Assistant :\n\nAgain\n\n> \[!tool\]- echo:slow · cancelled [^]+\n\n> \[!warning\] This answer was stopped before its end\.\n$/,
    );
    expect([window.errors, await window.call('runCommand', 'toolyard:stop-answer')]).toEqual([[], false]);
    // What is saved says that it is not whole, so that a killed app leaves that behind.
    await askAt(window, 0, 'ask-again');
    await soon(() => window.read('note.md')).toContain('Once more');
    window.node.kill('SIGKILL');
    expect(window.read('note.md')).toMatch(
      /Once more\n\n> \[!warning\] This answer is still being written, or was cut off\./,
    );
  });

  it('follows a note that is edited, closed and renamed while a call runs; unloading keeps what came, marked', async () => {
    const mark = createMark();
    const { data, calls, release } = createSlow(mark);
    const { window, model } = await openAskScene(open, {
      note: 'Before.\n\n#User : Go.\n',
      servers: { echo: (data as { mcpServers: StoredEntry[] }).mcpServers[0] ?? {} },
      turns: [
        { text: 'First', calls: [{ tool: 'echo:slow', arguments: {} }] },
        { text: 'Second', ends: 'silence' },
      ],
    });
    await askAt(window, 2);
    await press(window, 'Approve');
    await soon(() => existsSync(calls)).toBe(true);
    await window.call('replaceText', 'Before.', 'Before, edited.');
    await window.call('closeAll');
    await window.call('rename', 'note.md', 'moved.md');
    await window.page.getByText('calls echo:slow in "moved"').waitFor();
    writeFileSync(release, '');
    await soon(() => window.read('moved.md')).toContain('Second');
    await window.call('unload');
    await soon(() => window.read('moved.md')).toContain(STOPPED);
    expect(window.read('moved.md')).toMatch(
      /^Before, edited\.\n\n#User : Go\.\n\n#Assistant :\n\nFirst\n\n> \[!tool\]- echo:slow · success [^]+\n\nSecond\n\n> \[!warning\] [^\n]+\n$/,
    );
    await soon(() => model.connections()).toBe(0);
    await soon(() => findProcesses(mark)).toEqual([]);
    expect(await window.page.locator('.notice', { hasText: 'Stop' }).count()).toBe(0);
    expect(window.errors).toEqual([]);
  });

  it('takes a model and its key from the settings, tests it, and sends what is selected and embedded', async () => {
    const model = await startModelServer('anthropic', [{ text: 'Fine.' }, { text: 'Fine.' }, { text: 'Fine.' }]);
    onTestFinished(() => model.stop());
    const { ANTHROPIC_API_KEY: key = '', ANTHROPIC_BASE_URL: url = '' } = model.environment;
    const window = await open({
      notes: {
        'note.md': '#User : Compare ![[other#Part]] with ![[absent]].\nthis line\n',
        'other.md': '# Part\nthe part\n# Rest\nthe rest\n',
      },
      data: toData({}),
    });
    const { page } = window;
    await show(window, 'source');
    await askAt(window, 0);
    await soon(() => noticesOf(window).then((all) => all.join())).toContain(
      'No model is chosen. Choose one in the settings of Toolyard, under Assistant.',
    );
    await window.call('openSettings');
    await page.getByLabel('Name of the model').fill(model.modelId.replace(/^[^/]+\//, ''));
    await press(window, 'Add model');
    await page.getByRole('button', { name: `Test ${model.modelId}` }).dispatchEvent('click');
    await page
      .getByText(
        `Model "${model.modelId}" needs a key. Set its key in the settings of Toolyard, under Access to models.`,
      )
      .waitFor();
    await page.getByLabel('Address of Anthropic').fill(url);
    await page.getByLabel('Address of Anthropic').press('Enter');
    const states = join(window.vault, '../state/obsidian');
    await soon(
      () => existsSync(states) && readdirSync(states).some((id) => hasText(join(states, id, 'device.json'), url)),
    ).toBe(true);
    await page.getByRole('button', { name: 'Set key of Anthropic' }).dispatchEvent('click');
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.keyboard.press('Enter');
    await page.getByText('Its key is in the secret storage.').waitFor();
    await actUntil(
      () => page.getByRole('button', { name: `Test ${model.modelId}` }).dispatchEvent('click'),
      () => page.getByText(/^It answered after \d+ ms\.$/).isVisible(),
    );
    await page.getByText('Access to models').scrollIntoViewIfNeeded();
    await takeThemedScreenshots(window, 'ask-settings');
    await window.call('closeSettings');
    expect(window.read('.obsidian/plugins/toolyard/data.json')).not.toContain(key);
    await window.call('selectLines', 1, 1);
    expect(await window.call('runCommand', 'toolyard:ask-here')).toBe(true);
    await page.getByText(`Ask ${model.modelId}?`).waitFor();
    const shown = await page.locator('.modal').innerText();
    expect(shown).toContain('The user has selected this text of the note:\n\nthis line');
    expect(shown).toContain('![[other#Part]] shows this text:\n\n# Part\nthe part');
    expect(shown).toContain('![[absent]] was not found.');
    expect(shown).not.toContain('the rest');
    await takeThemedScreenshots(window, 'ask-preview-embeds');
    // An Enter that was meant for the note sends nothing.
    await page.keyboard.press('Enter');
    expect(await page.getByText(`Ask ${model.modelId}?`).isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await soon(() => window.call('editorText')).toContain('#Assistant :\n\nFine.');
    expect(model.requests.at(-1)?.news.join()).toContain('the part');
    expect(window.errors).toEqual([]);
  });
});
