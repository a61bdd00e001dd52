import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder, runToolyard } from '../cli/run-toolyard.ts';
import { createEnvironment } from '../harness/create-yard-folder.ts';
import { startUp, type Up } from './start-up.ts';

const LIMIT_MS = 180_000;

type Call = (tool: string, args?: Record<string, unknown>) => Promise<Readonly<Record<string, unknown>>>;

async function openFolder(): Promise<string> {
  const { folder, remove } = await createFolder();
  onTestFinished(remove);
  return folder;
}

async function connect(transport: Parameters<Client['connect']>[0]): Promise<Call> {
  const client = new Client({ name: 'newcomer', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  await client.listTools();
  return async (tool, args = {}) => {
    const { isError, structuredContent } = await client.callTool({ name: `tasks__${tool}`, arguments: args });
    expect({ tool, isError }, JSON.stringify(structuredContent)).toEqual({ tool, isError: false });
    return structuredContent as Readonly<Record<string, unknown>>;
  };
}

/** The snippet for one client, as it was printed. */
function snippetFor(client: string, { shown }: Up): string {
  return new RegExp(`^${client} \\(.*\\):\\n([^]*?)\\n\\n`, 'm').exec(shown())?.[1] ?? '';
}

it(
  'gives a newcomer a task list that every client can paste itself to, and that is there after a restart',
  async () => {
    const folder = await openFolder();
    const first = await startUp(folder);
    expect(first.shown()).toContain(join(folder, '.local/share/toolyard/tasks'));
    const { url } = first;
    expect(JSON.parse(snippetFor('Cursor', first))).toEqual({ mcpServers: { toolyard: { url } } });
    expect(JSON.parse(snippetFor('VS Code', first))).toEqual({ servers: { toolyard: { type: 'http', url } } });
    expect(snippetFor('Claude Code', first)).toBe(`claude mcp add --scope user --transport http toolyard ${url}`);
    const desktop = JSON.parse(snippetFor('Claude Desktop', first)).mcpServers.toolyard;

    const call = await connect(new StreamableHTTPClientTransport(new URL(url)));
    await call('create_task', { title: 'buy milk', tags: ['shop'] });
    // Started by a client that knows nothing of the other, from another folder.
    const launch = { ...desktop, cwd: '/', env: createEnvironment(folder), stderr: 'ignore' };
    const joined = await connect(new StdioClientTransport(launch));
    expect(await joined('list_tasks')).toMatchObject({ tasks: [{ title: 'buy milk', user_id: 'local' }] });
    expect(await first.stop()).toBe(0);

    const second = await startUp(folder);
    const again = await connect(new StreamableHTTPClientTransport(new URL(second.url)));
    expect(await again('list_tasks')).toMatchObject({ tasks: [{ title: 'buy milk', tags: ['shop'] }] });
    expect(await second.stop()).toBe(0);
  },
  LIMIT_MS,
);

it(
  'has all ten tools',
  async () => {
    const up = await startUp(await openFolder());
    const call = await connect(new StreamableHTTPClientTransport(new URL(up.url)));
    const { id } = await call('create_task', { title: 'buy milk', tags: ['shop'] });
    expect(await call('get_task', { task_id: id })).toMatchObject({ title: 'buy milk', version: 1 });
    expect(await call('update_task', { task_id: id, title: 'buy oat milk' })).toMatchObject({
      changed_fields: ['title'],
    });
    expect(await call('mark_task_completed', { task_id: id })).toMatchObject({ completed: true });
    expect(await call('reopen_task', { task_id: id })).toMatchObject({ completed: false });
    const bulk = { updates: [{ id, priority: 'Urgent' }] };
    expect(await call('bulk_update_tasks', bulk)).toMatchObject({ results: [{ id }] });
    expect(await call('list_tags')).toMatchObject({ tags: [{ tag: 'shop', tasks: 1, open: 1 }] });
    expect(await call('task_summary')).toMatchObject({ total: 1 });
    await call('delete_task', { task_id: id });
    expect(await call('list_tasks')).toMatchObject({ tasks: [] });
  },
  LIMIT_MS,
);

it(
  'lets commands that come at the same moment have the tasks one after the other',
  async () => {
    const cwd = await openFolder();
    const commands = ['a', 'b'].map((title) => runToolyard(['call', 'tasks:create_task', `title=${title}`], { cwd }));
    for (const { code, stderr } of await Promise.all(commands))
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { stdout } = await runToolyard(['call', 'tasks:list_tasks'], { cwd });
    expect(stdout).toContain('2 tasks.');
  },
  LIMIT_MS,
);

it(
  'is one yard for all commands without a configuration',
  async () => {
    const folder = await openFolder();
    const run = (...words: string[]) => runToolyard(words, { cwd: folder });
    const up = await startUp(folder);
    const created = await run('call', 'tasks:create_task', 'title=buy milk');
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('#1 buy milk') });
    const status = await run('status');
    expect(status.stdout).toMatch(/^tasks +running +10 /m);
    expect(status.stderr).toBe('These are the servers of the Toolyard that runs the built-in configuration.\n');
    expect(await up.stop()).toBe(0);
    // Nobody runs it now, so a command opens the same tasks by itself.
    const listed = await run('call', 'tasks:list_tasks');
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('#1 buy milk') });
  },
  LIMIT_MS,
);
