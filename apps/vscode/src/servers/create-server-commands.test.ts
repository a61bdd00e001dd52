import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createServerBench, type ServerBench } from '../../test/fakes/create-server-bench.ts';
import type { Subject } from '../rows/row.ts';
import { createServerCommands } from './create-server-commands.ts';

const ECHO = { command: process.execPath, args: [fixturePath('echo.mjs')] };

async function run({ parts }: ServerBench, id: string, server?: string): Promise<void> {
  const [folder] = parts.folders.list();
  const subject: Subject | undefined =
    server === undefined ? undefined : { kind: 'server', folder: folder?.path ?? '', server };
  const command = createServerCommands(parts)[`toolyard.servers.${id}`];
  await (command ?? expect.fail(`there is no ${id}`))(subject);
}

function statusOf({ folder }: ServerBench, server: string): unknown {
  const found = folder.state().servers.find(({ id }) => id === server);
  return found && [found.status, found.tools.length];
}

describe('approve', () => {
  it('shows what would start, and starts it where a person agrees', async () => {
    const bench = await createServerBench();
    bench.editor.answers.push('Approve');
    await run(bench, 'approve');
    expect(bench.editor.shown[0]).toContain('confirm: Start the servers of toolyard.json from now on?');
    expect(bench.editor.shown[0]).toContain('echo.mjs');
    expect(statusOf(bench, 'it')).toEqual(['available', 3]);
    await run(bench, 'approve');
    await bench.settled();
    expect(bench.editor.shown.at(-1)).toMatch(/info: .*toolyard\.json is approved, so there is nothing to approve\./);
  });

  it('starts nothing where the person leaves, and asks again when they say so', async () => {
    const bench = await createServerBench();
    bench.editor.answers.push(undefined, 'Approve', 'Approve');
    await run(bench, 'approve');
    await bench.settled();
    expect(bench.editor.shown[1]).toBe('info: The servers of work are not approved, so none was started.');
    expect(bench.editor.shown[2]).toContain('confirm:');
  });

  it('asks about a file that changed while its servers run, which follow it then', async () => {
    const bench = await createServerBench({ configuration: { mcpServers: { it: { command: 'no-such-program' } } } });
    bench.editor.answers.push('Approve');
    await run(bench, 'approve');
    await bench.write('toolyard.json', { mcpServers: { it: ECHO } });
    bench.editor.answers.push('Approve');
    await run(bench, 'approve');
    expect(bench.editor.shown.at(-1)).toContain('echo.mjs');
    await waitUntil(() => bench.folder.state().servers[0]?.tools.length === 3, 10_000);
  });

  it('opens a file that is wrong at the exact place', async () => {
    const bench = await createServerBench({ configuration: '{\n  "mcpServers": { "it": { "command": 5 } }\n}' });
    bench.editor.answers.push('Open File');
    await run(bench, 'approve');
    await bench.settled();
    expect(bench.editor.shown[0]).toContain('$.mcpServers.it.command');
    expect(bench.editor.shown[1]).toMatch(/^open: .*toolyard\.json:2:38$/);
  });
});

describe('open file', () => {
  it('opens the file with the servers, where it is wrong at that place', async () => {
    const bench = await createServerBench();
    await run(bench, 'openFile');
    await bench.write('toolyard.json', '{\n  "mcpServers": { "it": { "command": 5 } }\n}');
    await run(bench, 'openFile');
    expect(bench.editor.shown).toEqual([
      expect.stringMatching(/^open: .*toolyard\.json$/),
      expect.stringMatching(/^open: .*toolyard\.json:2:38$/),
    ]);
  });

  it('opens the file of another program where only that one is wrong', async () => {
    const bench = await createServerBench({ sources: ['vscode'] });
    await bench.write('.vscode/mcp.json', '{ "servers": ');
    await bench.folder.lookForServers({ afresh: true });
    await run(bench, 'openFile');
    expect(bench.editor.shown).toEqual([expect.stringMatching(/^open: .*mcp\.json$/)]);
  });
});

describe('start and stop', () => {
  it('switch a server of the configuration without a reload', async () => {
    const bench = await createServerBench({ configuration: { mcpServers: { it: { ...ECHO, enabled: false } } } });
    bench.editor.answers.push('Approve');
    await run(bench, 'start', 'it');
    await bench.settled();
    expect(statusOf(bench, 'it')).toEqual(['available', 3]);
    await run(bench, 'stop', 'it');
    expect(bench.folder.state().servers[0]?.status).not.toBe('available');
  });

  it('tell why a server did not start, and try again when it can', async () => {
    const bench = await createServerBench();
    const broken = join(bench.folder.path, 'broken');
    const script = `if (require('fs').existsSync(${JSON.stringify(broken)})) process.exit(3); import(${JSON.stringify(fixturePath('echo.mjs'))})`;
    await bench.write('broken', '');
    await bench.write('toolyard.json', { mcpServers: { it: { command: process.execPath, args: ['-e', script] } } });
    bench.editor.answers.push('Approve', 'Open File');
    await run(bench, 'start', 'it');
    await bench.settled();
    expect(bench.editor.shown.at(-1)).toMatch(/^open: .*toolyard\.json$/);
    expect(bench.editor.shown.at(-2)).toMatch(
      /^error: Server "it" started but did not become ready: exited with code 3$/,
    );
    expect(bench.folder.state().servers[0]).toMatchObject({ status: 'unavailable' });
    await rm(broken);
    await run(bench, 'start', 'it');
    await bench.settled();
    expect(statusOf(bench, 'it')).toEqual(['available', 3]);
  });

  it('ask about a file that changed while its servers run, and start what it says now', async () => {
    const bench = await createServerBench({ configuration: { mcpServers: { it: { command: 'no-such-program' } } } });
    bench.editor.answers.push('Approve', undefined);
    await run(bench, 'start', 'it');
    await bench.settled();
    await bench.write('toolyard.json', { mcpServers: { it: ECHO } });
    const used = await bench.folder.openYard({ mayAsk: false });
    await waitUntil(() => used.configurationProblem !== undefined, 10_000);
    bench.editor.answers.push(undefined, undefined);
    await run(bench, 'start', 'it');
    await bench.settled();
    expect(bench.editor.shown.at(-1)).toBe('info: The servers of work are not approved, so none was started.');
    bench.editor.answers.push('Approve');
    await run(bench, 'start', 'it');
    await bench.settled();
    expect(statusOf(bench, 'it')).toEqual(['available', 3]);
  });

  it('say of servers of other programs what starts them, and ask for their inputs once', async () => {
    const bench = await createServerBench({ sources: ['vscode'] });
    const entry = { ...ECHO, env: { TOKEN: '${input:token}' } };
    const inputs = [{ id: 'token', type: 'promptString', description: 'Your token', password: true }];
    await bench.write('.vscode/mcp.json', { inputs, servers: { outside: entry } });
    await bench.folder.lookForServers({ afresh: true });
    bench.editor.answers.push('abc');
    await run(bench, 'start', 'outside');
    await run(bench, 'start', 'outside');
    await run(bench, 'stop', 'outside');
    await bench.settled();
    expect(bench.editor.shown.filter((line) => line.startsWith('input:'))).toEqual(['input: Your token (hidden)']);
    expect([...bench.secrets.values()]).toEqual(['abc']);
    expect(bench.editor.shown.at(-1)).toContain('Toolyard starts it only while an approved hook needs it.');
  });
});

