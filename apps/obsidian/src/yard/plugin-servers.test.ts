import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { call, createBench, defineServer, soon, two } from '../../test/fakes/plugin-bench.ts';

describe('servers of the vault', () => {
  it('are shown before anything runs, and start nothing by that', async () => {
    const bench = await createBench(two);
    expect(bench.servers.list()).toMatchObject([
      { name: 'one', isOn: true, state: 'idle', block: 'not-approved', tools: [], isTrusted: false },
      { name: 'two', isOn: true, text: 'Not approved on this device, so it is not started.' },
    ]);
    await bench.servers.open();
    expect(bench.pids('one')).toEqual([]);
    expect(bench.app.asked).toEqual([]);
  });

  it('run on when another one is switched, added, renamed or removed', async () => {
    const bench = await createBench(two);
    const { servers } = bench;
    expect([await call(bench, 'one'), await call(bench, 'two')]).toEqual(['success', 'success']);
    const [pid] = bench.pids('one');
    expect(pid).toBeGreaterThan(0);
    await servers.switchServer('two', false);
    expect(bench.view('two')).toMatchObject({ isOn: false, state: 'disabled', text: 'Switched off.' });
    await soon(() => bench.pids('two')).toEqual([]);
    await servers.switchServer('two', true);
    expect(await call(bench, 'two')).toBe('success');
    const { id: _id, name: _name, enabled: _enabled, ...definition } = defineServer(bench.mark, 'three');
    await servers.add({ name: 'three', definition });
    expect(bench.view('three')).toMatchObject({ isOn: false });
    await servers.switchServer('three', true);
    expect(await call(bench, 'three')).toBe('success');
    await servers.replace({ name: 'three', definition }, { name: 'four', definition });
    expect(await call(bench, 'four')).toBe('success');
    await servers.remove('two');
    await soon(() => bench.pids('two')).toEqual([]);
    expect(servers.list().map(({ name }) => name)).toEqual(['one', 'four']);
    expect(bench.pids('one')).toEqual([pid]);
    // Only what came with the vault was asked about.
    expect(bench.app.asked).toMatchObject([{ name: 'one' }, { name: 'two' }]);
  });

  it('are stopped when their definition is changed from outside, until it is approved with the difference', async () => {
    const bench = await createBench(two);
    await call(bench, 'one');
    await call(bench, 'two');
    const pids = bench.pids('two');
    await bench.changeOutside({
      mcpServers: [{ ...defineServer(bench.mark, 'one'), env: { EVIL: '1' } }, defineServer(bench.mark, 'two')],
    });
    await soon(() => bench.pids('one')).toEqual([]);
    expect(bench.view('one')).toMatchObject({ block: 'changed' });
    const [unapproved] = await bench.servers.findUnapproved();
    expect(unapproved?.before).not.toHaveProperty('env');
    expect(unapproved?.entry).toMatchObject({ env: { EVIL: '1' } });
    bench.app.answers.approve = false;
    expect(await bench.servers.askApproval('one')).toBe(false);
    await expect(call(bench, 'one')).rejects.toMatchObject({ code: 'config-not-approved' });
    expect(bench.pids('one')).toEqual([]);
    bench.app.answers.approve = true;
    expect(await bench.servers.askApproval('one')).toBe(true);
    expect(await call(bench, 'one')).toBe('success');
    expect(bench.pids('two')).toEqual(pids);
  });

  it('stay unapproved where they were changed from outside right before they are switched here', async () => {
    const bench = await createBench(two);
    await call(bench, 'one');
    const changed = { ...defineServer(bench.mark, 'one'), env: { EVIL: '1' } };
    writeFileSync(bench.app.dataFile, JSON.stringify({ mcpServers: [changed] }));
    await bench.servers.switchTool('one', 'add', false);
    expect(bench.view('one')).toMatchObject({ block: 'changed' });
    expect(bench.configuration().mcpServers).toEqual({});
  });

  it('stay unapproved where a definition that nobody approved is edited, also under another name', async () => {
    const bench = await createBench(two);
    const { servers } = bench;
    const { definition = {} } = bench.view('one')?.stored ?? {};
    await servers.replace(
      { name: 'one', definition },
      { name: 'one', definition: { ...definition, env: { MINE: '1' } } },
    );
    expect(bench.view('one')).toMatchObject({ block: 'not-approved' });
    await servers.askApproval('two');
    await servers.setTrust('two', true);
    await bench.changeOutside({ mcpServers: [{ ...defineServer(bench.mark, 'two'), env: { EVIL: '1' } }] });
    const { definition: changed = {} } = bench.view('two')?.stored ?? {};
    await servers.replace({ name: 'two', definition: changed }, { name: 'zwei', definition: changed });
    expect(bench.view('zwei')).toMatchObject({ block: 'changed' });
    expect(bench.configuration().mcpServers).toEqual({});
    await servers.askApproval('zwei');
    expect(bench.app.asked.at(-1)).toMatchObject({ name: 'zwei', entry: { env: { EVIL: '1' } }, before: {} });
    expect(bench.view('zwei')).toMatchObject({ isTrusted: false });
  });

  it('keep their trust where they are edited, and a new one of the same name has none', async () => {
    const bench = await createBench(two);
    const { servers } = bench;
    await servers.askApproval('one');
    await servers.setTrust('one', true);
    const { definition = {} } = bench.view('one')?.stored ?? {};
    await servers.replace(
      { name: 'one', definition },
      { name: 'one', definition: { ...definition, env: { MINE: '1' } } },
    );
    expect(bench.configuration().mcpServers['one']).toMatchObject({ trust: true, env: { MINE: '1' } });
    // Another device removes it, which leaves what was approved here.
    await bench.changeOutside({ mcpServers: [] });
    await servers.add({ name: 'one', definition: { command: 'another' } });
    expect(bench.view('one')).toMatchObject({ isTrusted: false });
    expect(bench.configuration().mcpServers['one']).not.toHaveProperty('trust');
  });

  it('are neither replaced nor brought back where they were changed or removed outside during an edit', async () => {
    const binding = { sectionType: 'heading', headingText: '# A', serverId: 'id-one' };
    const bench = await createBench((mark) => ({
      mcpServers: [{ ...defineServer(mark, 'one'), sectionBindings: [binding] }],
    }));
    const { servers, app } = bench;
    const { definition = {} } = bench.view('one')?.stored ?? {};
    const edit = (): Promise<void> =>
      servers.replace({ name: 'one', definition }, { name: 'one', definition: { command: 'x' } });
    const outside = JSON.stringify({ mcpServers: [{ ...defineServer(bench.mark, 'one'), env: { THEIRS: '1' } }] });
    writeFileSync(app.dataFile, outside);
    await expect(edit()).rejects.toMatchObject({
      code: 'config-invalid',
      message:
        'Server "one" was changed from outside while you edited it, so nothing was saved. Close this form and open it again.',
    });
    await expect(servers.bindToNote({ server: 'one', index: 0, binding }, 'a.md')).rejects.toMatchObject({
      code: 'config-invalid',
    });
    expect(readFileSync(app.dataFile, 'utf8')).toBe(outside);
    writeFileSync(app.dataFile, '{"mcpServers":[]}');
    await expect(edit()).rejects.toMatchObject({ code: 'server-not-found' });
    expect(readFileSync(app.dataFile, 'utf8')).toBe('{"mcpServers":[]}');
  });

  it('are switched only where they are there still', async () => {
    const bench = await createBench(two);
    writeFileSync(bench.app.dataFile, '{"mcpServers":[]}');
    await expect(bench.servers.switchTool('one', 'add', false)).rejects.toMatchObject({ code: 'server-not-found' });
  });

  it('are neither edited nor removed by a plugin that is closed', async () => {
    const bench = await createBench(two);
    const before = readFileSync(bench.app.dataFile, 'utf8');
    await bench.parts.yard.close();
    await expect(bench.servers.remove('one')).rejects.toMatchObject({ code: 'interrupted' });
    await expect(bench.servers.switchTool('one', 'add', false)).rejects.toMatchObject({ code: 'interrupted' });
    expect(readFileSync(bench.app.dataFile, 'utf8')).toBe(before);
    expect(bench.app.notices).toEqual([]);
  });

  it('are asked about again where they change while a person is being asked', async () => {
    const bench = await createBench(two);
    const { app } = bench;
    const changed = { ...defineServer(bench.mark, 'one'), env: { EVIL: '1' } };
    app.answers.onAsked = async () => {
      app.answers.onAsked = undefined;
      await bench.changeOutside({ mcpServers: [changed] });
    };
    await bench.servers.askApproval('one');
    expect(app.asked).toMatchObject([{ name: 'one' }, { name: 'one', entry: { env: { EVIL: '1' } } }]);
    expect(app.asked[0]).not.toHaveProperty('entry.env');
  });

  it('follow switches and limits from outside, and end when they are removed there', async () => {
    const bench = await createBench(two);
    await call(bench, 'one');
    await call(bench, 'two');
    const pids = bench.pids('one');
    const [one] = two(bench.mark).mcpServers;
    await bench.changeOutside({ mcpServers: [one], mcpSessionLimit: 3 });
    await soon(() => bench.pids('two')).toEqual([]);
    await soon(() => bench.parts.yard.opened?.configuration.settings.sessionLimit).toBe(3);
    expect(bench.pids('one')).toEqual(pids);
    await bench.changeOutside({ mcpServers: [{ ...one, enabled: false }] });
    await soon(() => bench.pids('one')).toEqual([]);
    expect(bench.app.asked).toHaveLength(2);
  });

  it('keep approvals on the device, which can be listed and revoked', async () => {
    const bench = await createBench(two);
    await call(bench, 'one');
    expect(await bench.servers.listApprovals()).toMatchObject([{ name: 'one', isCurrent: true }]);
    await bench.servers.setTrust('one', true);
    expect(bench.view('one')).toMatchObject({ isTrusted: true });
    expect(bench.configuration().mcpServers['one']).toMatchObject({ trust: true });
    expect(readFileSync(bench.app.dataFile, 'utf8')).not.toContain('trust');
    await bench.servers.revoke('one');
    await soon(() => bench.pids('one')).toEqual([]);
    expect([bench.view('one')?.block, await bench.servers.listApprovals()]).toEqual(['not-approved', []]);
    await expect(bench.servers.setTrust('two', true)).rejects.toMatchObject({ code: 'config-not-approved' });
  });

  it('take neither trust nor approvals from a vault', async () => {
    const bench = await createBench((mark) => ({
      mcpServers: [{ ...defineServer(mark, 'one'), trust: true, approved: true }],
      approved: { one: { entry: defineServer(mark, 'one'), trust: true } },
      namedFile: '/etc/toolyard.json',
    }));
    expect(bench.view('one')).toMatchObject({ block: 'not-approved', isTrusted: false });
    expect(bench.servers.namedFile()).toBeUndefined();
    bench.app.answers.approve = false;
    await expect(bench.servers.switchServer('one', true)).rejects.toMatchObject({ code: 'config-not-approved' });
    await bench.servers.open();
    expect(bench.configuration().mcpServers).toEqual({});
    expect(bench.pids('one')).toEqual([]);
  });

  it('have their health in data.json, which no ping writes', async () => {
    const bench = await createBench(two);
    await call(bench, 'one');
    await soon(() => bench.parts.settings.data.servers[0]?.health.lastConnectedAt).toBeGreaterThan(0);
    const { writes } = bench.app;
    const stored = JSON.parse(readFileSync(bench.app.dataFile, 'utf8'));
    expect(stored.mcpServers[0]).toMatchObject({ failureCount: 0, autoDisabled: false });
    await call(bench, 'one');
    expect(bench.app.writes).toBe(writes);
  });

  it('have tools with a switch and an estimate of their tokens', async () => {
    const bench = await createBench(two);
    await call(bench, 'one');
    const [tool] = bench.view('one')?.tools ?? [];
    expect(tool).toMatchObject({ name: 'echo', isOn: true });
    expect(tool?.tokens).toBeGreaterThan(5);
    await bench.servers.switchTool('one', 'echo', false);
    await soon(() => bench.view('one')?.tools.find(({ name }) => name === 'echo')?.isOn).toBe(false);
    expect(bench.configuration().mcpServers['one']).toMatchObject({ tools: { exclude: ['echo'] } });
    await bench.servers.switchTool('one', 'echo', true);
    expect(bench.configuration().mcpServers['one']).not.toHaveProperty('tools');
    expect(bench.app.asked).toHaveLength(1);
  });

  it('take relative paths and ${workspaceFolder} from the vault', async () => {
    const bench = await createBench((mark) => ({
      mcpServers: [
        { ...defineServer(mark, 'one'), cwd: 'tools', args: ['${workspaceFolder}/x', '$$HOME'], command: './run' },
      ],
    }));
    await bench.servers.askApproval('one');
    const { vaultFolder } = bench.app;
    expect(bench.configuration().mcpServers['one']).toMatchObject({
      command: join(vaultFolder, 'run'),
      cwd: join(vaultFolder, 'tools'),
      args: [`${vaultFolder}/x`, '$$HOME'],
    });
  });
});

