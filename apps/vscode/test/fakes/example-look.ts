import type { Hook, McpServer, RunRecord } from '@toolyard/hooks';
import type { HooksFinding } from '@toolyard/host/hooks';
import { createHook, exampleRecord } from '@toolyard/testing';
import type { FolderState, ShownHook } from '../../src/folder/folder.ts';
import type { FolderLook, ViewRow } from '../../src/rows/row.ts';
import { createFakeFolder } from './create-fake-folder.ts';

/** The moment at which rows are made in tests: two minutes after the run of `exampleRecord` ended. */
export const NOW: number = Date.parse('2026-11-15T10:02:01.142Z');

/** A folder `/shop` with what a test is about put over its state. */
export function exampleLook(state: Partial<FolderState> = {}, path = '/shop'): FolderLook {
  return { name: path.slice(1), path, state: createFakeFolder(state).state() };
}

/** A hook that is shown, with what a test is about put over it. */
export function exampleShown(
  id: string,
  hook: Partial<Hook> = {},
  { source = 'workspace', ...shown }: Partial<ShownHook> & { readonly source?: 'workspace' | 'user' } = {},
): ShownHook {
  const file = source === 'user' ? '/home/me/.config/toolyard/hooks.json' : '/shop/.toolyard/hooks.json';
  const known = { hook: createHook(id, hook), source, file };
  const resolved = { known, servers: [], approval: 'approved' as const, hash: '', redact: (value: unknown) => value };
  return { resolved, state: 'enabled', findings: [], ...shown };
}

/** What is wrong with a file or a hook of it. */
export function exampleFinding(message: string, more: Partial<HooksFinding> = {}): HooksFinding {
  return {
    file: '/shop/.toolyard/hooks.json',
    path: '$.hooks[0].action',
    line: 4,
    column: 7,
    message,
    severity: 'error',
    ...more,
  };
}

/** A server with so many tools. */
export function exampleServer(id: string, tools: number, more: Partial<McpServer> = {}): McpServer {
  return {
    id,
    name: id,
    status: 'available',
    lastDiscovered: NOW,
    tools: Array.from({ length: tools }, (_, index) => ({
      name: `tool_${index}`,
      displayName: `Tool ${index}`,
      description: `Does ${index}.\nAnd more.`,
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      serverId: id,
      status: 'available',
      lastSeen: NOW - 7_200_000,
    })),
    ...more,
  };
}

/** Many runs of one hook, the newest first. */
export function exampleRuns(count: number, change: Partial<RunRecord> = {}): readonly RunRecord[] {
  return Array.from({ length: count }, (_, index) => exampleRecord({ id: `run-${index}`, ...change }));
}

/** Rows as a person sees them: label and description, two spaces for each level. */
export function printRows(rows: readonly ViewRow[], depth = Number.POSITIVE_INFINITY, level = 0): readonly string[] {
  return rows.flatMap(({ label, description, children = [] }) => [
    `${'  '.repeat(level)}${label}${description === undefined ? '' : ` | ${description}`}`,
    ...(level + 1 < depth ? printRows(children, depth, level + 1) : []),
  ]);
}
