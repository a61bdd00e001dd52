import type { NewEvent } from '@toolyard/hooks';
import { defaultGlobalIgnore, isLeftOut, locateGlobalIgnore } from '@toolyard/node';
import type { OpenHooks } from '../read/open-hooks.ts';

/** Whether a watch of the workspace never tells of an event, because a rule of `.gitignore` or another one leaves its file out. */
export async function isIgnoredEvent(
  { name, values }: Pick<NewEvent, 'name' | 'values'>,
  { surroundings, workspace, asksGit = true }: Pick<OpenHooks, 'surroundings' | 'workspace' | 'asksGit'>,
): Promise<boolean> {
  const { path } = values;
  if (!name.startsWith('file.') || typeof path !== 'string') return false;
  const ofUser = asksGit ? await locateGlobalIgnore(workspace, surroundings) : defaultGlobalIgnore(surroundings);
  return isLeftOut(workspace, path, ofUser);
}
