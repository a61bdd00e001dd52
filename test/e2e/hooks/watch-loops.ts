import { join } from 'node:path';
import type { RunRecord } from '@toolyard/hooks';
import { waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { ROOT } from '../harness/create-yard-folder.ts';
import { approveAll, createApproved, programHook, type ShownRuns, WAIT_MS, watchRuns } from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';

/** After how many runs a loop of guessed links ends. */
export const TIMES = 10;
export const LIMIT_MS = 180_000;

/** A save of this file. */
export const saved = (path: string): object => ({ event: 'file.saved', paths: [path] });
/** A hook that has no part in any loop. */
export const other: object = noteHook('other', saved('other.txt'), '{path}');
/** A program that writes the file that it is given. */
export const WRITE = "require('node:fs').writeFileSync(process.argv[1], String(Date.now()))";

/** What a loop of guessed links through these hooks says in the end. */
function tooDeep(...hooks: readonly string[]): string {
  const all = Array.from({ length: TIMES + 1 }, (_, index) => hooks[index % hooks.length]);
  return `chain too deep (${TIMES + 1} of at most ${TIMES}): ${all.join(' → ')}`;
}

/** What these hooks ran, or were refused. */
export function of(runs: readonly RunRecord[], ...hooks: readonly string[]): RunRecord[] {
  return runs.filter((run) => hooks.includes(run.hook) && run.status !== 'skipped');
}

/** A loop ran ten times and was then refused, and the log says so for machines and for people. */
export async function expectEnded(workspace: Workspace, refused: RunRecord, hooks: readonly string[]): Promise<void> {
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
export async function expectGoesOn(workspace: Workspace, { runs, until }: ShownRuns, again: () => void): Promise<void> {
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
export async function watchWith(workspace: Workspace, ...paths: readonly string[]): Promise<ShownRuns> {
  for (const path of ['other.txt', ...paths]) workspace.write(path, '');
  return watchRuns(workspace);
}

/** The trigger of a hook that waits for the end of another one. */
export const ended = (hook: string): object => ({ event: 'hook.ended', if: { hook } });

/** These hooks, of which `a` is run by a person, lead back to it; that is refused at once for this reason. */
export async function expectRefusedAtOnce(hooks: readonly object[], reason: string): Promise<void> {
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
}

/** A program that enters the event of its own hook by this command is refused at once. */
export async function expectEnteringRefused(command: 'fire' | 'run'): Promise<void> {
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
}
