import { ToolyardError, type ConfigProblem } from '@toolyard/core';
import { locateYard, type ClosableYard } from '@toolyard/host';
import type { Folder } from '../folder/folder.ts';
import type { FilePlace } from '../ports/editor.ts';
import type { ServerParts } from './server-parts.ts';

/**
 * The yard of a folder for a person who asks for something, with all questions that this needs; `undefined` where they did not approve it, or
 * the configuration is wrong, which they were told then with a way to the exact place.
 */
export async function openForPerson(parts: ServerParts, folder: Folder): Promise<ClosableYard | undefined> {
  const { editor, later } = parts;
  try {
    return await folder.openYard({ mayAsk: true });
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    if (error.code === 'config-invalid') {
      await tellInvalid(parts, folder, error);
      return undefined;
    }
    if (error.code !== 'config-not-approved' || folder.state().duty.kind === 'untrusted') throw error;
    later(async () => {
      const message = `The servers of ${folder.name} are not approved, so none was started.`;
      if ((await editor.notify('info', message, 'Approve')) === 'Approve') await openForPerson(parts, folder);
    });
    return undefined;
  }
}

/** Tells what is wrong with a configuration, with a button that opens it there. */
export async function tellInvalid(parts: ServerParts, folder: Folder, error: ToolyardError): Promise<void> {
  const { editor, later, accessOf } = parts;
  const { host, named } = accessOf(folder);
  const { file } = await locateYard(host.surroundings, named);
  const place = error.problems?.map(toPlace).find((each) => each !== undefined);
  later(async () => {
    if (file === undefined) await editor.notify('error', error.message);
    else if ((await editor.notify('error', error.message, 'Open File')) === 'Open File') {
      await editor.openFile(file, place);
    }
  });
}

function toPlace({ line, column }: ConfigProblem): FilePlace | undefined {
  return line === undefined ? undefined : { line, column: column ?? 1 };
}
