import { createServer, type Server, type Socket } from 'node:net';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGitRepository, waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { approveAll, createTestWorkspace, ECHO, type TestWorkspace } from '../../../test/create-test-workspace.ts';
import { createTestHost } from '../../../test/create-test-host.ts';
import { locateEngine } from '../engine/engine-place.ts';
import type { HooksEvent } from '../engine/hooks-event.ts';
import { locateHooksFolder } from '../read/locate-hooks.ts';
import { leaveEvents } from './leave-events.ts';

const WAIT_MS = 20_000;

async function keptIn({ createHost, workspace }: TestWorkspace): Promise<object[]> {
  const { inbox } = await locateHooksFolder(createHost().surroundings, { workspace });
  const names: string[] = await readdir(inbox).catch(() => []);
  const texts = await Promise.all(names.toSorted().map((name) => readFile(join(inbox, name), 'utf8')));
  return texts.map((text) => JSON.parse(text).value);
}

const leave = (
  { createHost, workspace }: TestWorkspace,
  id?: string,
  more: { readonly takenWithinMs?: number } = {},
): ReturnType<typeof leaveEvents> =>
  leaveEvents(createHost().surroundings, { workspace, find: () => [{ ...ECHO, ...(id && { id }) }], ...more });

/** However busy the machine is. */
const PATIENT = { takenWithinMs: 60_000 };

it('keeps an event where no engine is on duty, and the next one runs it once', async () => {
  const made = await createTestWorkspace();
  const startedAt = Date.now();
  expect(await leave(made)).toEqual({ workspace: made.workspace, taken: 0, kept: 1 });
  const [kept] = await keptIn(made);
  expect(kept).toEqual({ ...ECHO, id: expect.any(String), at: expect.any(Number) });
  const hooks = await made.open();
  await approveAll(hooks);
  const records: HooksEvent[] = [];
  hooks.on((event) => void (event.type === 'run-ended' && records.push(event)));
  await hooks.enter({ ...ECHO, id: 'later' });
  await waitUntil(() => records.length === 2, WAIT_MS);
  expect(records).toMatchObject([
    { record: { hook: 'echo', status: 'success' } },
    { record: { event: { id: 'later' } } },
  ]);
  const [first] = records;
  const at = first?.type === 'run-ended' ? Date.parse(first.record.event.at) : 0;
  expect(at).toBeGreaterThanOrEqual(startedAt);
  expect(await keptIn(made)).toEqual([]);
});

it('hands an event over to the engine on duty, which also finds what is put into the inbox', async () => {
  const made = await createTestWorkspace();
  const hooks = await made.open();
  await approveAll(hooks);
  await hooks.watch();
  const ended: string[] = [];
  hooks.on((event) => void (event.type === 'run-ended' && ended.push(event.record.event.id)));
  expect(await leave(made, 'one', PATIENT)).toEqual({ workspace: made.workspace, taken: 1, kept: 0 });
  // The same, as of a second program that saw the same.
  expect(await leave(made, 'one', PATIENT)).toMatchObject({ taken: 1 });
  // In no time it is kept, and the engine finds it, even where it has taken it meanwhile.
  expect(await leave(made, 'two', { takenWithinMs: 0 })).toMatchObject({ taken: 0, kept: 1 });
  await waitUntil(() => ended.length === 2, WAIT_MS);
  await expect.poll(() => keptIn(made), { timeout: WAIT_MS }).toEqual([]);
  expect(ended).toEqual(['one', 'two']);
});

/** Somebody who listens where an engine would, and never answers. */
async function listenSilently({ createHost, workspace }: TestWorkspace): Promise<void> {
  const { engine } = await locateEngine(createHost().surroundings, workspace);
  await mkdir(dirname(engine), { recursive: true, mode: 0o700 });
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => void server.listen(engine, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}

it('keeps the event where the engine on duty hangs, and does not wait for it', async () => {
  const made = await createTestWorkspace();
  await listenSilently(made);
  const startedAt = performance.now();
  expect(await leave(made, 'one')).toMatchObject({ taken: 0, kept: 1 });
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(await keptIn(made)).toMatchObject([{ id: 'one' }]);
});

it('keeps the branch and the chain with the event, and refuses what is no chain', async () => {
  const repository = createGitRepository();
  onTestFinished(() => repository.remove());
  repository.commit('first');
  const { surroundings } = createTestHost(dirname(repository.folder));
  const chain = [{ hook: 'a', run: 'run-1', inferred: false }];
  const env = { ...surroundings.env, TOOLYARD_HOOK_CHAIN: JSON.stringify(chain) };
  const left = { workspace: repository.folder, find: () => [{ name: 'manual' as const, values: {} }] };
  await leaveEvents({ ...surroundings, env }, left);
  repository.git('checkout', '-q', '--detach');
  await leaveEvents(surroundings, left);
  const { inbox } = await locateHooksFolder(surroundings, { workspace: repository.folder });
  const texts = await Promise.all((await readdir(inbox)).toSorted().map((name) => readFile(join(inbox, name), 'utf8')));
  expect(texts.map((text) => JSON.parse(text).value)).toMatchObject([
    { values: { branch: 'main' }, chain },
    { values: { branch: null } },
  ]);
  await expect(leaveEvents({ ...surroundings, env: { ...env, TOOLYARD_HOOK_CHAIN: 'x' } }, left)).rejects.toMatchObject(
    { code: 'usage' },
  );
});
