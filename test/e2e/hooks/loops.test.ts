import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunRecord } from '@toolyard/hooks';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../harness/create-yard-folder.ts';
import {
  approveAll,
  createApproved,
  programHook,
  scriptHook,
  WAIT_MS,
  watchRuns,
  type ShownRuns,
} from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { commitIn, gitIn, initRepository } from './git-in.ts';

const TIMES = 10;
const LIMIT_MS = 180_000;

const saved = (path: string): object => ({ event: 'file.saved', paths: [path] });
const other = noteHook('other', saved('other.txt'), '{path}');
const WRITE = "require('node:fs').writeFileSync(process.argv[1], String(Date.now()))";

/** What a loop of guessed links through these hooks says in the end. */
function tooDeep(...hooks: readonly string[]): string {
  const all = Array.from({ length: TIMES + 1 }, (_, index) => hooks[index % hooks.length]);
  return `chain too deep (${TIMES + 1} of at most ${TIMES}): ${all.join(' → ')}`;
}

function of(runs: readonly RunRecord[], ...hooks: readonly string[]): RunRecord[] {
  return runs.filter((run) => hooks.includes(run.hook) && run.status !== 'skipped');
}

/** A loop ran ten times and was then refused, and the log says so for machines and for people. */
async function expectEnded(workspace: Workspace, refused: RunRecord, hooks: readonly string[]): Promise<void> {
  const logged = of(await workspace.log(), ...hooks);
  // The last event may be noticed, and refused, while the run that caused it is still ending.
  const runs = logged.toSorted((left, right) => Number(left.status === 'refused') - Number(right.status === 'refused'));
  expect(runs.map(({ status }) => status)).toEqual([...Array.from({ length: TIMES }, () => 'success'), 'refused']);
  expect(runs.at(-1)).toEqual(refused);
  expect(refused).toMatchObject({ reason: tooDeep(...hooks), attempts: 0 });
  expect(refused.chain).toMatchObject(runs.slice(0, TIMES).map(({ hook, id }) => ({ hook, run: id, inferred: true })));
  for (const [index, run] of runs.entries()) expect(run.chain).toEqual(refused.chain.slice(0, index));
  const { stdout } = await workspace.hooks('log', '--status', 'refused');
  const shown = refused.chain.map(({ hook }) => `${hook} (guessed)`).join(' → ');
  expect(stdout).toContain(`refused: ${refused.reason} (chain: ${shown} → ${refused.hook})\n`);
}

/** The watch takes what a person does afterwards, for another hook and for the same. */
async function expectGoesOn(workspace: Workspace, { runs, until }: ShownRuns, again: () => void): Promise<void> {
  workspace.write('other.txt', 'saved after the loop');
  await until(({ hook, status }) => hook === 'other' && status === 'success');
  const before = runs.length;
  const lastEnd = Math.max(...runs.map(({ endedAt }) => Date.parse(endedAt)));
  // Until then it may be the doing of the last run.
  await waitUntil(() => Date.now() > lastEnd + 2500, WAIT_MS);
  again();
  await waitUntil(
    () => runs.slice(before).some(({ status, chain }) => status === 'success' && chain.length === 0),
    WAIT_MS,
  );
}

/** Watches a workspace with files that are there already, so that a person can save them. */
async function watchWith(workspace: Workspace, ...paths: readonly string[]): Promise<ShownRuns> {
  for (const path of ['other.txt', ...paths]) workspace.write(path, '');
  return watchRuns(workspace);
}

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

  it('by a program that writes them ends after ten runs', { timeout: LIMIT_MS }, async () => {
    const workspace = await createApproved([scriptHook('self', saved('loop.txt'), WRITE, 'loop.txt'), other]);
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

describe('a loop that is known to be one', () => {
  const ended = (hook: string): object => ({ event: 'hook.ended', if: { hook } });

  it.each([
    ['itself', [noteHook('a', ended('a'), '{event}')], 'loop: a → a'],
    [
      'another one that waits for it',
      [noteHook('a', ended('b'), '{event}'), noteHook('b', ended('a'), '{hook}')],
      'loop: a → b → a',
    ],
  ])('is refused at once, for a hook that waits for the end of %s', async (_title, hooks, reason) => {
    const workspace = await createApproved(hooks);
    const watch = await watchRuns(workspace);
    const refusals = (): RunRecord[] => watch.runs.filter(({ status }) => status === 'refused');
    expect((await workspace.hooks('run', 'a')).code).toBe(0);
    await waitUntil(() => refusals().length === 1, WAIT_MS);
    // It goes on, and a person can have it again.
    expect((await workspace.hooks('run', 'a')).code).toBe(0);
    await waitUntil(() => refusals().length === 2, WAIT_MS);
    expect(workspace.calls()).toHaveLength(2 * hooks.length);
    const runs = of(await workspace.log(), 'a', 'b');
    const refused = runs.filter(({ status }) => status === 'refused');
    expect(refused.map((run) => [run.hook, run.reason])).toEqual([
      ['a', reason],
      ['a', reason],
    ]);
    expect(refused[0]?.chain).toMatchObject(
      runs.slice(0, hooks.length).map(({ hook, id }) => ({ hook, run: id, inferred: false })),
    );
    const { stdout } = await workspace.hooks('log', '--status', 'refused');
    const chain = reason.replace('loop: ', '');
    expect(stdout).toContain(`  a  hook.ended ${chain.split(' → ').at(-2)}  refused: ${reason} (chain: ${chain})\n`);
  });

  it.each(['fire', 'run'])('is refused at once, for a program that enters it by "hooks %s"', async (command) => {
    const script = join(ROOT, 'apps/cli/dist/toolyard.js');
    const workspace = createWorkspace();
    const words = [script, 'hooks', command, command === 'fire' ? 'webhook' : 'self', '--config', workspace.config];
    workspace.writeHooks(programHook('self', { event: 'webhook' }, process.execPath, ...words), other);
    await approveAll(workspace);
    const watch = await watchWith(workspace);
    const fired = await workspace.hooks('fire', 'webhook');
    expect(fired.stdout).toContain('  self  webhook  success');
    const refused = await watch.until(({ status }) => status === 'refused');
    const run = await watch.until(({ hook, status }) => hook === 'self' && status === 'success');
    expect(refused).toMatchObject({ hook: 'self', reason: 'loop: self → self' });
    expect(refused.chain).toMatchObject([{ hook: 'self', run: run?.id, inferred: false }]);
    workspace.write('other.txt', 'a person');
    await watch.until(({ hook, status }) => hook === 'other' && status === 'success');
    expect(of(await workspace.log(), 'self').map(({ status }) => status)).toEqual(['refused', 'success']);
  });

  it('ends without a watch too, and so does the command', async () => {
    const workspace = await createApproved([noteHook('a', ended('b'), 'x'), noteHook('b', ended('a'), 'x')]);
    expect((await workspace.hooks('run', 'b')).code).toBe(0);
    const runs = of(await workspace.log(), 'a', 'b');
    expect(runs.map(({ hook, status, reason }) => [hook, status, reason])).toEqual([
      ['b', 'success', undefined],
      ['a', 'success', undefined],
      ['b', 'refused', 'loop: b → a → b'],
    ]);
  });
});

function linesIn(file = ''): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
