// The scenarios of the origin's quick start, numbered as there, and the acceptance scenarios of the specification that a user interface shows. They wait for
// real servers, so they run beside each other.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findProcesses,
  importImage,
  nodeMounts,
  openDockerEngine,
  startMcpHttpServer,
  type TestEngine,
  useImage,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { describeDockerWindows, type AfterTest } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import {
  createMark,
  noticesOf,
  press,
  pressBlock,
  read,
  runApproved,
  soon,
  startSseServer,
  statesOf,
  toBlock,
  toCommand,
  toData,
  type StoredEntry,
} from './bed/operate.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

const ECHO = toBlock('echo', 'tool: echo', 'text: hello');
const SLOW = toBlock('slow', 'tool: slow');

/** What giving a server up takes by the waits between its retries, in milliseconds. */
const RETRIES_MS = 1000 + 5000 + 15_000;

interface Records {
  readonly entry: StoredEntry;
  /** How many calls arrived. */
  count(): number;
  /** Lets all calls of `slow` answer. */
  release(): void;
}

/** A server that notes its calls. */
function createRecords(mark: string, afterTest: AfterTest): Records {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-records-'));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  const [calls, release] = [join(folder, 'calls'), join(folder, 'release')];
  return {
    entry: toCommand('records-calls', mark, { RECORD: calls, RELEASE: release }),
    count: () => (existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').length - 1 : 0),
    release: () => writeFileSync(release, ''),
  };
}

/** A container with a fixture server that is spoken with by its stdin. */
function toContainer(image: string, containerName: string): StoredEntry {
  return { docker: { image, mounts: nodeMounts(), command: ['/fixtures/echo.mjs'], containerName, pull: 'never' } };
}

async function resultOf(window: BedWindow, text: string): Promise<void> {
  await soon(() => window.read('note.md')).toContain(text);
}

async function countNotices(window: BedWindow, part: string): Promise<number> {
  return (await noticesOf(window)).filter((text) => text.includes(part)).length;
}

async function removeAfter(engine: TestEngine, afterTest: AfterTest): Promise<string> {
  const name = createMark();
  afterTest(() => engine.remove(name));
  return name;
}

await describeDockerWindows((open, dockerHost) => {
  const engine = openDockerEngine(dockerHost);
  const image = useImage(engine);
  const env = { DOCKER_HOST: dockerHost };

  describe.concurrent('quick start', () => {
    it('3, FR-039, FR-040, FR-041: a container that cannot come back is auto-disabled after three retries, in about 20 s, and a notice says so once', async ({
      onTestFinished,
    }) => {
      const [repo, tag] = ['localhost:1/toolyard-gone', createMark()];
      await importImage(engine, repo, tag);
      const name = await removeAfter(engine, onTestFinished);
      const data = toData({ box: toContainer(`${repo}:${tag}`, name) });
      const note = toBlock('box', 'tool: echo', 'text: hello');
      const window = await open({ notes: { 'note.md': note }, data, env }, onTestFinished);
      await read(window);
      await runApproved(window);
      await soon(() => statesOf(window)).toEqual(['success']);
      await engine.ask('DELETE', `/images/${repo}:${tag}?force=true`);
      const removedAt = performance.now();
      await engine.remove(name);
      await soon(() => countNotices(window, 'Server "box" stopped working')).toBe(1);
      await soon(() => countNotices(window, 'Server "box" was auto-disabled')).toBe(1);
      const took = performance.now() - removedAt;
      expect(took).toBeGreaterThan(RETRIES_MS - 1000);
      expect(took).toBeLessThan(2 * RETRIES_MS);
      await takeThemedScreenshots(window, 'notice-auto-disabled');
      await press(window, 'Re-run');
      // The last good result stays below the failure.
      await resultOf(window, 'Last result, ');
      expect(window.read('note.md')).toContain(`image "${repo}:${tag}" is not on this machine`);
      expect(window.errors).toEqual([]);
    });

    it('3, FR-003, FR-036: a container that was stopped comes back, with a notice, and ends with its switch and with the plugin', async ({
      onTestFinished,
    }) => {
      const name = await removeAfter(engine, onTestFinished);
      const data = toData({ box: toContainer(image, name) });
      const note = toBlock('box', 'tool: echo', 'text: hello');
      const window = await open({ notes: { 'note.md': note }, data, env }, onTestFinished);
      await read(window);
      await runApproved(window);
      await soon(() => statesOf(window)).toEqual(['success']);
      const before = await engine.inspect(name);
      expect(before).toMatchObject({ State: { Running: true }, Config: { Labels: { 'dev.toolyard.key': 'box' } } });
      await engine.ask('POST', `/containers/${name}/stop`);
      await soon(() => countNotices(window, 'Server "box" stopped working')).toBe(1);
      await soon(async () => (await engine.inspect(name))?.['Id'] ?? before?.['Id']).toChangeFrom(before?.['Id']);
      const first = window.read('note.md');
      await press(window, 'Re-run');
      await soon(() => window.read('note.md')).toChangeFrom(first);
      await soon(() => statesOf(window)).toEqual(['success']);
      expect(await countNotices(window, 'Server "box"')).toBeLessThan(2);
      await window.call('callServers', 'switchServer', 'box', false);
      await soon(() => engine.inspect(name)).toBe(undefined);
      await window.call('callServers', 'switchServer', 'box', true);
      await soon(() => engine.inspect(name)).toMatchObject({ State: { Running: true } });
      await window.call('unload');
      await soon(() => engine.inspect(name)).toBe(undefined);
    });

    it('7, FR-042: a port that is taken is named in a notice, once', async ({ onTestFinished }) => {
      const holder = createServer();
      await new Promise<void>((resolve) => void holder.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void holder.close());
      const { port } = holder.address() as AddressInfo;
      const docker = { image, mounts: nodeMounts(), command: ['/fixtures/serves-http.mjs'], ports: { '3001': port } };
      const data = toData({ web: { type: 'http', url: `http://127.0.0.1:${port}/mcp`, docker } });
      const window = await open({ notes: { 'note.md': toBlock('web', 'tool: echo') }, data, env }, onTestFinished);
      await read(window);
      await runApproved(window);
      const text = `Server "web" did not start: port ${port} is taken by another program. Stop that, or choose another port in "ports" and "url".`;
      await soon(() => noticesOf(window)).toEqual([text]);
      await takeThemedScreenshots(window, 'notice-port');
      await resultOf(window, `port ${port} is taken by another program`);
      expect(await noticesOf(window)).toEqual([text]);
    });

    it('1 and acceptance 1, FR-008 to FR-011, FR-038: a block runs its tool, says that it runs, and keeps its request above the result', async ({
      onTestFinished,
    }) => {
      const records = createRecords(createMark(), onTestFinished);
      const data = toData({ slow: records.entry });
      const window = await open({ notes: { 'note.md': `# Note\n\n${SLOW}` }, data }, onTestFinished);
      await read(window);
      await runApproved(window);
      await soon(() => statesOf(window)).toEqual(['pending']);
      await soon(() => window.page.locator('.toolyard-block-state:visible').innerText()).toBe('Running');
      await soon(() => records.count()).toBe(1);
      records.release();
      await soon(() => statesOf(window)).toEqual(['success']);
      expect(window.read('note.md')).toMatch(
        /^# Note\n\n```slow\ntool: slow\n```\n+<!-- toolyard:result [^>]+-->\ndone\n/,
      );
    });

    it('4, FR-032: four blocks at a limit of two queue, the sixth of five is refused, and a reload counts anew', async ({
      onTestFinished,
    }) => {
      const records = createRecords(createMark(), onTestFinished);
      const data = toData({ slow: records.entry }, { mcpConcurrentLimit: 2, mcpSessionLimit: 5 });
      const blocks = Array.from({ length: 6 }, (_, n) => toBlock('slow', 'tool: slow', `text: call ${n}`));
      const window = await open({ notes: { 'note.md': blocks.join('\n') }, data }, onTestFinished);
      await read(window);
      await runApproved(window);
      for (const nth of [1, 2, 3]) await pressBlock(window, nth);
      await soon(() => countNotices(window, 'No more than 2 calls run at once, so ')).toBe(1);
      expect(records.count()).toBe(2);
      await takeThemedScreenshots(window, 'notice-queue');
      records.release();
      await soon(() => statesOf(window)).toEqual([...Array<string>(4).fill('success'), 'idle', 'idle']);
      await press(window, 'Run');
      await soon(async () => (await statesOf(window))[4]).toBe('success');
      await press(window, 'Run');
      await soon(async () => (await statesOf(window))[5]).toBe('error');
      await resultOf(window, 'Session execution limit reached (5)');
      expect(records.count()).toBe(5);
      await soon(() => countNotices(window, 'Session execution limit reached (5) in note.md.')).toBe(1);
      await takeThemedScreenshots(window, 'notice-session-limit');
      // As many again for this note, without a reload.
      await press(window, 'Continue');
      await press(window, 'Re-run', 5);
      await soon(async () => (await statesOf(window))[5]).toBe('success');
      await window.call('closeAll');
      await window.call('unload');
      await read(window);
      for (let nth = 0; nth < 5; nth++) {
        await press(window, 'Re-run', nth);
        await soon(() => records.count()).toBe(7 + nth);
      }
      await soon(() => statesOf(window)).toEqual(Array<string>(6).fill('success'));
      await press(window, 'Re-run', 5);
      await soon(async () => (await statesOf(window))[5]).toBe('error');
    });

    it('5, FR-033, FR-037: remote servers over SSE and Streamable HTTP answer in streams that can be stopped, and need no container', async ({
      onTestFinished,
    }) => {
      let held: 'open' | 'closed' | undefined;
      const remote = await startMcpHttpServer({
        answers: 'events',
        tools: ['echo', 'hang'],
        take(request, response) {
          if (!request.body.includes('"name":"hang"')) return false;
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': begun\n\n');
          held = 'open';
          response.once('close', () => (held = 'closed'));
          return true;
        },
      });
      onTestFinished(() => remote.stop());
      const data = toData({
        old: { transport: 'sse', deploymentType: 'external', sseConfig: { url: await startSseServer(onTestFinished) } },
        remote: { type: 'http', url: remote.url },
      });
      const notes = [
        toBlock('old', 'tool: echo', 'n: 1'),
        toBlock('remote', 'tool: echo'),
        toBlock('remote', 'tool: hang'),
      ];
      const window = await open({ notes: { 'note.md': notes.join('\n') }, data }, onTestFinished);
      await read(window);
      await runApproved(window, 0);
      await soon(() => statesOf(window)).toEqual(['success', 'idle', 'idle']);
      expect(window.read('note.md')).toContain('echo {"n":1}');
      await runApproved(window, 1);
      await soon(() => statesOf(window)).toEqual(['success', 'success', 'idle']);
      await press(window, 'Run');
      await soon(() => held).toBe('open');
      await press(window, 'Stop');
      await soon(() => statesOf(window)).toEqual(['success', 'success', 'cancelled']);
      await soon(() => held).toBe('closed');
      expect(window.errors).toEqual([]);
    });

    it('6 and acceptance 6, FR-012 to FR-014: a bound section and those below it use its server, and no other', async ({
      onTestFinished,
    }) => {
      const [alpha, beta] = [createRecords(createMark(), onTestFinished), createRecords(createMark(), onTestFinished)];
      const frontmatter = ['---', 'toolyard:', '  bindings:', '    - { heading: "## Beta", server: beta }', '---', ''];
      const call = toBlock('mcp', 'tool: note', 'text: here');
      const note = [
        frontmatter.join('\n'),
        `# Top\n\n${call}`,
        `## Beta\n\n${call}`,
        `### Below it\n\n${call}`,
        toBlock('alpha', 'tool: note', 'text: not here'),
      ].join('\n');
      const data = toData({ alpha: alpha.entry, beta: beta.entry });
      const window = await open({ notes: { 'note.md': note }, data }, onTestFinished);
      await read(window);
      await runApproved(window, 0);
      await soon(() => statesOf(window)).toEqual(['success', 'idle', 'idle', 'idle']);
      await runApproved(window, 1);
      await soon(() => statesOf(window)).toEqual(['success', 'success', 'idle', 'idle']);
      await press(window, 'Run', 0);
      await soon(() => statesOf(window)).toEqual(['success', 'success', 'success', 'idle']);
      await press(window, 'Run', 0);
      await soon(() => statesOf(window)).toEqual(['success', 'success', 'success', 'error']);
      expect(window.read('note.md')).toContain('is bound to server beta; alpha is not available here');
      expect([alpha.count(), beta.count()]).toEqual([1, 2]);
    });

    it('7, FR-021, FR-022, FR-024: what is wrong with a block is said below it, and nothing else of the note changes', async ({
      onTestFinished,
    }) => {
      const records = createRecords(createMark(), onTestFinished);
      const gone = { command: 'no-such-program' };
      const data = toData({ slow: records.entry, gone });
      const timeout = toBlock('slow', 'tool: slow', 'arguments: { text: late }', 'timeout: 1000');
      const blocks = [
        toBlock('slow', 'tool: nothing'),
        toBlock('slow', 'tool: slow', 'text: [unclosed'),
        toBlock('slow', 'tool: note', 'count: many'),
        timeout,
        toBlock('gone', 'tool: echo'),
      ];
      const note = `Before.\n\n${blocks.join('\nBetween.\n\n')}\nAfter.\n`;
      const window = await open({ notes: { 'note.md': note }, data }, onTestFinished);
      await read(window);
      await runApproved(window, 0);
      await resultOf(window, 'Tool not found: slow:nothing');
      for (const nth of [1, 2, 3]) await pressBlock(window, nth);
      await resultOf(window, 'YAML parsing failed: ');
      await resultOf(window, 'Invalid parameters for slow:note: ');
      await resultOf(window, 'Execution timeout after 1000 ms');
      await runApproved(window, 4);
      await resultOf(window, '"no-such-program" was not found in PATH (');
      await soon(() => statesOf(window)).toEqual(['error', 'error', 'error', 'timeout', 'error']);
      const results = /<!-- toolyard:result [^>]*-->\n[^]*?<!-- \/toolyard:result -->\n/g;
      expect(window.read('note.md').replaceAll(results, '')).toBe(note);
      await takeThemedScreenshots(window, 'block-errors');
    });

    it('7 and acceptance 3, FR-023, FR-025: a block of a disabled server is skipped, and a notice says so', async ({
      onTestFinished,
    }) => {
      const mark = createMark();
      const data = toData({ echo: { ...toCommand('echo', mark), enabled: false } });
      const window = await open({ notes: { 'note.md': ECHO }, data }, onTestFinished);
      await read(window);
      await press(window, 'Run');
      await soon(() => statesOf(window)).toEqual(['error']);
      expect(window.read('note.md')).toContain('Server echo is disabled');
      await press(window, 'Re-run');
      await soon(() => noticesOf(window)).toEqual([
        'Server echo is disabled. You can switch servers on in the settings of Toolyard.',
      ]);
      await takeThemedScreenshots(window, 'notice-disabled');
      expect(findProcesses(mark)).toEqual([]);
    });

    it('acceptance 4: what is written and saved runs nothing until somebody runs it', async ({ onTestFinished }) => {
      const mark = createMark();
      const window = await open(
        { notes: { 'note.md': '' }, data: toData({ echo: toCommand('echo', mark) }) },
        onTestFinished,
      );
      await window.call('load');
      await window.call('setLayoutReady');
      await window.call('open', 'note.md', 'source');
      await window.page.locator('.cm-content').click();
      await window.page.keyboard.insertText(ECHO);
      await window.call('closeAll');
      expect(window.read('note.md')).toBe(ECHO);
      await window.call('open', 'note.md', 'preview');
      await soon(() => statesOf(window)).toEqual(['idle']);
      expect(findProcesses(mark)).toEqual([]);
      await runApproved(window);
      await soon(() => statesOf(window)).toEqual(['success']);
    });
  });
});
