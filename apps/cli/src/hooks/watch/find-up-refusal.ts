import { realpath } from 'node:fs/promises';
import { locateYard, type YardPlace } from '@toolyard/host';
import type { OpenHooks } from '@toolyard/host/hooks';
import { isInside, locateRepository } from '@toolyard/node';

/** Why `toolyard up` does not run hooks; without a message where nobody would expect that it does. */
export interface UpRefusal {
  readonly message?: string;
}

/**
 * Whether `up` runs hooks at a place: those of the workspace, and a person's own in a repository. Nobody who starts it somewhere else
 * expects that all files of a large folder are watched, and least of all their whole home.
 */
export async function findUpRefusal(
  { workspace, files, surroundings, named }: Pick<OpenHooks, 'workspace' | 'files' | 'surroundings' | 'named'>,
  place: Pick<YardPlace, 'socket'>,
): Promise<UpRefusal | undefined> {
  const home = await realpath(surroundings.homeDir).catch(() => surroundings.homeDir);
  if (isInside(workspace, home)) return files.workspace === undefined ? {} : { message: explainHome(workspace) };
  if (files.workspace === undefined && (await locateRepository(workspace))?.root !== workspace) return {};
  // What is approved is a hook together with the server as this very configuration has it.
  const meant = await locateYard(surroundings, named);
  return meant.socket === place.socket ? undefined : { message: explainOther(workspace) };
}

function explainHome(workspace: string): string {
  return `The hooks of ${workspace} do not run here, because it contains your home folder. Run "toolyard hooks watch" to run them.`;
}

function explainOther(workspace: string): string {
  return `The hooks of ${workspace} do not run here, because they use another configuration. Start "toolyard up" in that folder, or run "toolyard hooks watch".`;
}
