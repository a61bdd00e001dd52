import { join } from 'node:path';
import { inspectHooksFolder } from './inspect-hooks-folder.ts';
import { WORKSPACE_FOLDER } from './locate-workspace.ts';

/** Where files of hooks may be. */
export interface HooksPlaces {
  readonly workspace: string;
  readonly userConfigDir: string;
}

/** The files of hooks that count. */
export interface HooksFiles {
  readonly workspace?: string;
  readonly user?: string;
  /** Sentences about files that are there and not used. */
  readonly problems: readonly string[];
}

/** Finds the workspace's file of hooks and the user's, each in JSON or YAML; two in one place are a problem. */
export async function findHooksFiles({ workspace, userConfigDir }: HooksPlaces): Promise<HooksFiles> {
  const inWorkspace = await inspectHooksFolder(join(workspace, WORKSPACE_FOLDER), workspace);
  // People keep their own settings elsewhere and put links to them here.
  const ofUser = await inspectHooksFolder(join(userConfigDir, 'toolyard'));
  return {
    ...(inWorkspace.file !== undefined && { workspace: inWorkspace.file }),
    ...(ofUser.file !== undefined && { user: ofUser.file }),
    problems: [inWorkspace.problem, ofUser.problem].filter((problem) => problem !== undefined),
  };
}
