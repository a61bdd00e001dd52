import { isJsonObject } from '@toolyard/core';
import type { NewEvent, WorkspaceFacts } from '../event/hook-event.ts';

/** The names of all values that an event can have; `data` holds whatever else its source gave. */
export const CONTEXT_NAMES = [
  'feature',
  'branch',
  'timestamp',
  'user',
  'event',
  'path',
  'paths',
  'oldPath',
  'commit',
  'message',
  'oldBranch',
  'remote',
  'hook',
  'status',
  'reason',
  'result',
  'agent',
  'operation',
  'timing',
  'scheduled',
  'missed',
  'task',
  'exitCode',
  'signal',
  'command',
  'cwd',
  'ms',
  'errors',
  'warnings',
  'workspace',
  'headers',
  'data',
] as const;

/** Those that are numbers, also where somebody typed them. */
export const NUMBER_NAMES: readonly string[] = ['exitCode', 'ms', 'errors', 'warnings'];

const KNOWN: ReadonlySet<string> = new Set(CONTEXT_NAMES);

/**
 * The whole context of an event that happened `at` (milliseconds since 1970); what its source gave wins. A branch that is `null` was
 * none: what is checked out now does not take its place.
 */
export function createContext(event: NewEvent, at: number, facts: WorkspaceFacts): Record<string, unknown> {
  const values = Object.entries(event.values).filter(([, value]) => value !== undefined);
  const { workspace, branch, user } = facts;
  const given = new Map(values.filter(([name]) => KNOWN.has(name) && name !== 'data'));
  for (const name of ['path', 'oldPath', 'paths']) {
    if (given.has(name)) given.set(name, toWorkspacePaths(given.get(name), workspace));
  }
  const path = given.get('path');
  const branchThen = given.has('branch') ? (given.get('branch') ?? undefined) : branch;
  const known = new Map<string, unknown>([
    ['timestamp', toTimestamp(at)],
    ['user', user],
    ['event', event.name],
    ['workspace', workspace],
    ['feature', findFeature(path) ?? branchThen],
    ['data', collectData(values)],
    ...(event.name === 'schedule' ? scheduleNow(at) : []),
    ...given,
    ['branch', branchThen],
  ]);
  return Object.fromEntries([...known].filter(([, value]) => value !== undefined));
}

/** Values under other names, together with those that lie in `data` already. */
function collectData(values: readonly [string, unknown][]): Record<string, unknown> | undefined {
  const members = values.flatMap(([name, value]): [string, unknown][] => {
    if (name === 'data' && isJsonObject(value)) return Object.entries(value);
    return KNOWN.has(name) && name !== 'data' ? [] : [[name, value]];
  });
  // Entries, since an assignment to `__proto__` would change the object itself.
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function findFeature(path: unknown): string | undefined {
  return typeof path === 'string' ? /(?:^|\/)specs\/([^/]+)\//.exec(path)?.[1] : undefined;
}

/** One that nobody says more about is due when it is entered: a person tries it out. */
function scheduleNow(at: number): [string, unknown][] {
  return [
    ['scheduled', toTimestamp(at)],
    ['missed', 0],
  ];
}

function toTimestamp(at: number): string | undefined {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** A path, or a list of them, from the workspace and with `/`; anything else stays what it is. */
function toWorkspacePaths(value: unknown, workspace: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => toWorkspacePaths(item, workspace));
  return typeof value === 'string' ? toWorkspacePath(value, workspace) : value;
}

function toWorkspacePath(path: string, workspace: string): string {
  // Elsewhere than on Windows a backslash is a letter like any other.
  const isWindows = /^(?:[a-z]:|\\\\)/i.test(workspace);
  const plain = isWindows ? path.replaceAll('\\', '/') : path;
  const folder = (isWindows ? workspace.replaceAll('\\', '/') : workspace).replace(/\/$/, '');
  const isInside = plain.startsWith(`${folder}/`);
  return (isInside ? plain.slice(folder.length + 1) : plain).replace(/^(?:\.\/)+/, '');
}
