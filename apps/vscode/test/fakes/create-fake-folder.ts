import { ToolyardError } from '@toolyard/core';
import type { Folder, Folders, FolderState } from '../../src/folder/folder.ts';

/** A folder of which a test says what it knows; everything that is asked of it is noted. */
export interface FakeFolder extends Folder {
  /** Puts another state in the place of the last, and tells it. */
  set(state: Partial<FolderState>): void;
  /** The members that were called, with what they were given, as JSON. */
  readonly calls: string[];
}

const STATE: FolderState = {
  duty: { kind: 'here' },
  hooks: [],
  findings: [],
  files: {
    workspace: { file: '/shop/.toolyard/hooks.json', exists: true },
    user: { file: '/home/me/.config/toolyard/hooks.json', exists: false },
  },
  runs: [],
  live: [],
  servers: [],
  serverWarnings: [],
  isLooking: false,
  hasTriedTool: false,
  needsServerApproval: false,
};

/** Creates one; `members` stand in for those that a test needs. */
export function createFakeFolder(given: Partial<FolderState> = {}, members: Partial<Folder> = {}): FakeFolder {
  let state = { ...STATE, ...given };
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  const note =
    <Result>(name: string, result: Result) =>
    async (...args: readonly unknown[]): Promise<Result> => {
      calls.push(`${name} ${JSON.stringify(args)}`);
      return result;
    };
  return {
    name: 'shop',
    path: '/shop',
    calls,
    state: () => state,
    set(next) {
      state = { ...state, ...next };
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onEvent: () => () => undefined,
    refresh: note('refresh', undefined),
    lookForServers: note('lookForServers', undefined),
    run: note('run', []),
    replay: note('replay', []),
    preview: note('preview', { problems: [] }),
    explain: note('explain', []),
    isIgnored: note('isIgnored', false),
    approve: note('approve', undefined),
    edit: note('edit', '/shop/.toolyard/hooks.json'),
    tell: note('tell', undefined),
    openYard: () => Promise.reject(new ToolyardError('config-not-approved', 'There is no yard here.')),
    openFront: () => Promise.reject(new ToolyardError('config-not-approved', 'There is no yard here.')),
    openedYard: () => undefined,
    findSchema: () => undefined,
    close: note('close', undefined),
    ...members,
  };
}

/** The folders of a window that never change. */
export function createFakeFolders(...folders: readonly Folder[]): Folders {
  return {
    list: () => folders,
    onChange: () => () => undefined,
    of: (file) => folders.find(({ path }) => file === path || file.startsWith(`${path}/`)),
  };
}
