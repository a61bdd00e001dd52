import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import { openWorkspaceHooks, type HooksEvent, type WorkspaceHooks } from '../src/hooks/index.ts';
import type { Host } from '../src/ports/host.ts';
import { createTestHost } from './create-test-host.ts';

/** A folder with a server `it` and two hooks, until the end of the test. */
export interface TestWorkspace {
  /** Where the host keeps what it knows. */
  readonly folder: string;
  readonly workspace: string;
  /** The configuration, which is not approved yet. */
  readonly config: string;
  createHost(changes?: Partial<Host>): Host;
  writeHooks(hooks: readonly unknown[]): Promise<void>;
  /** A hook whose program goes on until it is stopped, after what `script` says; `started.txt` is there when it runs. */
  writeLongHook(script: string): Promise<void>;
  writeConfiguration(others?: object): Promise<void>;
  /** Opens its hooks; they are closed with the test. */
  open(host?: Host, options?: { readonly config?: string }): Promise<WorkspaceHooks>;
}

const HOOKS = [
  {
    id: 'echo',
    trigger: { event: 'manual' },
    action: {
      type: 'mcp',
      parameters: {
        serverId: 'it',
        toolName: 'echo',
        parameterMappings: [{ toolParam: 'text', source: 'context', value: 'data.text' }],
      },
    },
  },
  {
    id: 'mark',
    trigger: { event: 'file.saved', paths: ['*.md'] },
    action: {
      type: 'custom',
      parameters: { command: process.execPath, args: ['-e', `require('fs').writeFileSync('marked.txt', '')`] },
    },
  },
];

/** An event that runs the hook `echo`. */
export const ECHO = { name: 'manual', target: 'echo', values: { data: { text: 'hello' } } } as const;

/** An event that runs the hook of `writeLongHook`. */
export const LONG = { name: 'manual', target: 'long', values: {} } as const;

/** Makes the workspace; its hooks are `echo`, which calls the server, and `mark`, which leaves `marked.txt`. */
export async function createTestWorkspace(): Promise<TestWorkspace> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-host-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const workspace = join(folder, 'work');
  const config = join(workspace, 'toolyard.json');
  const createHost = (changes?: Partial<Host>): Host => createTestHost(folder, changes);
  const made: TestWorkspace = {
    folder,
    workspace,
    config,
    createHost,
    writeHooks: (hooks) => writeFile(join(workspace, '.toolyard', 'hooks.json'), JSON.stringify({ version: 1, hooks })),
    writeLongHook(script) {
      const program = `${script}; require('fs').writeFileSync('started.txt', ''); setInterval(() => undefined, 1000)`;
      const action = { type: 'custom', parameters: { command: process.execPath, args: ['-e', program] } };
      return made.writeHooks([{ id: 'long', trigger: { event: 'manual' }, action }]);
    },
    writeConfiguration(others = {}) {
      const server = { command: process.execPath, args: [fixturePath('echo.mjs')] };
      return writeFile(config, JSON.stringify({ mcpServers: { it: server }, ...others }));
    },
    async open(host = createHost(), options = {}) {
      const hooks = await openWorkspaceHooks(host, { ...options, workspace });
      onTestFinished(() => hooks.close());
      return hooks;
    },
  };
  await mkdir(join(workspace, '.toolyard'), { recursive: true });
  await Promise.all([made.writeConfiguration(), made.writeHooks(HOOKS)]);
  return made;
}

/** Lets all hooks run that there are. */
export async function approveAll(hooks: WorkspaceHooks): Promise<void> {
  for (const hook of await hooks.list()) await hooks.approve(hook);
}

/** Everything that is told from now on. */
export function record(hooks: WorkspaceHooks): HooksEvent[] {
  const told: HooksEvent[] = [];
  hooks.on((event) => void told.push(event));
  return told;
}