describe('log', () => {
  it('shows what was logged about one server, and goes on with it', async () => {
    const bench = await createServerBench();
    bench.editor.answers.push('Approve');
    await run(bench, 'start', 'it');
    await run(bench, 'log', 'it');
    const lines = bench.logs.get('Toolyard: it (work)') ?? expect.fail('no log');
    await waitUntil(() => lines.length > 1, 10_000);
    expect(lines[0]).toMatch(/^The log of server "it", from .*log\.jsonl:$/);
    const before = lines.length;
    await run(bench, 'stop', 'it');
    await waitUntil(() => lines.length > before, 10_000);
  });
});

describe('refresh', () => {
  it('finds what another program has added', async () => {
    const bench = await createServerBench({ sources: ['vscode'] });
    await run(bench, 'refresh');
    expect(statusOf(bench, 'outside')).toBeUndefined();
    await bench.write('.vscode/mcp.json', { servers: { outside: ECHO } });
    await run(bench, 'refresh');
    expect(statusOf(bench, 'outside')).toEqual(['unknown', 0]);
  });
});

describe('a command from the palette', () => {
  it('lets a person choose the server, and does nothing where they leave', async () => {
    const bench = await createServerBench();
    bench.editor.answers.push(undefined);
    await run(bench, 'stop');
    expect(bench.editor.shown).toEqual(['pick: Toolyard: it']);
    expect(await readFile(join(bench.folder.path, 'toolyard.json'), 'utf8')).toContain('echo.mjs');
  });
});

describe('inputs of the configuration', () => {
  const inputs = [
    { id: 'token', type: 'promptString', description: 'Your token', password: true },
    { id: 'region', type: 'pickString', description: 'Where', options: ['north', 'south'], default: 'south' },
  ];
  const configuration = { inputs, mcpServers: { it: { ...ECHO, env: { A: '${input:token}', B: '${input:region}' } } } };

  it('are asked for once, and kept', async () => {
    const bench = await createServerBench({ configuration });
    bench.editor.answers.push('Approve', 'abc', 'north');
    await run(bench, 'start', 'it');
    await bench.settled();
    expect(statusOf(bench, 'it')).toEqual(['available', 3]);
    expect(bench.editor.shown.filter((line) => /^(input|one):/.test(line))).toEqual([
      'input: Your token 1/2 (hidden)',
      'one: Where 2/2: south, north',
    ]);
    expect([...bench.secrets].map(([name, value]) => [name.slice(name.indexOf('#')), value])).toEqual([
      ['#token', 'abc'],
      ['#region', 'north'],
    ]);
  });

  it('are missing where the person leaves, which is said, and asked for again', async () => {
    const bench = await createServerBench({ configuration });
    bench.editor.answers.push('Approve', undefined, undefined, 'Retry', 'abc', 'north');
    await run(bench, 'start', 'it');
    await bench.settled();
    expect(bench.editor.shown).toContain(
      'warning: No server of work was started, since there is no value for "token", "region".',
    );
    expect(bench.secrets.size).toBe(2);
  });

  it('are asked for when a person starts the server that lacks them, beside others that run', async () => {
    const both = { ...configuration, mcpServers: { ...configuration.mcpServers, other: ECHO } };
    const bench = await createServerBench({ configuration: both });
    bench.editor.answers.push('Approve', undefined, undefined);
    await run(bench, 'start', 'other');
    await bench.settled();
    expect(statusOf(bench, 'other')).toEqual(['available', 3]);
    bench.editor.answers.push('abc', undefined);
    await run(bench, 'start', 'it');
    await bench.settled();
    expect(bench.editor.shown.at(-1)).toBe(
      'warning: Server "it" cannot start without a value for "region". Start it again to be asked.',
    );
    bench.editor.answers.push('north');
    await run(bench, 'start', 'it');
    await bench.settled();
    expect(statusOf(bench, 'it')).toEqual(['available', 3]);
    expect(bench.editor.shown.filter((line) => line === 'input: Your token 1/2 (hidden)')).toHaveLength(2);
  });
});