describe('secrets', () => {
  const withSecret = (mark: string): unknown => ({
    mcpServers: [{ ...defineServer(mark, 'one'), env: { TOKEN: '${input:github-token}' } }],
  });

  it('are asked for by name on a device that has no value, and never stand in a file', async () => {
    const bench = await createBench(withSecret);
    expect(bench.servers.listSecrets()).toEqual([{ id: 'github-token', servers: ['one'], isSet: false }]);
    await expect(call(bench, 'one')).rejects.toThrow('this device has no value for "github-token"');
    expect(bench.app.asked).toMatchObject([{ name: 'one' }, { id: 'github-token', server: 'one', isHidden: true }]);
    expect(bench.view('one')).toMatchObject({ block: 'needs-secret', missingSecrets: ['github-token'] });
    bench.app.answers.secret = 'ghp_1';
    expect(await call(bench, 'one')).toBe('success');
    expect([...bench.app.secrets]).toEqual([['toolyard-github-token', 'ghp_1']]);
    expect(JSON.stringify(bench.configuration()) + readFileSync(bench.app.dataFile, 'utf8')).not.toContain('ghp_1');
  });

  it('start the servers that use them again when they are replaced, and keep them off when they are forgotten', async () => {
    const bench = await createBench(withSecret);
    bench.app.answers.secret = 'first';
    await call(bench, 'one');
    const [pid = 0] = bench.pids('one');
    const environmentOf = (id: number): string => readFileSync(`/proc/${id}/environ`, 'utf8');
    expect(environmentOf(pid)).toContain('TOKEN=first');
    await bench.servers.setSecret('github-token', 'second');
    await call(bench, 'one');
    expect(environmentOf(bench.pids('one')[0] ?? 0)).toContain('TOKEN=second');
    await bench.servers.setSecret('github-token', '');
    await soon(() => bench.pids('one')).toEqual([]);
    expect(bench.view('one')).toMatchObject({ block: 'needs-secret' });
  });
});

