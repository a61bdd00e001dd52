import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import { followHooks, type FollowedHooks } from './follow-hooks.ts';
import { readHooks } from './read-hooks.ts';

const WAIT_MS = 20_000;
let home = '';
let workspace = '';
let followed: FollowedHooks | undefined;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  workspace = join(home, 'work');
  await mkdir(join(workspace, '.toolyard'), { recursive: true });
});
afterEach(async () => {
  followed?.close();
  await rm(home, { recursive: true });
});

function hooksText(...ids: readonly string[]): string {
  const action = { type: 'custom', parameters: { command: 'ls', args: [] } };
  return JSON.stringify({ version: 1, hooks: ids.map((id) => ({ id, trigger: { event: 'manual' }, action })) });
}

// As editors save: a file that is written in place is empty for a moment, and an empty one is wrong.
async function write(text: string, name = 'hooks.json'): Promise<void> {
  await writeFile(join(workspace, 'saved'), text);
  await rename(join(workspace, 'saved'), join(workspace, '.toolyard', name));
}

function surroundingsOf(cwd: string): Surroundings {
  return { env: {}, cwd, homeDir: home, platform: process.platform, userId: 'ada' };
}

async function follow(): Promise<{ ids(): string[]; changes: string[][]; wrong: string[][] }> {
  const changes: string[][] = [];
  const wrong: string[][] = [];
  const read = await readHooks(surroundingsOf(workspace), { workspace });
  const own = followHooks(read, {
    onChange: (hooks) => void changes.push(hooks.map(({ hook }) => hook.id)),
    onWrong: (lines) => void wrong.push([...lines]),
  });
  followed = own;
  return { ids: () => own.current().map(({ hook }) => hook.id), changes, wrong };
}

it('takes other hooks when a file changes, and tells nothing where only its text did', async () => {
  await write(hooksText('a'));
  const { ids, changes, wrong } = await follow();
  expect(ids()).toEqual(['a']);
  await write(`// a comment\n${hooksText('a')}`);
  await write(hooksText('a', 'b'));
  await waitUntil(() => ids().length === 2, WAIT_MS);
  expect(changes).toEqual([['a', 'b']]);
  expect(wrong).toEqual([]);
});

it('keeps the hooks while a file is wrong, and says so once', async () => {
  await write(hooksText('a'));
  const { ids, changes, wrong } = await follow();
  await write('{ "version": 2, "hooks": [] }');
  await waitUntil(() => wrong.length === 1, WAIT_MS);
  expect(wrong[0]?.[0]).toMatch(/hooks\.json:1:\d+: \$\.version: /);
  await write('{ "version": 2, "hooks": [] } // the same');
  await write(hooksText('b'));
  await waitUntil(() => ids()[0] === 'b', WAIT_MS);
  expect(changes).toEqual([['b']]);
  expect(wrong).toHaveLength(1);
});

it('tells that a file is right again, also where it says what it said before', async () => {
  await write(hooksText('a'));
  const { changes, wrong } = await follow();
  await write('{ "version": 2, "hooks": [] }');
  await waitUntil(() => wrong.length === 1, WAIT_MS);
  await write(hooksText('a'));
  await waitUntil(() => changes.length === 1, WAIT_MS);
  expect(changes).toEqual([['a']]);
});

it('takes a file that appears, and drops the hooks of one that is gone', async () => {
  const { ids } = await follow();
  expect(ids()).toEqual([]);
  await write(hooksText('a'), 'hooks.yaml');
  await waitUntil(() => ids()[0] === 'a', WAIT_MS);
  await rm(join(workspace, '.toolyard', 'hooks.yaml'));
  await waitUntil(() => ids().length === 0, WAIT_MS);
});

it('tells nothing of what it was reading when it was closed', async () => {
  await write(hooksText('a'));
  const read = await readHooks(surroundingsOf(workspace), { workspace });
  const wrong: string[][] = [];
  let isRead = false;
  const surroundings: Surroundings = {
    ...read.surroundings,
    get env(): never {
      own.close();
      isRead = true;
      throw new Error('gone meanwhile');
    },
  };
  const own = followHooks(
    { ...read, surroundings },
    { onChange: () => expect.unreachable(), onWrong: (lines) => void wrong.push([...lines]) },
  );
  followed = own;
  await write(hooksText('b'));
  await waitUntil(() => isRead, WAIT_MS);
  await new Promise((resolve) => void setImmediate(resolve));
  expect(wrong).toEqual([]);
});
