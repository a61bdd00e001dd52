import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeFolder, createFakeFolders } from '../../test/fakes/create-fake-folder.ts';
import { createOpenBench, createServerBench, type ServerBench } from '../../test/fakes/create-server-bench.ts';
import { openTestTrial, type TestTrial } from '../../test/fakes/open-test-trial.ts';
import { parseKeptTrial } from './kept-trial.ts';

const serve = (fixture: string): object => ({ command: process.execPath, args: [fixturePath(fixture)] });
const CONFIGURATION = {
  mcpServers: {
    it: serve('echo.mjs'),
    full: serve('full.mjs'),
    records: { ...serve('records-calls.mjs'), env: { RECORD: '${workspaceFolder}/record', WIPES: '1' } },
    asks: serve('asks.mjs'),
    broken: { command: 'no-such-program-here' },
  },
};

const createOpened = (): Promise<ServerBench> => createOpenBench({ configuration: CONFIGURATION });

function open({ parts, folder }: ServerBench, server: string, tool: string): Promise<TestTrial> {
  return openTestTrial(parts, { subject: { folder: folder.path, server, tool } });
}

describe('the form of a tool', () => {
  it('has a control for each parameter, and calls with what was typed', async () => {
    const trial = await open(await createOpened(), 'it', 'add');
    expect(trial.view()).toMatchObject({
      title: 'it: add',
      isJson: false,
      fields: [
        { kind: 'text', key: 'a', input: 'number', isRequired: true, problems: [] },
        { kind: 'text', key: 'b' },
      ],
    });
    trial.send({ type: 'change', key: 'a', value: '2' });
    trial.send({ type: 'change', key: 'b', value: '3' });
    const { result, history } = await trial.call();
    expect(result).toMatchObject({ status: 'success', title: expect.stringMatching(/^Done in [\d,]+ ms$/) });
    expect(result?.parts).toMatchObject([
      { kind: 'json', text: '{\n  "sum": 5\n}' },
      { kind: 'text', text: '5' },
    ]);
    expect(history).toMatchObject([{ value: '1', label: '{"a":2,"b":3}' }]);
  });

  it('says what is wrong as it is typed, and calls nothing while something is', async () => {
    const bench = await createOpened();
    const trial = await open(bench, 'it', 'add');
    trial.send({ type: 'change', key: 'a', value: 'x' });
    await trial.until(({ fields }) => fields[0]?.problems[0]?.message === 'a must be a number.');
    expect(trial.view().fields[1]?.problems).toEqual([]);
    trial.send({ type: 'call' });
    await trial.until(({ fields }) => fields[1]?.problems[0]?.message === 'b is required.');
    expect(trial.posted.some(({ focus }) => focus === 'a')).toBe(true);
    const { yard } = await bench.folder.openYard({ mayAsk: false });
    expect(yard.calls.history()).toEqual([]);
  });

  it('takes all arguments as JSON, which brings along what was typed, and back', async () => {
    const trial = await open(await createOpened(), 'records', 'note');
    trial.send({ type: 'change', key: 'text', value: 'hi' });
    trial.send({ type: 'change', key: 'count', value: 'wrong' });
    trial.send({ type: 'json', isOn: true });
    await trial.until(({ isJson }) => isJson);
    expect(trial.view().fields).toMatchObject([{ key: 'arguments', value: '{\n  "text": "hi"\n}', box: 'code' }]);
    trial.send({ type: 'change', key: 'arguments', value: '{"text": 1' });
    await trial.until(({ fields }) => fields[0]?.problems.length === 1);
    trial.send({ type: 'change', key: 'arguments', value: '{"text": "yes", "tags": ["a"]}' });
    trial.send({ type: 'json', isOn: false });
    await trial.until(({ isJson }) => !isJson);
    const values = trial.view().fields.map((field) => (field.kind === 'text' ? [field.key, field.value] : []));
    expect(Object.fromEntries(values)).toMatchObject({ text: 'yes', count: '', tags: '[\n  "a"\n]' });
  });

  it('brings back the arguments of an earlier call, also after a reload, which runs nothing', async () => {
    const bench = await createOpened();
    const trial = await open(bench, 'it', 'echo');
    for (const text of ['one', 'two']) {
      trial.send({ type: 'change', key: 'text', value: text });
      await trial.call();
    }
    const { yard } = await bench.folder.openYard({ mayAsk: false });
    const before = yard.calls.history().length;
    const kept = parseKeptTrial(trial.kept()) ?? expect.fail('nothing was kept');
    const again = await openTestTrial(bench.parts, kept);
    expect(again.view()).toMatchObject({ fields: [{ value: 'two' }], history: [{ value: '2' }, { value: '1' }] });
    again.send({ type: 'recall', id: '1' });
    await again.until(({ fields }) => fields[0]?.kind === 'text' && fields[0].value === 'one');
    expect(yard.calls.history()).toHaveLength(before);
  });

  it('asks first where the tool says that it destroys something', async () => {
    const bench = await createOpened();
    const trial = await open(bench, 'records', 'wipe_all');
    trial.send({ type: 'change', key: 'text', value: 'all' });
    bench.editor.answers.push(undefined);
    expect((await trial.call()).result).toBeUndefined();
    expect(bench.editor.shown.at(-1)).toBe(
      'confirm: Call records: wipe_all?\nIts server says that it may delete or overwrite something.\n\n{\n  "text": "all"\n}',
    );
    expect(existsSync(join(bench.folder.path, 'record'))).toBe(false);
    bench.editor.answers.push('Call');
    expect((await trial.call()).result).toMatchObject({ status: 'success' });
  });

  it('shows what the server reports, and stops when the person says so or closes the tab', async () => {
    const bench = await createOpened();
    const read = (name: string): string => {
      const file = join(bench.folder.path, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    const progress = await open(bench, 'full', 'progress');
    await progress.call();
    const reports = progress.posted.flatMap(({ view }) => view.running?.status ?? []);
    expect(reports).toContain('step 3 (3 of 3)');
    for (const end of ['stop', 'close'] as const) {
      const trial = await open(bench, 'records', 'slow');
      trial.send({ type: 'change', key: 'text', value: end });
      trial.send({ type: 'call' });
      await trial.until(({ running }) => running?.status === 'Calling the tool…');
      await waitUntil(() => read('record').includes(`"text":"${end}"`), 20_000);
      if (end === 'stop') {
        trial.send({ type: 'stop' });
        await trial.until(({ result }) => result?.status === 'stopped');
      } else trial.session.close();
      await waitUntil(() => read('record.cancelled').includes(`"text":"${end}"`), 20_000);
    }
  });

  it('shows errors of tools and servers clearly', async () => {
    const bench = await createOpened();
    const failing = await (await open(bench, 'records', 'fail')).call();
    expect(failing.history).toEqual([]);
    expect(failing.result).toMatchObject({
      status: 'tool-error',
      title: expect.stringMatching(/^The tool reported an error after/),
      parts: [{ kind: 'text', text: 'it did not work' }],
    });
    const broken = await (await open(bench, 'broken', 'x')).call();
    expect(broken.result).toMatchObject({ status: 'failure', title: 'The tool was not called', canStart: true });
    expect(JSON.stringify(broken.result?.parts)).toContain('x was not called, because server');
    const gone = await (await open(bench, 'it', 'gone')).call();
    expect(JSON.stringify(gone.result?.parts)).toContain('has no tool');
  });

  it('lets the server ask the person', async () => {
    const bench = await createOpened();
    const trial = await open(bench, 'asks', 'ask');
    bench.editor.answers.push('Answer', 'blue');
    const { result } = await trial.call();
    expect(JSON.stringify(result?.parts)).toContain('blue');
    expect(bench.editor.shown[0]).toBe('one: Server "asks" asks (for asks:ask): Answer, Decline');
  });

  it('copies the call, opens results whole and saves files', async () => {
    const bench = await createOpened();
    const trial = await open(bench, 'it', 'echo');
    trial.send({ type: 'copy', as: 'command' });
    await trial.until(({ fields }) => fields[0]?.problems.length === 1);
    trial.send({ type: 'change', key: 'text', value: "it's" });
    trial.send({ type: 'copy', as: 'command' });
    await waitUntil(() => bench.editor.shown.length === 2, 20_000);
    expect(bench.editor.shown).toEqual([
      String.raw`copy: toolyard call it:echo --args '{"text":"it'\''s"}'`,
      'info: The command was copied.',
    ]);
    await trial.call();
    trial.send({ type: 'part', part: 0, action: 'open' });
    await waitUntil(() => bench.editor.shown.length === 3, 20_000);
    expect(bench.editor.shown[2]).toBe("text: Result of it echo\nit's");
  });

  it('calls nothing in a workspace that is not trusted, nor of another program, and says why', async () => {
    const { parts } = await createServerBench();
    const untrusted = createFakeFolder({ duty: { kind: 'untrusted' } });
    const server = { id: 'x', name: 'x', status: 'available', tools: [], lastDiscovered: 1, source: 'vscode' } as const;
    const foreign = createFakeFolder({ servers: [server] });
    for (const [folder, why] of [
      [untrusted, 'You do not trust this workspace'],
      [foreign, 'Another program defines server "x"'],
    ] as const) {
      const trial = await openTestTrial(
        { ...parts, folders: createFakeFolders(folder) },
        { subject: { folder: folder.path, server: 'x', tool: 'y' } },
      );
      expect(trial.view().blocked).toContain(why);
      trial.send({ type: 'call' });
      trial.send({ type: 'json', isOn: true });
      await trial.until(() => trial.posted.length > 1);
      expect(trial.posted.every(({ view }) => view.running === undefined)).toBe(true);
    }
  });
});
