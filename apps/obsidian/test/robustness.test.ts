import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProcesses, fixturePath, nodeMounts, openDockerEngine, takePort, useImage } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { describeDockerWindows, type AfterTest } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import {
  createMark,
  pressBlock,
  read,
  runApproved,
  soon,
  statesOf,
  toBlock,
  toCommand,
  toData,
} from './bed/operate.ts';

const ECHO = toBlock('echo', 'tool: echo', 'text: hello');
const CALLS = 20;
const NOTES = 5000;
const BLOCKS = 200;
const OUTSIDE = ['node:fs', 'node:fs/promises', 'node:child_process', 'node:net', 'node:http', 'node:https'];

function createFolder(afterTest: AfterTest): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-robust-'));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Counts from now on what the plugin does with files, programs and the network; gives the names of the functions that it called so far. */
async function countUses({ page }: BedWindow): Promise<() => Promise<readonly string[]>> {
  const uses = await page.evaluateHandle((names) => {
    const { require: load } = window as unknown as { require(name: string): Record<string, unknown> };
    const called: string[] = [];
    for (const name of names) {
      const module = load(name);
      for (const [member, value] of Object.entries(module)) {
        if (typeof value !== 'function') continue;
        module[member] = (...args: unknown[]): unknown => {
          called.push(`${name} ${member}`);
          return Reflect.apply(value, undefined, args);
        };
      }
    }
    return called;
  }, OUTSIDE);
  return () => uses.jsonValue();
}

/** What the page asks its Node for from now on, as it is sent. */
function recordAsks({ page }: BedWindow): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/ask')) asked.push(request.postData() ?? '');
  });
  return asked;
}

