import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toToolId } from '@toolyard/core';
import { systemClock, type Host } from '@toolyard/host';
import { findProcesses, fixturePath } from '@toolyard/testing';
import { expect, onTestFinished } from 'vitest';
import { createPluginParts } from '../../src/yard/create-plugin-parts.ts';
import { createPluginServers } from '../../src/yard/create-plugin-servers.ts';
import type { PluginParts } from '../../src/yard/plugin-parts.ts';
import type { PluginServers, ServerView } from '../../src/yard/plugin-servers.ts';
import { configurationFileOf } from '../../src/yard/vault-configuration.ts';
import { createFakeNoteApp, type FakeNoteApp } from './fake-note-app.ts';

/** The servers of a vault in a folder, with real processes. */
export interface Bench {
  readonly app: FakeNoteApp;
  readonly parts: PluginParts;
  readonly servers: PluginServers;
  /** A word in the environment of all servers. */
  readonly mark: string;
  readonly folder: string;
  view(name: string): ServerView | undefined;
  pids(name: string): readonly number[];
  /** What the yard would run on. */
  configuration(): { readonly mcpServers: Record<string, Record<string, unknown>>; readonly inputs?: object[] };
  /** data.json is changed by somebody else. */
  changeOutside(data: unknown): Promise<void>;
}

/** A host that keeps everything below a folder. */
export function createHost(folder: string): Host {
  const env = { PATH: process.env['PATH'], TOOLYARD_STATE_DIR: join(folder, 'state') };
  return {
    surroundings: { env, cwd: folder, homeDir: folder, platform: process.platform, userId: process.getuid?.() ?? 0 },
    info: { name: 'a test', version: '1.0.0' },
    clock: systemClock,
    notify: () => undefined,
  };
}

/** A fixture as data.json has it; its process is found by the mark and its name. */
export function defineServer(mark: string, name: string, fixture = 'echo'): Record<string, unknown> {
  return {
    id: `id-${name}`,
    name,
    enabled: true,
    command: process.execPath,
    args: [fixturePath(`${fixture}.mjs`), `${mark}-${name}`],
  };
}

/** Opens a vault whose data.json is what `toData` gives. */
export async function createBench(toData: (mark: string) => unknown, folder = createFolder()): Promise<Bench> {
  const mark = `plugin-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const vault = join(folder, 'vault');
  mkdirSync(vault, { recursive: true });
  const app = createFakeNoteApp(vault, toData(mark));
  const parts = await createPluginParts(createHost(folder), app);
  onTestFinished(() => parts.yard.close());
  const servers = createPluginServers(parts);
  return {
    app,
    parts,
    servers,
    mark,
    folder,
    view: (name) => servers.list().find((each) => each.name === name),
    pids: (name) => findProcesses(`${mark}-${name}`),
    configuration: () => JSON.parse(readFileSync(configurationFileOf(parts.device), 'utf8')),
    async changeOutside(data) {
      writeFileSync(app.dataFile, JSON.stringify(data));
      await parts.settings.reload();
    },
  };
}

/** A folder for one test. */
export function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-plugin-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Settings with two servers. */
export const two = (mark: string): { readonly mcpServers: readonly Record<string, unknown>[] } => ({
  mcpServers: [defineServer(mark, 'one'), defineServer(mark, 'two')],
});

/** Calls the tool `echo` of a server, which starts it. */
export async function call({ parts }: Bench, name: string): Promise<string> {
  const { caller } = await parts.yard.open([name]);
  const request = { tool: toToolId(name, 'echo'), arguments: { text: 'hello' }, origin: 'person' as const };
  const outcome = await caller.call(request, new AbortController().signal);
  return outcome.kind;
}

/** Waits for something; the limit only ends what hangs. */
export const soon = <T>(look: () => T): ReturnType<typeof expect.poll<T>> => expect.poll(look, { timeout: 20_000 });
