import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { isInside } from '../file/is-inside.ts';

/** The real path of a folder of the workspace; throws where it is missing, or leads out of the workspace by its name or by a link. */
export async function resolveInside(workspace: string, folder: string): Promise<string> {
  const top = await realpath(workspace).catch(() => resolve(workspace));
  const wanted = resolve(top, folder);
  const real = await realpath(wanted).catch(() => wanted);
  if (!isInside(top, real)) {
    throw new ToolyardError('server-misconfigured', `"${folder}" (cwd) leads out of the workspace. Correct "cwd".`);
  }
  return real;
}