it('keeps the token of a login under an id that no other server has', async () => {
  const former = { id: '1', name: 'old', url: 'http://127.0.0.1:9/mcp', enabled: false };
  const bench = await createBench(() => ({
    mcpServers: [
      { ...former, headers: { Authorization: 'Bearer ${input:gh-token}' } },
      { ...former, id: '2', name: 'gh' },
    ],
  }));
  await bench.servers.logIn('gh', 'abc');
  expect(bench.view('gh')?.stored?.definition['headers']).toEqual({ Authorization: 'Bearer ${input:gh-token-2}' });
  expect([...bench.app.secrets]).toEqual([['toolyard-gh-token-2', 'abc']]);
});

describe('a test of a connection', () => {
  it('names the tools, leaves nothing behind, and switches a new server on', async () => {
    const bench = await createBench(() => ({ mcpServers: [] }));
    const { id: _id, name: _name, enabled: _enabled, ...definition } = defineServer(bench.mark, 'new');
    await bench.servers.add({ name: 'new', definition });
    const result = await bench.servers.test('new');
    expect(result).toMatchObject({ ok: true, tools: [{ name: 'echo' }, { name: 'add' }, { name: 'process' }] });
    expect(bench.pids('new')).toEqual([]);
    expect(bench.view('new')).toMatchObject({ isOn: true });
    await bench.servers.switchServer('new', false);
    await bench.servers.test('new');
    expect(bench.view('new')).toMatchObject({ isOn: false });
    expect(bench.app.asked).toEqual([]);
  });

  it('of a draft switches nothing on that is added after it', async () => {
    const bench = await createBench(() => ({ mcpServers: [] }));
    const { id: _id, name: _name, enabled: _enabled, ...definition } = defineServer(bench.mark, 'new');
    expect(await bench.servers.test({ name: 'new', definition })).toMatchObject({ ok: true });
    await bench.servers.add({ name: 'new', definition });
    expect(bench.view('new')).toMatchObject({ isOn: false });
  });

  it('says what failed, within its limit', async () => {
    const bench = await createBench((mark) => ({ mcpServers: [defineServer(mark, 'one', 'exits-on-start')] }));
    expect(await bench.servers.test('one')).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^Server "one" (did not start|started but did not become ready): /),
    });
    const definition = { command: 'no-such-program-here' };
    expect(await bench.servers.test({ name: 'x', definition })).toMatchObject({
      reason: expect.stringContaining('"no-such-program-here" was not found'),
    });
    const silent = { command: process.execPath, args: [fixturePath('never-answers.mjs'), `${bench.mark}-silent`] };
    const result = await bench.servers.test({ name: 'x', definition: silent }, { limitMs: 1000 });
    expect(result).toMatchObject({ ok: false });
    expect(bench.pids('silent')).toEqual([]);
    expect(await bench.servers.test({ name: 'x', definition: { command: 5 } })).toMatchObject({
      reason: expect.stringMatching(/^Server "x": command: /),
    });
  });

  it('says how to get a built-in server', async () => {
    const bench = await createBench(() => ({
      mcpServers: [{ id: '1', name: 'todo', type: 'builtin', enabled: true }],
    }));
    expect(await bench.servers.test('todo')).toMatchObject({
      ok: false,
      reason: expect.stringContaining('run "toolyard up --config FILE"'),
    });
  });
});

