import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses, fixturePath, startMcpHttpServer } from '@toolyard/testing';
import type { Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { describeWindows } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

/** Waits for something; the limit only ends what hangs. */
const soon = <T>(look: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> =>
  expect.poll(look, { timeout: 30_000 });

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly [field: string]: unknown;
}

/** The page of a window as a person uses it. */
interface Person {
  press(name: string, within?: Locator): Promise<void>;
  type(label: string, text: string): Promise<void>;
  toggle(label: string): Promise<void>;
  row(name: string): Locator;
  readonly dialog: Locator;
}

function createPerson({ page }: BedWindow): Person {
  const dialog = page.locator('.modal').last();
  return {
    dialog,
    press: (name, within = dialog) => within.getByRole('button', { name, exact: true }).click(),
    type: (label, text) => dialog.getByLabel(label, { exact: true }).fill(text),
    async toggle(label) {
      const box = dialog.getByLabel(label, { exact: true });
      await soon(() => box.isEnabled()).toBe(true);
      await box.click({ force: true });
    },
    row: (name) => page.locator('.toolyard-server', { has: page.getByText(name, { exact: true }) }),
  };
}

function createMark(): string {
  return `obsidian-${process.pid}-${Math.random().toString(36).slice(2)}`;
}

function readData({ vault }: BedWindow): { readonly mcpServers: readonly Stored[]; readonly [field: string]: unknown } {
  return JSON.parse(readFileSync(join(vault, '.obsidian/plugins/toolyard/data.json'), 'utf8'));
}

function createServer(name: string, fixture: string, mark: string): object {
  const command = { command: process.execPath, args: [fixturePath(`${fixture}.mjs`)], env: { MARK: mark } };
  return { id: name, name, enabled: false, ...command, failureCount: 0, autoDisabled: false, sectionBindings: [] };
}

async function show(window: BedWindow): Promise<Person> {
  await window.call('load');
  await window.call('setLayoutReady');
  await window.call('openSettings');
  return createPerson(window);
}

await describeWindows((open) => {
  it('FR-001, FR-004, FR-005, FR-026 to FR-030: a server is added by a form that is checked, is off until its test, and is edited and removed', async () => {
    const mark = createMark();
    const window = await open({ notes: {} });
    const { press, type, row, dialog } = await show(window);
    await dialog.getByText('There are no servers yet.').waitFor();

    await press('Add server');
    await press('Save');
    expect(await dialog.locator('.setting-item-error').allInnerTexts()).toEqual([
      'A server needs a name. "server" would be fine.',
      'Enter the program to start, such as npx.',
    ]);
    for (const [name, suggestion] of [
      ['my server', 'my-server'],
      ['mermaid', 'mermaid-server'],
    ] as const) {
      await type('Name', name);
      await press('Save');
      expect(await dialog.locator('.setting-item-error').first().innerText()).toContain(
        `"${suggestion}" would be fine.`,
      );
    }
    await takeThemedScreenshots(window, 'settings-form-problems');
    await type('Name', 'echo');
    await type('Command', process.execPath);
    await type('Arguments', fixturePath('echo.mjs'));
    await press('Add variable');
    await type('Name of variable 1', 'MARK');
    await type('Value of variable 1', mark);
    await takeThemedScreenshots(window, 'settings-form');
    await press('Save');
    await soon(() => row('echo').locator('.toolyard-server-state').innerText()).toBe('Off');
    const [stored] = readData(window).mcpServers;
    expect(stored).toMatchObject({ name: 'echo', enabled: false, command: process.execPath, env: { MARK: mark } });
    expect(stored?.id).toMatch(/./);
    expect(findProcesses(mark)).toEqual([]);

    await press('Test connection', row('echo'));
    await soon(() => row('echo').locator('.toolyard-test').innerText()).toMatch(
      /^Connected in \d+ ms\. 3 tools: echo, add, process\.$/,
    );
    await soon(() => readData(window).mcpServers[0]?.enabled).toBe(true);
    await soon(() => dialog.getByLabel('Use server echo').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Tools of echo' }).click();
    await dialog.getByText('3 of 3 are on.').waitFor();
    await window.page.keyboard.press('Escape');

    await dialog.getByRole('button', { name: 'Edit echo' }).click();
    await type('Arguments', fixturePath('nowhere.mjs'));
    await press('Save');
    await press('Test connection', row('echo'));
    await soon(() => row('echo').locator('.toolyard-test').innerText()).toContain('Cannot find module');
    await takeThemedScreenshots(window, 'settings-test-failed');

    await dialog.getByRole('button', { name: 'Remove echo' }).click();
    await press('Cancel');
    expect(await row('echo').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Remove echo' }).click();
    await press('Remove');
    await soon(() => row('echo').count()).toBe(0);
    expect(readData(window).mcpServers).toEqual([]);
    expect(findProcesses(mark)).toEqual([]);
    expect(window.errors).toEqual([]);
  });

  it('FR-002, FR-003: switches one server and leaves the others running; a tool that is switched off cannot be called', async () => {
    const mark = createMark();
    const note = '```one\ntool: add\na: 1\nb: 2\n```\n';
    const other = createMark();
    const servers = [createServer('one', 'echo', mark), createServer('two', 'full', other)];
    const window = await open({ notes: { 'note.md': note }, data: { mcpServers: servers } });
    const { press, toggle, row, dialog } = await show(window);
    const isEnabled = (name: string): boolean | undefined =>
      readData(window).mcpServers.find((server) => server.name === name)?.enabled;
    expect(await row('one').locator('.toolyard-server-state').innerText()).toBe('Off');
    for (const name of ['one', 'two']) {
      await toggle(`Use server ${name}`);
      await press('Approve');
      await soon(() => isEnabled(name)).toBe(true);
    }
    await window.call('open', 'note.md', 'preview');
    await window.page.evaluate(() => document.querySelector<HTMLElement>('.toolyard-block button')?.click());
    await soon(() => row('one').locator('.toolyard-server-state').innerText()).toBe('Connected');
    expect(await row('one').locator('.toolyard-server-facts').innerText()).toMatch(/^Last attempt .* · 3 tools$/);
    const running = findProcesses(mark);
    expect(running.length).toBeGreaterThan(0);

    await toggle('Use server two');
    await soon(() => isEnabled('two')).toBe(false);
    await soon(() => row('two').locator('.toolyard-server-state').innerText()).toBe('Off');
    await soon(() => findProcesses(other)).toEqual([]);
    expect(findProcesses(mark)).toEqual(running);
    await takeThemedScreenshots(window, 'settings-servers');

    await dialog.getByRole('button', { name: 'Tools of one' }).click();
    expect(await dialog.locator('.toolyard-tool').first().innerText()).toMatch(/about \d+ tokens/);
    await takeThemedScreenshots(window, 'settings-tools');
    await toggle('Use tool add');
    await soon(() => readData(window).mcpServers[0]?.['tools']).toEqual({ exclude: ['add'] });
    await dialog.getByText('2 of 3 are on.').waitFor();
    await window.page.keyboard.press('Escape');
    await window.page.evaluate(() => document.querySelector<HTMLElement>('.toolyard-block button')?.click());
    await soon(() => window.read('note.md')).toContain('Tool not found: one:add');

    await press('Revoke', dialog.locator('.toolyard-approval').first());
    await soon(() => row('one').locator('.toolyard-server-state').innerText()).toBe('Not approved on this device');
    await soon(() => findProcesses(mark)).toEqual([]);
    await takeThemedScreenshots(window, 'settings-revoked');
    expect(window.errors).toEqual([]);
  });

  it('FR-021, FR-039: says why a server failed and what to do, and tries one again that was given up', async () => {
    const window = await open({
      notes: {},
      data: { mcpServers: [{ id: '1', name: 'gone', enabled: false, command: 'no-such-program' }] },
    });
    const { press, type, row, dialog } = await show(window);
    await press('Review', row('gone'));
    await press('Approve');
    await press('Test connection', row('gone'));
    await soon(() => row('gone').locator('.toolyard-test').innerText()).toMatch(
      /"no-such-program" was not found.*PATH/s,
    );
    await takeThemedScreenshots(window, 'settings-missing-program');

    const folder = join(window.vault, '..');
    const server = join(folder, 'server.mjs');
    const file = join(folder, 'toolyard.json');
    const entry = { command: process.execPath, args: [server] };
    writeFileSync(
      file,
      JSON.stringify({ mcpServers: { broken: entry }, toolyard: { retryDelaysMs: [0, 0, 0], healthCheckMs: 200 } }),
    );
    await type('Configuration file', join(folder, 'nowhere.json'));
    await press('Save');
    await dialog.locator('.setting-item-error').waitFor();
    await type('Configuration file', file);
    await press('Save');
    await row('broken').waitFor();
    await soon(() => row('broken').locator('.toolyard-server-state').innerText()).toBe(
      'Turned off after repeated failures',
    );
    expect(await row('gone').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Add server' }).isDisabled()).toBe(true);
    await takeThemedScreenshots(window, 'settings-named-file');
    writeFileSync(server, `import ${JSON.stringify(fixturePath('echo.mjs'))};`);
    await press('Re-enable', row('broken'));
    await soon(() => row('broken').locator('.toolyard-server-state').innerText()).toBe('Connected');
    await soon(() => row('broken').locator('.toolyard-server-facts').innerText()).toMatch(
      /^Last attempt .* · \d+ ms · 3 tools$/,
    );
    await type('Configuration file', '');
    await press('Save');
    await row('gone').waitFor();
  });

  it('offers to rename a server in the notes that use it, and moves bindings of every note to one', async () => {
    const mark = createMark();
    const note = '```one\ntool: echo\ntext: hello\n```\n';
    const sectionBindings = [
      { sectionType: 'heading', headingText: '## Tools', serverId: 'one', inheritToChildren: true },
    ];
    const data = { mcpServers: [{ ...createServer('one', 'echo', mark), sectionBindings }] };
    const window = await open({ notes: { 'note.md': note, 'other.md': '## Tools\n' }, data });
    const { press, type, row, dialog } = await show(window);
    await dialog.getByRole('button', { name: 'Edit one' }).click();
    const theirs = { ...data.mcpServers[0], args: [fixturePath('echo.mjs'), 'theirs'] };
    writeFileSync(join(window.vault, '.obsidian/plugins/toolyard/data.json'), JSON.stringify({ mcpServers: [theirs] }));
    await type('Name', 'uno');
    await press('Save');
    await dialog
      .getByText(/^Server "one" was changed from outside while you edited it, so nothing was saved\./)
      .waitFor();
    await press('Cancel');
    await dialog.getByRole('button', { name: 'Edit one' }).click();
    await type('Name', 'uno');
    await press('Save');
    await dialog.getByText('Rename "one" in notes?').waitFor();
    expect(await dialog.locator('li').allInnerTexts()).toEqual(['note.md']);
    await takeThemedScreenshots(window, 'settings-rename');
    await press('Rename in notes');
    await soon(() => window.read('note.md')).toBe(note.replace('```one', '```uno'));
    await row('uno').waitFor();

    await dialog.getByText('Bound to uno in every note.').waitFor();
    await press('Move to one note');
    await window.page.locator('.prompt-input').fill('other');
    await window.page.keyboard.press('Enter');
    await soon(() => dialog.getByText('Bound to uno in every note.').count()).toBe(0);
    expect(window.errors).toEqual([]);
  });

  it('FR-031, FR-032: limits are checked, and written when they are right', async () => {
    const window = await open({ notes: {} });
    const { dialog } = await show(window);
    const limit = (name: string): Locator => dialog.locator('.setting-item', { hasText: name }).locator('input');
    await limit('Time limit').fill('5');
    await dialog.getByText('timeoutMs must be a whole number from 1000 to 300000.').waitFor();
    await limit('Time limit').fill('5000');
    await limit('Calls at once').fill('-1');
    await limit('Calls in a session').fill('7');
    await dialog.locator('.setting-item', { hasText: 'Names of tools' }).locator('select').selectOption('colon');
    await soon(() => readData(window)).toMatchObject({
      mcpGlobalTimeout: 5000,
      mcpConcurrentLimit: -1,
      mcpSessionLimit: 7,
      mcpNaming: 'colon',
    });
  });

  it('FR-033, FR-038: servers at a URL have headers, whose secrets stay on the device, and ask for a login; containers have a form too', async () => {
    const server = await startMcpHttpServer({
      tools: ['forecast'],
      take: ({ headers }, response) => {
        if (headers.authorization === 'Bearer right') return false;
        response.writeHead(401).end();
        return true;
      },
    });
    onTestFinished(() => server.stop());
    const window = await open({ notes: {} });
    const { press, type, row, dialog } = await show(window);
    await press('Add server');
    await dialog.getByLabel('Kind').selectOption('url');
    await type('Name', 'weather');
    await type('URL', 'weather.example');
    await press('Save');
    await dialog.getByText('url must be a URL that starts with http:// or https://.').waitFor();
    await type('URL', server.url);
    await press('Add header');
    await type('Name of header 1', 'X-Api-Key');
    await type('Value of header 1', 'hunter2hunter2');
    await takeThemedScreenshots(window, 'settings-form-url');
    await press('Save');
    await row('weather').waitFor();
    expect(JSON.stringify(readData(window))).not.toContain('hunter2');
    await press('Test connection', row('weather'));
    await row('weather').locator('.toolyard-test.is-wrong').waitFor();
    await takeThemedScreenshots(window, 'settings-needs-login');
    await press('Log in', row('weather'));
    await type('Token', 'right');
    await press('Log in');
    await press('Test connection', row('weather'));
    await soon(() => row('weather').locator('.toolyard-test').innerText()).toContain('Tool: forecast.');
    expect(readData(window).mcpServers).toMatchObject([
      { enabled: true, headers: { Authorization: 'Bearer ${input:weather-token}' } },
    ]);
    expect(JSON.stringify(readData(window))).not.toContain('right');
    await press('Log out', row('weather'));
    await soon(() => row('weather').locator('.toolyard-server-state').innerText()).toBe(
      'Needs a secret on this device',
    );

    await press('Add server');
    await type('Name', 'time');
    await dialog.getByLabel('Kind').selectOption('docker');
    await dialog.getByText('More options').click();
    await type('Ports', '3001');
    await press('Save');
    expect(await dialog.locator('.setting-item-error').allInnerTexts()).toEqual([
      'Enter the image to run, such as mcp/time.',
      expect.stringContaining('docker.ports'),
    ]);
    await type('Image', 'mcp/time');
    await type('Ports', '39001:3001');
    await type('Mounts', '/data:/data:ro');
    await type('URL', 'http://127.0.0.1:39001/mcp');
    await takeThemedScreenshots(window, 'settings-form-docker');
    await press('Save');
    await row('time').waitFor();
    expect(readData(window).mcpServers[1]).toMatchObject({
      enabled: false,
      url: 'http://127.0.0.1:39001/mcp',
      docker: { image: 'mcp/time', ports: { 3001: 39_001 }, mounts: ['/data:/data:ro'] },
    });
  });

  it('pastes a block of another program, with names that can be used and without its secrets, and imports from its files', async () => {
    const window = await open({ notes: {} });
    const { press, type, toggle, row, dialog } = await show(window);
    await press('Paste JSON');
    await type('JSON of servers', 'npx -y files');
    await dialog.getByText(/^This is no JSON/).waitFor();
    const entry = { command: process.execPath, args: [fixturePath('echo.mjs')], env: { API_KEY: 'hunter2hunter2' } };
    await type('JSON of servers', JSON.stringify({ mcpServers: { 'My Files': entry, broken: { url: 'x' } } }));
    await takeThemedScreenshots(window, 'settings-paste');
    await press('Add');
    await row('my-files').waitFor();
    const data = readData(window);
    expect(data.mcpServers).toMatchObject([
      { name: 'my-files', enabled: false, env: { API_KEY: '${input:my-files-api-key}' } },
    ]);
    expect(JSON.stringify(data)).not.toContain('hunter2');
    await soon(() => window.call('callServers', 'listSecrets')).toEqual([
      { id: 'my-files-api-key', servers: ['my-files'], isSet: true },
    ]);
    await press('Test connection', row('my-files'));
    await soon(() => row('my-files').locator('.toolyard-test').innerText()).toContain('3 tools');

    const cursor = join(window.vault, '../.cursor');
    mkdirSync(cursor);
    const files = { command: process.execPath, args: [fixturePath('full.mjs')] };
    const servers = { files, again: entry, search: { url: 'https://a.example' } };
    writeFileSync(join(cursor, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    await press('Import');
    await dialog.getByText('files (Cursor)').waitFor();
    await toggle('Add again');
    await toggle('Add search');
    await takeThemedScreenshots(window, 'settings-import');
    await press('Add');
    await row('files').waitFor();
    expect(readData(window).mcpServers[1]).toMatchObject({ name: 'files', enabled: false, ...files });
    expect(window.errors).toEqual([]);
  });
});
