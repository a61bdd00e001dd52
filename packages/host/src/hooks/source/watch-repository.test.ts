import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNotingEngine } from '../../../test/create-noting-engine.ts';
import type { Source } from './source.ts';
import { watchRepository } from './watch-repository.ts';

let folder: string;
let source: Source | undefined;

function git(...words: readonly string[]): void {
  const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...words], { cwd: folder, env });
}

function commit(message: string): void {
  git('commit', '--quiet', '--allow-empty', '-m', message);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-'));
});

afterEach(async () => {
  await source?.close();
  source = undefined;
  await rm(folder, { recursive: true, force: true });
});

describe('watchRepository', () => {
  it('tells once what cannot be noted, and enters it once when it can', async () => {
    const { engine, entered, state } = createNotingEngine();
    const warnings: string[] = [];
    git('init', '--quiet');
    commit('first');
    source = watchRepository({ workspace: folder, engine, onError: (error) => warnings.push(String(error)) });
    await source.ready;
    state.problem = 'the disk is full';
    commit('second');
    await waitUntil(() => state.tries >= 2, 20_000);
    commit('third');
    await waitUntil(() => state.tries >= 4, 20_000);
    state.problem = undefined;
    await waitUntil(() => entered.length > 0, 20_000);
    expect(entered.map(({ values }) => values['message'])).toEqual(['second', 'third']);
    expect(warnings).toEqual(['Error: the disk is full']);
  });

  it('finds a repository that is made later', async () => {
    const { engine, entered } = createNotingEngine();
    source = watchRepository({ workspace: folder, engine, onError: () => undefined });
    await source.ready;
    git('init', '--quiet');
    commit('first');
    await waitUntil(() => engine.marks().size > 0, 20_000);
    commit('second');
    await waitUntil(() => entered.length > 0, 20_000);
    expect(entered.map(({ values }) => values['message'])).toEqual(['second']);
  });
});
