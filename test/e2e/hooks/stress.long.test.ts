import { join } from 'node:path';
import { createHookEngineClient, parseRunRecord, type HookEngineClient, type RunRecord } from '@toolyard/hooks';
import { hooksFolderOf, joinYard, readRuns, socketPathOf, systemClock } from '@toolyard/node';
import {
  createStressEvents,
  findProcesses,
  findUnaccounted,
  STRESS_HOOKS,
  waitUntil,
  type StressHook,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { Running } from '../cli/run-toolyard.ts';
import { createMarker, createYardFolder } from '../harness/create-yard-folder.ts';
import { createWorkspace, type Workspace } from './create-workspace.ts';
import { countAtOnce, createFaultyServers } from './faulty-servers.ts';
import { commitIn, initRepository } from './git-in.ts';
import { homeOf } from './look-at-hooks.ts';
import { LIMIT, WAIT_MS } from './watch-hooks.ts';

const ENTERED = createStressEvents(400);
const FILES = Array.from({ length: 90 }, (_, index) => `${index % 3 === 0 ? 'src' : 'docs'}/file ${index}.md`);
const COMMITS = Array.from({ length: 10 }, (_, index) => `commit ${index}`);

function noteHook(id: string, trigger: StressHook['trigger'], text: string): StressHook {
  const parameterMappings = [{ toolParam: 'text', source: 'template', value: text }];
  return { id, trigger, action: { type: 'mcp', parameters: { serverId: 'good', toolName: 'put', parameterMappings } } };
}

const HOOKS: readonly StressHook[] = [
  ...STRESS_HOOKS,
  noteHook('saves', { event: 'file.saved', paths: ['src/**'] }, '{path}'),
  noteHook('creates', { event: 'file.created', paths: ['**/*.md'] }, '{path}'),
  noteHook('commits', { event: 'git.committed' }, '{message}'),
];

interface Stressed {
  readonly workspace: Workspace;
  /** Ids of events that an engine has on its disk. */
  readonly taken: Set<string>;
  records(): Promise<readonly RunRecord[]>;
}

async function joinEngine({ folder }: Workspace): Promise<HookEngineClient> {
  const userId = process.getuid?.() ?? 0;
  const configFile = join(folder, '.toolyard engine');
  const link = await joinYard(await socketPathOf({ platform: process.platform, userId, configFile }));
  return createHookEngineClient(link ?? expect.fail('Nobody runs the hooks.'), systemClock);
}

/** Hands events over, some at a time; those that an engine did not take are left for the next. */
async function enterAll({ workspace, taken }: Stressed, ids: ReadonlySet<string>): Promise<void> {
  const client = await joinEngine(workspace);
  const left = ENTERED.filter(({ id }) => ids.has(id) && !taken.has(id));
  const enterOne = (event: (typeof left)[number]): Promise<void> =>
    new Promise((resolve) => {
      const onTaken = (): void => {
        taken.add(event.id);
        resolve();
      };
      // The engine was killed: whether it had taken the event shows in what the next one makes of it.
      client.enter(event, new AbortController().signal, onTaken).catch(() => resolve());
    });
  for (let from = 0; from < left.length; from += 20) await Promise.all(left.slice(from, from + 20).map(enterOne));
}

async function openStressed(record: string, marker: string): Promise<Stressed> {
  const workspace = createWorkspace({
    servers: createFaultyServers(record, marker),
    settings: { retryDelaysMs: [200, 200, 200, 200], startTimeoutMs: 20_000 },
  });
  initRepository(workspace.folder);
  workspace.writeHooks(...HOOKS);
  const file = join(
    await hooksFolderOf(join(homeOf(workspace), '.local/state/toolyard'), workspace.folder),
    'runs.jsonl',
  );
  return {
    workspace,
    taken: new Set(),
    async records() {
      const found: RunRecord[] = [];
      const { signal } = new AbortController();
      await readRuns({ file, signal, toRun: parseRunRecord, onRun: (each) => void found.push(each) });
      return found;
    },
  };
}

async function kill({ child, finished }: Running): Promise<number> {
  child.kill('SIGKILL');
  await finished;
  return Date.now();
}

/** How many events of a kind the records of a hook stand for; equal ones of one moment have one record. */
function weigh(records: readonly RunRecord[], hook: string): number {
  return records.filter((each) => each.hook === hook).reduce((sum, { count = 1 }) => sum + count, 0);
}

function findFaults(records: readonly RunRecord[]): readonly string[] {
  const counts = { saves: FILES.length, creates: FILES.length, commits: COMMITS.length };
  return [
    ...findUnaccounted(records, ENTERED, HOOKS),
    ...Object.entries(counts).flatMap(([hook, count]) => {
      const found = weigh(records, hook);
      return found === count ? [] : [`${hook} stands for ${found} of ${count} events`];
    }),
  ];
}

it('500 mixed events with faults and a killed engine all end once, at most 5 at once', LIMIT, async () => {
  const marker = createMarker();
  const record = join(createYardFolder().folder, 'faults.jsonl');
  const stressed = await openStressed(record, marker);
  const { workspace, taken, records } = stressed;
  const first = await workspace.watch('--yes');
  for (const path of FILES.slice(0, 45)) workspace.write(path, path);
  for (const message of COMMITS.slice(0, 5)) commitIn(workspace.folder, message);
  const half = new Set(ENTERED.slice(0, 250).map(({ id }) => id));
  const entering = enterAll(stressed, half);
  // In the midst of it, with files half noticed, calls half done and events half written.
  await waitUntil(() => taken.size > 150, WAIT_MS);
  const death = await kill(first);
  await entering;
  for (const path of FILES.slice(45, 60)) workspace.write(path, path);
  commitIn(workspace.folder, COMMITS[5] ?? '');

  const second = await workspace.watch();
  for (const path of FILES.slice(60)) workspace.write(path, path);
  for (const message of COMMITS.slice(6)) commitIn(workspace.folder, message);
  await enterAll(stressed, new Set(ENTERED.map(({ id }) => id)));
  await waitUntil(() => taken.size === ENTERED.length, WAIT_MS);
  let faults: readonly string[] = [];
  await expect
    .poll(async () => (faults = findFaults(await records())).length, { timeout: WAIT_MS, interval: 500 })
    .toBe(0)
    .catch(() => expect(faults.slice(0, 20)).toEqual([]));

  second.child.kill('SIGINT');
  const { code, stderr } = await second.finished;
  expect({ code, isStopped: stderr.endsWith('\nStopped.\n') }, stderr).toEqual({ code: 130, isStopped: true });
  const all = await records();
  expect(findFaults(all)).toEqual([]);
  expect(countAtOnce(record, [death])).toBe(5);
  const statuses = new Set(all.map(({ status }) => status));
  expect([...statuses]).toEqual(expect.arrayContaining(['success', 'error', 'timeout', 'skipped']));
  expect(all.filter(({ unavailable }) => unavailable === true).map(({ hook }) => hook)).toContain('gone');
  await waitUntil(() => findProcesses(marker).length === 0, WAIT_MS);
});
