import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookEngine } from '@toolyard/hooks';
import { systemClock } from '@toolyard/node';
import { exampleHook } from '@toolyard/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSources } from './open-sources.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-'));
  await writeFile(join(folder, 'a.md'), 'a');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function open() {
  const noted: string[] = [];
  const engine: Pick<HookEngine, 'enter' | 'mark' | 'marks'> = {
    marks: () => new Map(),
    mark: async (marks) => void noted.push(...Object.keys(marks)),
    enter: async () => ({ ended: Promise.resolve([]) }),
  };
  const sources = openSources({
    workspace: folder,
    engine,
    own: [],
    clock: systemClock,
    timeZone: 'UTC',
    onError: (error) => noted.push(String(error)),
  });
  return { sources, noted };
}

it('looks at files only where a hook waits for them', async () => {
  const { sources, noted } = open();
  await sources.watchFor([exampleHook({ trigger: { event: 'git.pushed' } }), exampleHook({ enabled: false })]);
  expect(noted).toEqual([]);
  await sources.watchFor([exampleHook()]);
  expect(noted).toContain('file:a.md');
  await sources.close();
});

it('can be closed before everything was looked at, and notes nothing then', async () => {
  const { sources, noted } = open();
  const watching = sources.watchFor([exampleHook()]);
  await sources.close();
  await watching;
  expect(noted).toEqual([]);
});
