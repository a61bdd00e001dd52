import { parseRunRecord, type RunRecord } from '@toolyard/hooks';
import { waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { noteHook, READY, type RecordedCall, type Workspace } from './create-workspace.ts';

/** What a watch led to, when nothing more can come. */
export interface Told {
  /** What the server `rec` wrote down. */
  readonly calls: readonly RecordedCall[];
  /** The whole log, also of what did not run. */
  readonly runs: readonly RunRecord[];
}

/** A workspace that is being watched. */
export interface WatchedHooks {
  /** Resolves when the server `rec` was called as often, or more. */
  untilCalls(count: number): Promise<void>;
  /** Resolves when so many records of which this is true were shown. */
  untilRuns(count: number, isMeant: (run: RunRecord) => boolean): Promise<void>;
  /** Resolves when the text was seen on stderr. */
  untilSaid(text: string): Promise<void>;
  /** Resolves when everything that happened up to now was noticed. */
  settled(): Promise<void>;
  /** Ends it when everything that happened up to now is done with. */
  end(): Promise<Told>;
}

/** Generous, since the machines that test this are busy. */
export const WAIT_MS = 90_000;
export const LIMIT = { timeout: 180_000 } as const;

/** A last change, after which nothing of what was before it can come. */
export const FENCE: object = noteHook('fence', { event: 'file.created', paths: ['fence/*'] }, 'fence {path}');

/** Watches a workspace with these hooks, all approved. */
export function watchHooks(workspace: Workspace, ...hooks: readonly object[]): Promise<WatchedHooks> {
  workspace.writeHooks(...hooks, FENCE);
  return watchAgain(workspace, '--yes');
}

/** Approves these hooks, for commands that run them. */
export async function approveHooks(workspace: Workspace, ...hooks: readonly object[]): Promise<void> {
  workspace.writeHooks(...hooks, FENCE);
  const { code, stderr } = await workspace.hooks('approve', '--yes');
  expect(code, stderr).toBe(0);
}

/** Watches a workspace with the hooks that it has, of which one is `FENCE`. */
export async function watchAgain(workspace: Workspace, ...words: readonly string[]): Promise<WatchedHooks> {
  const running = workspace.start('watch', '--json', ...words);
  const shown: RunRecord[] = [];
  let rest = '';
  running.child.stdout.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    shown.push(...lines.flatMap((line) => parseRunRecord(JSON.parse(line)) ?? []));
  });
  await running.saw('stderr', READY);
  const before = workspace.calls().length;

  async function fence(): Promise<void> {
    const path = `fence/${workspace.calls().filter(isFence).length}`;
    workspace.write(path, '');
    await waitUntil(() => shown.some(({ event }) => event.context['path'] === path), WAIT_MS);
  }

  return {
    untilCalls: (count) => waitUntil(() => ownCalls(workspace).length >= count, WAIT_MS),
    untilRuns: (count, isMeant) => waitUntil(() => shown.filter(isMeant).length >= count, WAIT_MS),
    untilSaid: (text) => running.saw('stderr', text),
    settled: fence,
    async end() {
      await fence();
      // Each call that was made has its record by now, or soon.
      const ofRec = (): RunRecord[] => shown.filter(({ target }) => target.startsWith('rec:'));
      const attempts = (): number => ofRec().reduce((sum, run) => sum + run.attempts, 0);
      await waitUntil(() => attempts() >= workspace.calls().length - before, WAIT_MS);
      running.child.kill('SIGINT');
      const { code, stderr } = await running.finished;
      expect(stderr).toMatch(/^Stopped\.$/m);
      expect(code).toBe(130);
      return readTold(workspace);
    },
  };
}

/** What happened in a workspace so far, without the means of this file. */
async function readTold(workspace: Workspace): Promise<Told> {
  const runs = await workspace.log();
  const isOwn = ({ hook, event: { context } }: RunRecord): boolean =>
    hook !== 'fence' && context['hook'] !== 'fence' && !String(context['path']).startsWith('fence/');
  return { calls: ownCalls(workspace), runs: runs.filter(isOwn) };
}

/** A run of `note` that went well at once. */
export interface NoteRun {
  readonly hook: string;
  readonly name: string;
  /** What the event has besides what every event has. */
  readonly context: object;
  readonly text: string;
}

/** All that the log has to have of such a run. */
export function noteRun({ folder }: Workspace, { hook, name, context, text }: NoteRun): object {
  const around = { event: name, workspace: folder, user: expect.any(String), timestamp: expect.any(String) };
  return {
    id: expect.any(String),
    hook,
    source: 'workspace',
    status: 'success',
    event: { id: expect.any(String), name, at: expect.any(String), context: { ...around, ...context } },
    action: 'mcp',
    target: 'rec:note',
    server: { key: 'rec', state: 'running', status: 'available' },
    arguments: { text },
    attempts: 1,
    queuedAt: expect.any(String),
    startedAt: expect.any(String),
    endedAt: expect.any(String),
    ms: expect.any(Number),
    chain: expect.any(Array),
    result: `noted ${text}`,
  };
}

/** The runs that called something, in the order of the texts that they gave. */
export function ranByText(runs: readonly RunRecord[]): RunRecord[] {
  const ran = runs.filter(({ attempts }) => attempts > 0);
  const textOf = (run: RunRecord): string => JSON.stringify(run.arguments);
  return ran.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

/** The calls of `note` with these texts. */
export function noted(...texts: readonly string[]): RecordedCall[] {
  return texts.map((text) => ({ tool: 'note', arguments: { text } }));
}

/** In an order that does not depend on which of several runs came first. */
export function byText<T>(values: readonly T[]): T[] {
  const textOf = (value: T): string => JSON.stringify(value);
  return values.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

function ownCalls(workspace: Workspace): RecordedCall[] {
  return workspace.calls().filter((call) => !isFence(call));
}

function isFence(call: RecordedCall): boolean {
  return String(call.arguments['text']).startsWith('fence ');
}
