import { toConfigInvalid, type ToolyardError } from '@toolyard/core';
import { readTextFile } from '@toolyard/node';

/** Why a running configuration has no file any more; `undefined` where there is something in its place. */
export async function findRemoved(file: string): Promise<ToolyardError | undefined> {
  return (await readTextFile(file)).kind === 'missing' ? toRemoved(file) : undefined;
}

/** The `config-invalid` error for the file of a running configuration that is not there any more. */
export function toRemoved(file: string): ToolyardError {
  const message = 'Config file was removed; put it back, or stop Toolyard';
  return toConfigInvalid(file, [{ code: 'file_not_found', path: '$', message }]);
}
