import { dirname, join } from 'node:path';
import { mergeHooks, type KnownHook } from '@toolyard/hooks';
import { findHooksFiles, resolvePlaces } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import type { HooksFinding } from './hooks-finding.ts';
import { locateHooks, type HooksOptions, type HooksPlace } from './locate-hooks.ts';
import { readHooksFile, toFinding, type ReadHooksFile } from './read-hooks-file.ts';

/** The hooks of a workspace and of the user, right or wrong. */
export interface ReadHooks extends HooksPlace {
  readonly files: HooksFilesRead;
  /** Where the files are looked for; `.yaml` and `.yml` would do too. */
  readonly lookedFor: { readonly workspace: string; readonly user: string };
  /** Those that nothing is wrong with, the user's first. */
  readonly hooks: readonly KnownHook[];
  readonly findings: readonly HooksFinding[];
}

/** The files that there are. */
export interface HooksFilesRead {
  readonly workspace?: ReadHooksFile;
  readonly user?: ReadHooksFile;
}

/** Finds the workspace and reads its hooks and the user's; tells what is wrong with them, and starts nothing. */
export async function readHooks(surroundings: Surroundings, options: HooksOptions): Promise<ReadHooks> {
  const place = await locateHooks(surroundings, options);
  const { userConfigDir } = resolvePlaces(surroundings);
  const lookedFor = {
    workspace: join(place.workspace, '.toolyard', 'hooks.json'),
    user: join(userConfigDir, 'toolyard', 'hooks.json'),
  };
  const found = await findHooksFiles({ workspace: place.workspace, userConfigDir });
  const [workspace, user] = await Promise.all([readFound(found.workspace), readFound(found.user)]);
  const merged = mergeHooks(workspace, user);
  return {
    ...place,
    passedBy: place.passedBy.filter((passed) => !found.problems.includes(passed)),
    files: { ...(workspace === undefined ? {} : { workspace }), ...(user === undefined ? {} : { user }) },
    lookedFor,
    hooks: merged.hooks,
    findings: [
      ...found.problems.map((message) => toPlaceFinding(message, lookedFor)),
      ...(user?.findings ?? []),
      ...(workspace?.findings ?? []),
      ...merged.problems.map((problem) => toFinding(workspace?.file ?? '', problem)),
    ],
  };
}

async function readFound(file: string | undefined): Promise<ReadHooksFile | undefined> {
  return file === undefined ? undefined : readHooksFile(file);
}

/** A file that is there and not used; which one the sentence says itself. */
function toPlaceFinding(message: string, { workspace, user }: ReadHooks['lookedFor']): HooksFinding {
  const file = message.includes(dirname(user)) ? user : workspace;
  return { file, line: 1, column: 1, path: '$', message, severity: 'error' };
}
