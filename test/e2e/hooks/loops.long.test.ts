import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../harness/create-yard-folder.ts';
import { approveAll, createApproved, programHook, scriptHook, WAIT_MS } from './approved-workspace.ts';
import { createWorkspace, noteHook } from './create-workspace.ts';
import { commitIn, gitIn, initRepository } from './git-in.ts';
import {
  ended,
  expectEnded,
  expectGoesOn,
  expectRefusedAtOnce,
  LIMIT_MS,
  of,
  other,
  saved,
  TIMES,
  watchWith,
  WRITE,
} from './watch-loops.ts';

describe('a loop through files', () => {
  it('by a server that writes them ends after ten runs', { timeout: LIMIT_MS }, async () => {
    const script = join(ROOT, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
    const mappings = [
      { toolParam: 'path', source: 'literal', value: 'loop.txt' },
      { toolParam: 'content', source: 'template', value: '{timestamp}' },
    ];
    const parameters = { serverId: 'files', toolName: 'write_file', parameterMappings: mappings };
    const self = { id: 'self', trigger: saved('loop.txt'), action: { type: 'mcp', parameters } };
    const servers = { files: { command: process.execPath, args: [script, 'work'], cwd: '.' } };
    const workspace = await createApproved([self, other], { servers });
    const watch = await watchWith(workspace, 'loop.txt');
    workspace.write('loop.txt', 'a person');
    const refused = await watch.until(({ status }) => status === 'refused');
    await expectEnded(workspace, refused, ['self']);
    await expectGoesOn(workspace, watch, () => workspace.write('loop.txt', 'a person again'));
  });

  it('of two hooks that write what the other one waits for ends after ten runs', { timeout: LIMIT_MS }, async () => {
    const workspace = await createApproved([
      scriptHook('ping', saved('ping.txt'), WRITE, 'pong.txt'),
      scriptHook('pong', saved('pong.txt'), WRITE, 'ping.txt'),
      other,
    ]);
    const watch = await watchWith(workspace, 'ping.txt', 'pong.txt');
    workspace.write('ping.txt', 'a person');
    const refused = await watch.until(({ status }) => status === 'refused');
    await expectEnded(workspace, refused, ['ping', 'pong']);
    await expectGoesOn(workspace, watch, () => workspace.write('ping.txt', 'a person again'));
  });
});

describe('a loop that is known to be one', () => {
  it('is refused at once, for two hooks that wait for the end of each other', () => {
    const hooks = [noteHook('a', ended('b'), '{event}'), noteHook('b', ended('a'), '{hook}')];
    return expectRefusedAtOnce(hooks, 'loop: a → b → a');
  });
});

describe('a loop through commits', () => {
  it('ends after ten of them', { timeout: LIMIT_MS }, async () => {
    const words = ['commit', '--quiet', '--allow-empty', '-m', 'by a hook'];
    const workspace = await createApproved([programHook('self', { event: 'git.committed' }, 'git', ...words), other]);
    initRepository(workspace.folder);
    const watch = await watchWith(workspace);
    commitIn(workspace.folder, 'by a person');
    const refused = await watch.until(({ status }) => status === 'refused');
    await expectEnded(workspace, refused, ['self']);
    expect(gitIn(workspace.folder, 'log', '--format=%s', '-11')).toBe(
      [...Array.from({ length: TIMES }, () => 'by a hook'), 'by a person'].join('\n'),
    );
    await expectGoesOn(workspace, watch, () => void commitIn(workspace.folder, 'by a person again'));
  });
});

describe('a save of a person during a loop', () => {
  /** Notes each run, writes the file, and in the run with this number waits until it may go on. */
  const HOLD = `
    const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
    const [, path, notes, go, number] = process.argv;
    appendFileSync(notes, 'x');
    writeFileSync(path, String(Date.now()));
    if (readFileSync(notes, 'utf8').length === Number(number)) {
      const look = setInterval(() => existsSync(go) && clearInterval(look), 10);
    }`;

  it.each([1, 5, TIMES])('for another hook runs once, also in run %i', { timeout: LIMIT_MS }, async (number) => {
    const workspace = createWorkspace();
    const [notes, go] = ['notes', 'go'].map((name) => join(dirname(workspace.folder), name));
    const args = ['loop.txt', notes ?? '', go ?? '', String(number)];
    workspace.writeHooks(scriptHook('self', saved('loop*.txt'), HOLD, ...args), other);
    await approveAll(workspace);
    const watch = await watchWith(workspace, 'loop.txt');
    workspace.write('loop.txt', 'a person');
    await waitUntil(() => linesIn(notes).length === number, WAIT_MS);
    workspace.write('other.txt', 'a person, meanwhile');
    const run = await watch.until(({ hook, status }) => hook === 'other' && status !== 'skipped');
    expect(run).toMatchObject({ status: 'success', event: { context: { path: 'other.txt' } } });
    expect(run.chain.at(-1)).toMatchObject({ hook: 'self', inferred: true });
    // The same once more, while the run before it still counts.
    workspace.write('other.txt', 'a person, meanwhile and again');
    await waitUntil(() => workspace.calls().length === 2, WAIT_MS);
    writeFileSync(go ?? '', '');
    await watch.until(({ status }) => status === 'refused');
    const runs = await workspace.log();
    expect(of(runs, 'other').map(({ status }) => status)).toEqual(['success', 'success']);
    // The runs of the other hook may count as links of the loop.
    expect(of(runs, 'self').length).toBeLessThanOrEqual(TIMES + 1);
    expect(workspace.calls().map((call) => call.arguments)).toEqual([{ text: 'other.txt' }, { text: 'other.txt' }]);
  });

  it('for the same hook runs once', { timeout: LIMIT_MS }, async () => {
    const workspace = createWorkspace();
    const [notes, go] = ['notes', 'go'].map((name) => join(dirname(workspace.folder), name));
    const args = ['out.txt', notes ?? '', go ?? '', '1'];
    workspace.writeHooks(scriptHook('self', saved('in*.txt'), HOLD, ...args), other);
    await approveAll(workspace);
    const watch = await watchWith(workspace, 'in1.txt', 'in2.txt');
    workspace.write('in1.txt', 'a person');
    await waitUntil(() => linesIn(notes).length === 1, WAIT_MS);
    workspace.write('in2.txt', 'a person, meanwhile');
    await waitUntil(() => linesIn(notes).length === 2, WAIT_MS);
    workspace.write('in1.txt', 'a person, meanwhile');
    workspace.write('other.txt', 'a person, after that');
    await watch.until(({ hook, status }) => hook === 'other' && status === 'success');
    writeFileSync(go ?? '', '');
    await waitUntil(() => of(watch.runs, 'self').length === 3, WAIT_MS);
    const paths = of(await workspace.log(), 'self').map(
      ({ status, event }) => `${status} ${String(event.context['path'])}`,
    );
    expect(paths.toSorted()).toEqual(['success in1.txt', 'success in1.txt', 'success in2.txt']);
  });
});

function linesIn(file = ''): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
