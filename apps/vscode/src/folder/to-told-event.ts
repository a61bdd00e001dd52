import { isAbsolute, relative, sep } from 'node:path';
import type { NewEvent } from '@toolyard/hooks';
import { isInside } from '@toolyard/node';

/**
 * An event of the editor with its path from the folder: the engine has the folder by its real path, below which a file of the editor would not
 * lie where that came through a symbolic link.
 */
export function toToldEvent(event: NewEvent, folder: string): NewEvent {
  const { path } = event.values;
  if (typeof path !== 'string' || !isAbsolute(path) || !isInside(folder, path)) return event;
  return { ...event, values: { ...event.values, path: relative(folder, path).replaceAll(sep, '/') } };
}
