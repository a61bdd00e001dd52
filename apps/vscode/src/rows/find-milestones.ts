import type { RunStatus } from '@toolyard/hooks';
import type { FolderLook } from './row.ts';

/** The steps of the walkthrough that a person has taken, by their ids in the manifest. */
export interface Milestones {
  readonly server: boolean;
  readonly tool: boolean;
  readonly hook: boolean;
  readonly run: boolean;
}

/** What never began is no run that anybody could have seen. */
const NOT_RUN: readonly RunStatus[] = ['skipped', 'refused'];

/** Which steps are done, by what the folders of the window have: a server was found, a person called a tool, there is a hook, and one has run. */
export function findMilestones(folders: readonly FolderLook[]): Milestones {
  const has = (isDone: (state: FolderLook['state']) => boolean): boolean => folders.some(({ state }) => isDone(state));
  return {
    server: has(({ servers }) => servers.length > 0),
    tool: has(({ hasTriedTool }) => hasTriedTool),
    hook: has(({ hooks }) => hooks.length > 0),
    run: has(({ runs }) => runs.some(({ status }) => !NOT_RUN.includes(status))),
  };
}
