import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '@toolyard/host';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import type { Folder, FolderState } from '../../src/folder/folder.ts';
import type { FolderOptions } from '../../src/folder/folder-options.ts';
import { createDiskHost, openDiskFolder } from './open-disk-folder.ts';

/** A real folder on the disk with a server `it` and hooks, until the end of the test. */
export interface TestFolder {
  /** Where everything is kept that is not in the folder. */
  readonly home: string;
  readonly path: string;
  /** What runs there; it asks nobody. */
  readonly host: Host;
  writeHooks(hooks: readonly unknown[]): Promise<void>;
  /** Opens it as the extension does; it is closed with the test. */
  open(changes?: Partial<FolderOptions>): Folder;
}

/** A hook that calls `echo` of the server with the text of the event. */
export const ECHO_HOOK = {
  id: 'echo',
  trigger: { event: 'file.saved', paths: ['*.md'] },
  action: {
    type: 'mcp',
    parameters: {
      serverId: 'it',
      toolName: 'echo',
      parameterMappings: [{ toolParam: 'text', source: 'context', value: 'path' }],
    },
  },
} as const;

const WAIT_MS = 20_000;

/** Makes the folder; its one hook is `ECHO_HOOK`, which nobody has approved. */
export async function createTestFolder(): Promise<TestFolder> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-vscode-')));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const path = join(home, 'work');
  const write = (file: string, value: unknown): Promise<void> => writeFile(join(path, file), JSON.stringify(value));
  await mkdir(join(path, '.toolyard'), { recursive: true });
  await write('toolyard.json', { mcpServers: { it: { command: process.execPath, args: [fixturePath('echo.mjs')] } } });
  await write('.toolyard/hooks.json', { version: 1, hooks: [ECHO_HOOK] });
  return {
    home,
    path,
    host: createDiskHost(home, path),
    writeHooks: (hooks) => write('.toolyard/hooks.json', { version: 1, hooks }),
    open(changes = {}) {
      const folder = openDiskFolder({ home, path }, changes);
      onTestFinished(() => folder.close());
      return folder;
    },
  };
}

/** Approves the servers and hooks of a folder, and waits until it runs them. */
export async function approveAll(folder: Folder): Promise<void> {
  await folder.openYard({ mayAsk: true });
  await untilState(folder, ({ hooks }) => hooks.length > 0);
  for (const { resolved } of folder.state().hooks) await folder.approve(resolved);
  await untilState(folder, ({ duty }) => duty.kind === 'here');
}

/** A folder whose servers and hooks were approved, and that nobody has open. */
export async function createApprovedFolder(...hooks: readonly object[]): Promise<TestFolder> {
  const made = await createTestFolder();
  await made.writeHooks(hooks);
  const folder = made.open();
  await approveAll(folder);
  await folder.close();
  return made;
}

/** Resolves when the state of a folder is as `isTrue` wants it. */
export function untilState(folder: Folder, isTrue: (state: FolderState) => boolean): Promise<void> {
  return waitUntil(() => isTrue(folder.state()), WAIT_MS);
}