await describeDockerWindows((open, dockerHost) => {
  const engine = openDockerEngine(dockerHost);
  const image = useImage(engine);

  describe.concurrent('a vault', () => {
    it('unloaded during 20 running calls leaves no process, writes how each ended, and works again when it is loaded at once', async ({
      onTestFinished,
    }) => {
      const mark = createMark();
      const calls = join(createFolder(onTestFinished), 'calls');
      const data = toData({ slow: toCommand('records-calls', mark, { RECORD: calls }) });
      const blocks = Array.from({ length: CALLS }, (_, n) => toBlock('slow', 'tool: slow', `text: call ${n}`));
      const notes = { 'note.md': blocks.join('\n'), 'next.md': toBlock('slow', 'tool: note', 'text: again') };
      const window = await open({ notes, data }, onTestFinished);
      await read(window);
      await runApproved(window);
      for (let nth = 1; nth < CALLS; nth++) await pressBlock(window, nth);
      await soon(() => readFileSync(calls, 'utf8').split('\n').length - 1).toBe(CALLS);
      await window.call('closeAll');
      await window.call('unload');
      await read(window, 'next.md');
      await pressBlock(window, 0);
      await soon(() => statesOf(window)).toEqual(['success']);
      const ended = window.read('note.md').match(/status=\w+/g);
      expect(ended).toEqual(Array<string>(CALLS).fill('status=cancelled'));
      await window.call('unload');
      await soon(() => findProcesses(mark)).toEqual([]);
      expect(window.errors).toEqual([]);
    });

    it('FR-036: leaves no process and no container where its window is killed, or where the app quits, which waits for it', async ({
      onTestFinished,
    }) => {
      const mark = createMark();
      const names = [`${mark}-stdio`, `${mark}-port`];
      onTestFinished(async () => void (await Promise.all(names.map((name) => engine.remove(name)))));
      const container = { image, mounts: nodeMounts(), pull: 'never' };
      const port = await takePort();
      const data = toData({
        tree: toCommand('has-grandchildren', mark),
        // It does not end with its stdin.
        box: { docker: { ...container, command: ['/fixtures/ignores-end.mjs'], containerName: names[0] } },
        web: {
          type: 'http',
          url: `http://127.0.0.1:${port}/mcp`,
          docker: {
            ...container,
            command: ['/fixtures/serves-http.mjs'],
            env: { PORT: '3001' },
            ports: { '3001': port },
            containerName: names[1],
          },
        },
      });
      const note = ['tree', 'box', 'web'].map((name) => toBlock(name, 'tool: echo', 'text: hello')).join('\n');
      for (const end of ['quit', 'close'] as const) {
        const window = await open(
          { notes: { 'note.md': note }, data, env: { DOCKER_HOST: dockerHost } },
          onTestFinished,
        );
        await read(window);
        for (const nth of [0, 1, 2]) await runApproved(window, nth);
        await soon(() => statesOf(window)).toEqual(['success', 'success', 'success']);
        expect(findProcesses(mark).length).toBeGreaterThan(2);
        if (end === 'quit') await window.call('quit');
        else await window.close();
        const left = async (): Promise<unknown[]> => [
          ...findProcesses(mark),
          ...(await Promise.all(names.map(engine.inspect))),
        ];
        if (end === 'quit') expect(await left()).toEqual([undefined, undefined]);
        else await soon(left).toEqual([undefined, undefined]);
      }
    });

    it('with 5,000 notes is not read when the plugin is loaded, and nothing is done before the layout is ready but to read the settings', async ({
      onTestFinished,
    }) => {
      const notes = Object.fromEntries(
        Array.from({ length: NOTES }, (_, n) => [`folder ${n % 50}/note ${n}.md`, ECHO]),
      );
      const mark = createMark();
      const window = await open({ notes, data: toData({ echo: toCommand('echo', mark) }) }, onTestFinished);
      const [asked, uses] = [recordAsks(window), await countUses(window)];
      await window.call('load');
      // The app reads the plugin's settings; the one file is what this device remembers of the vault.
      expect(await uses()).toEqual(['node:fs/promises open']);
      await window.call('setLayoutReady');
      expect(asked.filter((ask) => ask.includes('.md'))).toEqual([]);
      await window.call('open', 'folder 7/note 7.md', 'preview');
      await soon(() => statesOf(window)).toEqual(['idle']);
      expect(asked.filter((ask) => ask.includes('.md') && !ask.includes('folder 7/note 7.md'))).toEqual([]);
      expect(findProcesses(mark)).toEqual([]);
    });

    it('with 200 blocks in one note shows all of them, and running one changes that one', async ({
      onTestFinished,
    }) => {
      const blocks = Array.from({ length: BLOCKS }, (_, n) => toBlock('echo', 'tool: echo', `text: number ${n}`));
      const note = blocks.join('\n');
      const window = await open(
        { notes: { 'note.md': note }, data: toData({ echo: toCommand('echo', createMark()) }) },
        onTestFinished,
      );
      await read(window);
      await soon(async () => (await statesOf(window)).length).toBe(BLOCKS);
      await runApproved(window, BLOCKS - 1);
      await soon(async () => (await statesOf(window)).at(-1)).toBe('success');
      expect((await statesOf(window)).filter((state) => state !== 'idle')).toEqual(['success']);
      expect(window.read('note.md').startsWith(note)).toBe(true);
    });

    it('of an app that a desktop started, with a short PATH, finds programs where the login shell does', async ({
      onTestFinished,
    }) => {
      const bin = createFolder(onTestFinished);
      symlinkSync(process.execPath, join(bin, 'my-node'));
      const script = join(bin, 'my-npx');
      // What `npx` is: a script whose first line looks for the program that runs it.
      writeFileSync(script, `#!/usr/bin/env my-node\nimport(${JSON.stringify(fixturePath('echo.mjs'))});\n`);
      chmodSync(script, 0o755);
      const data = toData({
        found: { command: 'my-node', args: [fixturePath('echo.mjs')] },
        script: { command: 'my-npx' },
        path: { command: script },
        gone: { command: 'my-uvx' },
      });
      const names = ['found', 'script', 'path', 'gone'];
      const note = names.map((name) => toBlock(name, 'tool: echo', 'text: hello')).join('\n');
      const window = await open(
        {
          notes: { 'note.md': note },
          data,
          env: { PATH: '/usr/bin:/bin', SHELL: '/bin/sh' },
          home: { '.profile': `echo noise\nPATH="${bin}:$PATH"\nexport PATH\n` },
        },
        onTestFinished,
      );
      await read(window);
      for (const nth of names.keys()) await runApproved(window, nth);
      await soon(() => statesOf(window)).toEqual(['success', 'success', 'success', 'error']);
      expect(window.read('note.md')).toMatch(
        new RegExp(
          `"my-uvx" was not found in PATH \\(${bin}:[^)]+\\)\\. Install it or set "command" to its full path\\.`,
        ),
      );
    });
  });
});
