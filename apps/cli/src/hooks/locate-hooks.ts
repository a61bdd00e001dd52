import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { checkState, hooksFolderOf, locateWorkspace, resolvePlaces } from '@toolyard/node';
import { atFolder } from '../host/at-folder.ts';
import type { Host } from '../host/host.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** The options that every command of `toolyard hooks` has. */
export interface HooksOptions extends CommonOptions {
  /** The value of `--workspace`. */
  readonly workspace?: string;
}

/** Where the hooks of a workspace are, and what belongs to them. */
export interface HooksPlace {
  readonly workspace: string;
  /** As if the command had been started in the workspace: its configuration counts wherever one stands in it. */
  readonly host: Host;
  /** The same options, for that host. */
  readonly options: CommonOptions;
  /** Where journal and log of the workspace are kept. */
  readonly folder: string;
  /** The log of its runs. */
  readonly runsFile: string;
  /** Sentences about files of hooks on the way to the workspace that are not used. */
  readonly passedBy: readonly string[];
}

/** Finds the workspace that a command means; throws `usage` where `--workspace` names no folder, and `state-refused`. */
export async function locateHooks(host: Host, options: HooksOptions): Promise<HooksPlace> {
  const { workspace: named, config, ...others } = options;
  const { folder: workspace, problems } =
    named === undefined
      ? await locateWorkspace(host.cwd, host.homeDir)
      : { folder: await findFolder(resolve(host.cwd, named)), problems: [] };
  const { stateDir } = resolvePlaces(host);
  const folder = await hooksFolderOf(stateDir, workspace);
  for (const place of [folder, join(stateDir, 'approvals')]) checkState(stateDir, place);
  return {
    workspace,
    host: atFolder(host, workspace),
    options: { ...others, ...(config === undefined ? {} : { config: resolve(host.cwd, config) }) },
    folder,
    runsFile: join(folder, 'runs.jsonl'),
    passedBy: problems,
  };
}

async function findFolder(folder: string): Promise<string> {
  const stats = await stat(folder).catch(() => undefined);
  if (stats?.isDirectory() === true) return realpath(folder);
  throw new ToolyardError(
    'usage',
    `There is no folder ${folder}. --workspace names the folder that the hooks are for.`,
  );
}
