import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseRunRecord, type RunRecord } from '@toolyard/hooks';
import { waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { noteHook, toolHook, toText, type Workspace } from './create-workspace.ts';
import { FENCE, WAIT_MS } from './watch-hooks.ts';

/** What happens to one file: it is made, or another one takes its place. */
export interface Change {
  readonly path: string;
  readonly isNew: boolean;
}

function hookOn(tool: string, trigger: object): object {
  return { ...toolHook(tool, 'file.saved', tool, [toText('{path}')]), trigger };
}

/** Three hooks named after their tools, of which one is plain, one idempotent and one read-only; each wants other changes. */
const THREE_HOOKS: readonly object[] = [
  noteHook('note', { event: 'file.saved', paths: ['src/**'] }, '{path}'),
  hookOn('put', { event: 'file.saved', paths: ['**/*.md', '!src/3/**'] }),
  hookOn('look', { event: 'file.created', paths: ['docs/**'] }),
  FENCE,
];

/** Changes of which each is wanted by none to two of the hooks. */
export function createChanges(count: number): readonly Change[] {
  return Array.from({ length: count }, (_, index) => {
    const folder = ['src', 'docs', 'lib'][index % 3] ?? '';
    const path = `${folder}/${index % 7}/file ${index}.${index % 2 === 0 ? 'md' : 'txt'}`;
    return { path, isNew: index % 5 !== 0 };
  });
}

/** The runs that changes have to lead to, as `hook path`, in the order of the alphabet. */
export function expectedRuns(changes: readonly Change[]): readonly string[] {
  return changes
    .flatMap(({ path, isNew }) => [
      ...(path.startsWith('src/') ? [`note ${path}`] : []),
      ...(path.endsWith('.md') && !path.startsWith('src/3/') ? [`put ${path}`] : []),
      ...(isNew && path.startsWith('docs/') ? [`look ${path}`] : []),
    ])
    .toSorted();
}

/** Writes what is there before the burst. */
export function prepare(workspace: Workspace, changes: readonly Change[]): void {
  workspace.writeHooks(...THREE_HOOKS);
  for (const { path, isNew } of changes) if (!isNew) workspace.write(path, 'before');
}

/** Makes all changes, each whole at once, and lets others do their work in between. */
export async function makeChanges({ folder }: Workspace, changes: readonly Change[]): Promise<void> {
  const outside = join(dirname(folder), 'next');
  for (const [index, { path }] of changes.entries()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(outside, `after ${path}`);
    renameSync(outside, join(folder, path));
    if (index % 20 === 0) await new Promise((resolve) => void setImmediate(resolve));
  }
}

/** How often the server `rec` was called. */
export function countCalls({ folder }: Workspace): number {
  const file = join(dirname(folder), 'calls.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}

/** The log of a workspace while it grows, whoever writes it. */
export interface FollowedLog {
  /** Resolves when there are as many runs that were wanted, and nothing of what was before is left to do. */
  untilDone(count: number): Promise<void>;
}

/** Follows the log with the command for it. */
export function followLog(workspace: Workspace): FollowedLog {
  const shown: RunRecord[] = [];
  let rest = '';
  workspace.start('log', '--follow', '--json').child.stdout.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    shown.push(...lines.flatMap((line) => parseRunRecord(JSON.parse(line)) ?? []));
  });
  return {
    async untilDone(count) {
      await waitUntil(() => shown.filter(isWanted).length >= count, WAIT_MS);
      workspace.write('fence/last', '');
      await waitUntil(() => shown.some(({ hook, status }) => hook === 'fence' && status === 'success'), WAIT_MS);
    },
  };
}

/** What may become of runs besides that they succeed. */
export interface Leeway {
  /** How often the watch was killed. */
  readonly kills: number;
  /** Hooks whose runs may be kept as interrupted. */
  readonly interrupted: readonly string[];
}

/** Holds the record of the server and the log against what had to happen; gives the runs of the log. */
export async function account(
  workspace: Workspace,
  changes: readonly Change[],
  { kills, interrupted }: Leeway,
): Promise<readonly RunRecord[]> {
  const runs = (await workspace.log()).filter(isWanted);
  const expected = expectedRuns(changes);
  expect(runs.map(toKey).toSorted()).toEqual(expected);
  const calls = countByKey(workspace);
  expect([...calls.keys()].filter((key) => !expected.includes(key))).toEqual([]);
  const wrong = runs.filter((run) => {
    const count = calls.get(toKey(run)) ?? 0;
    if (run.status === 'interrupted') return count > 1 || !interrupted.includes(run.hook);
    if (run.status !== 'success') return true;
    return run.repeated === true ? run.hook === 'note' || count < 1 || count > 1 + kills : count !== 1;
  });
  expect(wrong).toEqual([]);
  return runs;
}

function countByKey(workspace: Workspace): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tool, arguments: given } of workspace.calls()) {
    const key = `${tool} ${String(given['text'])}`;
    if (!String(given['text']).startsWith('fence ')) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function toKey({ hook, event }: RunRecord): string {
  return `${hook} ${String(event.context['path'])}`;
}

/** Most changes do not match most hooks. */
function isWanted({ hook, reason = '' }: RunRecord): boolean {
  return hook !== 'fence' && !reason.startsWith('path does not match');
}
