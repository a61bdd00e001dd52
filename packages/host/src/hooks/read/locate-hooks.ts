import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { checkStatePermissions, hooksFolderOf, locateWorkspace, resolvePlaces } from '@toolyard/node';
import type { NamedConfiguration } from '../../configuration/to-find-options.ts';
import { atFolder } from '../../surroundings/at-folder.ts';
import type { Surroundings } from '../../surroundings/surroundings.ts';

/** Whose hooks are meant. */
export interface HooksOptions extends NamedConfiguration {
  /** The folder that they are for; found from the current one where it is absent. */
  readonly workspace?: string;
}

/** Where the hooks of a workspace are, and what belongs to them. */
export interface HooksPlace {
  readonly workspace: string;
  /** As seen from the workspace: its configuration counts wherever one stands in it. */
  readonly surroundings: Surroundings;
  /** The configuration that was named, for these surroundings. */
  readonly named: NamedConfiguration;
  /** Where journal and log of the workspace are kept. */
  readonly folder: string;
  /** The log of its runs. */
  readonly runsFile: string;
  /** Where events wait for the next engine. */
  readonly inbox: string;
  /** Sentences about files of hooks on the way to the workspace that are not used. */
  readonly passedBy: readonly string[];
}

/** Finds the workspace that is meant; throws `usage` where there is no such folder, and `state-refused`. */
export async function locateHooks(surroundings: Surroundings, options: HooksOptions): Promise<HooksPlace> {
  const { workspace, stateDir, folder, inbox, passedBy } = await locateHooksFolder(surroundings, options);
  for (const place of [folder, join(stateDir, 'approvals')]) await checkStatePermissions(stateDir, place);
  return {
    workspace,
    surroundings: atFolder(surroundings, workspace),
    named: toNamed(options, surroundings.cwd),
    folder,
    runsFile: join(folder, 'runs.jsonl'),
    inbox,
    passedBy,
  };
}

/** Where a workspace keeps what it knows; who may write there was not looked at. */
export interface HooksFolderPlace extends Pick<HooksPlace, 'workspace' | 'folder' | 'inbox' | 'passedBy'> {
  readonly stateDir: string;
}

/** The same for whoever only leaves an event there and is in a hurry. */
export async function locateHooksFolder(
  surroundings: Surroundings,
  options: Pick<HooksOptions, 'workspace'>,
): Promise<HooksFolderPlace> {
  const { cwd, homeDir } = surroundings;
  const { folder: workspace, problems } =
    options.workspace === undefined
      ? await locateWorkspace(cwd, homeDir)
      : { folder: await findFolder(resolve(cwd, options.workspace)), problems: [] };
  const { stateDir } = resolvePlaces(surroundings);
  const folder = await hooksFolderOf(stateDir, workspace);
  return { workspace, stateDir, folder, inbox: join(folder, 'inbox'), passedBy: problems };
}

function toNamed({ config, found, namedBy, strict }: NamedConfiguration, cwd: string): NamedConfiguration {
  return {
    ...(config === undefined ? {} : { config: resolve(cwd, config) }),
    ...(found === undefined ? {} : { found: resolve(cwd, found) }),
    ...(namedBy === undefined ? {} : { namedBy }),
    ...(strict === undefined ? {} : { strict }),
  };
}

async function findFolder(folder: string): Promise<string> {
  const stats = await stat(folder).catch(() => undefined);
  if (stats?.isDirectory() === true) return realpath(folder);
  throw new ToolyardError(
    'usage',
    `The folder ${folder} does not exist. Give the folder of the workspace with --workspace.`,
  );
}
