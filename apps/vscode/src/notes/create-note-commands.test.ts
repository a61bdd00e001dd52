import { join } from 'node:path';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeFolder, createFakeFolders } from '../../test/fakes/create-fake-folder.ts';
import { createFakeTexts, type FakeTexts } from '../../test/fakes/create-fake-texts.ts';
import { createServerBench, type ServerBench } from '../../test/fakes/create-server-bench.ts';
import type { Command } from '../commands/command-table.ts';
import type { Folder } from '../folder/folder.ts';
import type { Subject } from '../rows/row.ts';
import { createNoteCommands } from './create-note-commands.ts';
import { createWindowNotes } from './create-window-notes.ts';
import type { WindowNotes } from './folder-notes.ts';

const WAIT_MS = 20_000;
const serve = (fixture: string): object => ({ command: process.execPath, args: [fixturePath(fixture)] });
const block = (server: string, tool: string, text: string): string =>
  `\`\`\`${server}\ntool: ${tool}\ntext: ${text}\n\`\`\`\n`;

/** Commands on one note of a real folder, whose servers are the person's to approve. */
class Bench {
  readonly note: string;
  readonly texts: FakeTexts;
  readonly notes: WindowNotes;
  readonly server: ServerBench;

  private constructor(server: ServerBench, text: string) {
    this.server = server;
    this.note = join(server.folder.path, 'a.md');
    this.texts = createFakeTexts({ [this.note]: text });
    this.notes = createWindowNotes(server.parts, this.texts);
    onTestFinished(() => this.notes.close());
  }

  static async open(text: string, settings: object = {}): Promise<Bench> {
    const records = { ...serve('records-calls.mjs'), env: { RECORD: '${workspaceFolder}/record' } };
    const configuration = { mcpServers: { it: serve('echo.mjs'), records }, toolyard: settings };
    const bench = new Bench(await createServerBench({ configuration }), text);
    bench.notes.of(bench.note)?.help();
    await waitUntil(() => bench.notes.of(bench.note)?.help().servers.length === 2, WAIT_MS);
    return bench;
  }

  get text(): string {
    return this.texts.open.get(this.note) ?? '';
  }

  get shown(): readonly string[] {
    return this.server.editor.shown;
  }

  run(id: 'runBlock' | 'runNote' | 'stop', subject?: Subject): Promise<void> {
    const { editor, later } = this.server.parts;
    const table = createNoteCommands({ editor, later, notes: this.notes, texts: this.texts });
    const command: Command | undefined = table[`toolyard.notes.${id}`];
    return command?.(subject) ?? expect.fail(`no ${id}`);
  }

  isRunning(): boolean {
    return this.notes.of(this.note)?.runs.isRunning(this.note) === true;
  }
}