it('renames a server in the notes that use it, and binds an old binding to one note', async () => {
  const bench = await createBench((mark) => ({
    mcpServers: [
      {
        ...defineServer(mark, 'one'),
        sectionBindings: [{ sectionType: 'heading', headingText: '# A', serverId: 'id-one' }],
      },
    ],
  }));
  const { vaultFolder } = bench.app;
  writeFileSync(join(vaultFolder, 'a.md'), '# A\n\n```one\ntool: echo\n```\n');
  writeFileSync(join(vaultFolder, 'b.md'), 'Only one word.\n');
  expect(await bench.servers.findUses('one')).toEqual(['a.md']);
  const { definition = {} } = bench.view('one')?.stored ?? {};
  await bench.servers.replace({ name: 'one', definition }, { name: 'uno', definition });
  expect(await bench.servers.renameInNotes('one', 'uno')).toEqual(['a.md']);
  expect(readFileSync(join(vaultFolder, 'a.md'), 'utf8')).toBe('# A\n\n```uno\ntool: echo\n```\n');
  expect(bench.parts.settings.data.bindings).toMatchObject([{ document: '**', server: 'uno' }]);
  const [binding = {}] = bench.view('uno')?.stored?.sectionBindings ?? [];
  await bench.servers.bindToNote({ server: 'uno', index: 0, binding }, 'a.md');
  expect(bench.parts.settings.data.bindings).toMatchObject([{ document: './a.md', heading: '# A', server: 'uno' }]);
});
