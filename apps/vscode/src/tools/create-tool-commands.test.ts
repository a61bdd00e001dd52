import { fixturePath } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createServerBench, type ServerBench } from '../../test/fakes/create-server-bench.ts';
import type { FormSubject } from '../ports/open-form.ts';
import { createToolCommands } from './create-tool-commands.ts';

const serve = (fixture: string): object => ({ command: process.execPath, args: [fixturePath(fixture)] });
const CONFIGURATION = {
  mcpServers: {
    it: serve('echo.mjs'),
    big: serve('big-result.mjs'),
    records: { ...serve('records-calls.mjs'), env: { RECORD: '${workspaceFolder}/record', WIPES: '1' } },
    broken: { command: 'no-such-program-here' },
    dies: serve('exits-on-call.mjs'),
  },
};

async function createOpened(): Promise<ServerBench> {
  const bench = await createServerBench({ configuration: CONFIGURATION });
  bench.editor.answers.push('Approve');
  await bench.folder.openYard({ mayAsk: true });
  await bench.folder.lookForServers({ afresh: true });
  bench.editor.shown.length = 0;
  return bench;
}

async function run(bench: ServerBench, id: string, server: string, tool: string): Promise<void> {
  const command = createToolCommands(bench.parts, undefined)[`toolyard.tools.${id}`];
  await (command ?? expect.fail(`no ${id}`))({ kind: 'tool', folder: bench.folder.path, server, tool });
  await bench.settled();
}

describe('trying a tool', () => {
  it('calls it with what a person typed, and shows the result', async () => {
    const bench = await createOpened();
    bench.editor.answers.push('2', '3', 'Call the Tool');
    await run(bench, 'try', 'it', 'add');
    expect(bench.editor.shown.at(-1)).toBe('text: Result of it: add\n{\n  "sum": 5\n}');
  });

  it('cuts a very long result', async () => {
    const bench = await createOpened();
    bench.editor.answers.push('3000000', 'Call the Tool');
    await run(bench, 'try', 'big', 'big');
    expect(bench.editor.shown.at(-1)).toMatch(/^text: Result of big: big\nThe result has 3000000 characters; /);
    expect(bench.editor.shown.at(-1)?.length).toBeLessThan(1_000_300);
  });

  it('asks first where the tool says that it destroys something', async () => {
    const bench = await createOpened();
    const { yard } = await bench.folder.openYard({ mayAsk: false });
    const before = yard.calls.history().length;
    bench.editor.answers.push('all', 'Call the Tool', undefined);
    await run(bench, 'try', 'records', 'wipe_all');
    expect(bench.editor.shown.at(-1)).toBe(
      'confirm: Call records: wipe_all?\nIts server says that it may delete or overwrite something.\n\n{\n  "text": "all"\n}',
    );
    expect(yard.calls.history()).toHaveLength(before);
    bench.editor.answers.push('all', 'Call the Tool', 'Call');
    await run(bench, 'try', 'records', 'wipe_all');
    expect(yard.calls.history()).toHaveLength(before + 1);
  });

  it('says why a server is not available, and what became of one that ended', async () => {
    const bench = await createOpened();
    await run(bench, 'try', 'broken', 'x');
    expect(bench.editor.shown.at(-1)).toMatch(
      /^error: x was not called, because server "broken" is not available: .*no-such-program-here/,
    );
    await expect(run(bench, 'try', 'dies', 'exit')).rejects.toThrow(/dies/);
    await expect(run(bench, 'try', 'it', 'gone')).rejects.toThrow('Server "it" has no tool "gone" any more.');
  });
});

describe('the other commands of a tool', () => {
  it('show its schema', async () => {
    const bench = await createOpened();
    await run(bench, 'schema', 'it', 'echo');
    expect(bench.editor.shown.at(-1)).toMatch(/^text: it echo schema\n\{\n {2}"type": "object",/);
    await expect(run(bench, 'schema', 'it', 'gone')).rejects.toThrow('is not known');
  });

  it('open the form with the tool, which a person may choose', async () => {
    const bench = await createOpened();
    const opened: FormSubject[] = [];
    const commands = createToolCommands(bench.parts, async (subject) => void opened.push(subject));
    bench.editor.answers.push('Echo');
    await commands['toolyard.tools.useInHook']?.(undefined);
    expect(opened).toEqual([{ folder: bench.folder.path, tool: { server: 'it', tool: 'echo' } }]);
  });
});