describe('running a block', () => {
  it('asks for the approval of its servers, and writes the result in one step', async () => {
    const bench = await Bench.open(`${block('it', 'echo', 'one')}\n${block('it', 'echo', 'two')}`);
    bench.texts.cursor = { note: bench.note, line: 7 };
    bench.server.editor.answers.push('Approve');
    await bench.run('runBlock');
    expect(bench.shown[0]).toMatch(/^confirm: Start the servers of toolyard.json/);
    expect(bench.text).toMatch(
      /text: two\n```\n<!-- toolyard:result .*status=success.*-->\ntwo\n<!-- \/toolyard:result -->/,
    );
    expect(bench.text).not.toContain('-->\none');
    expect(bench.texts.steps).toBe(1);
    // A line of the result means its block too.
    bench.texts.cursor = { note: bench.note, line: 10 };
    await bench.run('runBlock');
    expect(bench.texts.steps).toBe(2);
  });

  it('starts nothing where a person does not approve, and leaves the note as it was', async () => {
    const text = block('it', 'echo', 'one');
    const bench = await Bench.open(text);
    await bench.run('runNote', { kind: 'note', note: bench.note });
    expect(bench.text).toBe(text);
    expect(bench.server.folder.openedYard()).toBeUndefined();
    expect(bench.shown.at(-1)).toBe('info: The servers of work are not approved, so none was started.');
  });

  it('says where no block is, and what to do', async () => {
    const bench = await Bench.open('Words.\n');
    await expect(bench.run('runBlock')).rejects.toThrow('Tool blocks are run from a Markdown file. Open one first.');
    bench.texts.cursor = { note: bench.note, line: 1 };
    await expect(bench.run('runBlock')).rejects.toThrow('There is no tool block on line 1.');
    await expect(bench.run('runNote')).rejects.toThrow('a.md has no tool blocks');
  });

  it('takes a note outside of all folders, or that nobody has saved, to the first folder', async () => {
    const bench = await Bench.open('');
    for (const note of ['Untitled-1', '/elsewhere/b.md']) {
      bench.texts.open.set(note, block('it', 'echo', 'loose'));
      bench.texts.cursor = { note, line: 1 };
      if (note === 'Untitled-1') bench.server.editor.answers.push('Approve');
      await bench.run('runBlock');
      expect(bench.texts.open.get(note)).toContain('-->\nloose\n');
    }
  });

  it('asks before it replaces a result that was edited by hand', async () => {
    const bench = await Bench.open(block('it', 'echo', 'one'));
    bench.server.editor.answers.push('Approve');
    await bench.run('runNote', { kind: 'note', note: bench.note });
    bench.texts.open.set(bench.note, bench.text.replace('-->\none', '-->\nmine'));
    await bench.run('runNote', { kind: 'note', note: bench.note });
    expect(bench.shown.at(-1)).toContain('confirm: Replace the edited result?\nEdited by hand:\nit:echo, line 1\n');
    expect(bench.text).toContain('-->\nmine');
    bench.server.editor.answers.push('Keep');
    await bench.run('runNote', { kind: 'note', note: bench.note });
    expect(bench.text).toMatch(/-->\none\n<!-- \/toolyard:result -->\n+mine\n/);
  });

  it('asks whether a note goes on that has no call left', async () => {
    const bench = await Bench.open(`${block('it', 'echo', 'one')}\n${block('it', 'echo', 'two')}`, { sessionLimit: 1 });
    bench.server.editor.answers.push('Approve', 'Continue');
    await bench.run('runNote', { kind: 'note', note: bench.note });
    expect(bench.shown).toContain(
      'warning: Session execution limit reached (1): a.md has made 1 call. Continue with 1 more?',
    );
    expect(bench.text.match(/status=success/g)).toHaveLength(2);
  });
});

describe('stopping', () => {
  it('ends the calls of a note, and writes that they were cancelled', async () => {
    const bench = await Bench.open(block('records', 'slow', 'long'));
    bench.server.editor.answers.push('Approve');
    bench.texts.cursor = { note: bench.note, line: 1 };
    const running = bench.run('runBlock');
    await waitUntil(() => bench.isRunning(), WAIT_MS);
    const twice = bench.run('runBlock');
    await bench.run('stop');
    await Promise.all([running, twice]);
    expect(bench.text).toContain('status=cancelled');
    expect(bench.text.match(/toolyard:result id/g)).toHaveLength(1);
    await bench.run('stop');
    await bench.server.settled();
    expect(bench.shown.at(-1)).toBe('info: No tool block is running.');
  });
});

describe('where nothing may run', () => {
  /** Runs the block of a note in a window with these folders, none of which opens a yard. */
  async function runIn(...folders: readonly Folder[]): Promise<void> {
    const { parts } = await createServerBench();
    const texts = createFakeTexts({ '/shop/a.md': block('mcp', 'echo', 'x') });
    texts.cursor = { note: '/shop/a.md', line: 1 };
    const notes = createWindowNotes({ ...parts, folders: createFakeFolders(...folders) }, texts);
    onTestFinished(() => notes.close());
    await createNoteCommands({ ...parts, notes, texts })['toolyard.notes.runBlock']?.(undefined);
  }

  it('refuses with the reason: no trust', async () => {
    await expect(runIn(createFakeFolder({ duty: { kind: 'untrusted' } }))).rejects.toThrow(
      '/shop is not trusted, so no tool block runs. Trust the workspace first.',
    );
  });

  it('refuses with the reason: no folder', async () => {
    await expect(runIn()).rejects.toThrow('this window has none. Open a folder first.');
  });
});
