import type { NewEvent } from '@toolyard/hooks';
import { isLeftOut, locateGlobalIgnore } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';

/** Whether a watch of the workspace never tells of an event, because a rule of `.gitignore` or another one leaves its file out. */
export async function isIgnoredEvent(
  { name, values }: Pick<NewEvent, 'name' | 'values'>,
  { surroundings, workspace }: { readonly surroundings: Surroundings; readonly workspace: string },
): Promise<boolean> {
  const { path } = values;
  if (!name.startsWith('file.') || typeof path !== 'string') return false;
  return isLeftOut(workspace, path, await locateGlobalIgnore(workspace, surroundings));
}
