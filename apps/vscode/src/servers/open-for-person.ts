import { ToolyardError, type ConfigProblem } from '@toolyard/core';
import { locateYard, readWritten, type ClosableYard, type NamedConfiguration } from '@toolyard/host';
import { findTrustObstacle, tellObstacle } from '../commands/tell-obstacle.ts';
import type { Folder } from '../folder/folder.ts';
import type { FilePlace } from '../ports/editor.ts';
import { findMissingInputs } from './inputs/find-missing-inputs.ts';
import type { ServerParts } from './server-parts.ts';

/** Who is asked, and how the configuration is reached. */
export type OpenParts = Pick<ServerParts, 'editor' | 'later' | 'accessOf'>;

/**
 * The yard of a folder for a person who asks for something, with all questions that this needs; `undefined` where it is not trusted, they did not approve it, or
 * the configuration is wrong, which they were told then with a way to the exact place.
 */
export async function openForPerson(parts: OpenParts, folder: Folder): Promise<ClosableYard | undefined> {
  const { editor, later } = parts;
  const untrusted = findTrustObstacle(folder);
  if (untrusted !== undefined) {
    tellObstacle(parts, untrusted);
    return undefined;
  }
  try {
    return await folder.openYard({ mayAsk: true });
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    const missing = findMissingInputs(error);
    if (missing.length > 0) {
      const message = `No server of ${folder.name} was started, since there is no value for ${missing.join(', ')}.`;
      later(async () => {
        if ((await editor.notify('warning', message, 'Retry')) === 'Retry') await openForPerson(parts, folder);
      });
      return undefined;
    }
    if (error.code === 'config-invalid') {
      await tellInvalid(parts, folder, error);
      return undefined;
    }
    if (error.code !== 'config-not-approved') throw error;
    later(async () => {
      const message = `The servers of ${folder.name} are not approved, so none was started.`;
      if ((await editor.notify('info', message, 'Approve')) === 'Approve') await openForPerson(parts, folder);
    });
    return undefined;
  }
}

/** Tells what is wrong with a configuration, with a button that opens it there. */
export async function tellInvalid(parts: OpenParts, folder: Folder, error: ToolyardError): Promise<void> {
  const { editor, later, accessOf } = parts;
  const { host, named } = accessOf(folder);
  const { file } = await locateYard(host.surroundings, named);
  const place = placeOf(error);
  const message = toSentences(error.message);
  later(async () => {
    if (file === undefined) await editor.notify('error', message);
    else if ((await editor.notify('error', message, 'Open File')) === 'Open File') {
      await editor.openFile(file, place);
    }
  });
}

/** Where a configuration is wrong, as far as that is at a place of its file; `undefined` where nothing is. */
export async function findWrongPlace(
  host: Parameters<typeof readWritten>[0],
  named: NamedConfiguration,
): Promise<{ readonly place: FilePlace | undefined } | undefined> {
  try {
    await readWritten(host, named);
    return undefined;
  } catch (error) {
    if (!ToolyardError.is(error) || error.code !== 'config-invalid') throw error;
    return { place: placeOf(error) };
  }
}

/** Lines that stand one after the other in a notice; `$` is the whole file, which is named anyway. */
function toSentences(message: string): string {
  const lines = message.split('\n').map((line) => line.replace(': $: ', ': '));
  return lines.map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(' ');
}

function placeOf({ problems = [] }: ToolyardError): FilePlace | undefined {
  return problems.map(toPlace).find((each) => each !== undefined);
}

function toPlace({ line, column }: ConfigProblem): FilePlace | undefined {
  return line === undefined ? undefined : { line, column: column ?? 1 };
}
