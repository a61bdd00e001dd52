import { ToolyardError } from '@toolyard/core';
import { readWritten } from '@toolyard/host';
import type { Folder } from '../folder/folder.ts';
import { tellInvalid, type OpenParts } from './open-for-person.ts';

/** What came of a question whether the servers of a file may start. */
export type WrittenApproval = 'not needed' | 'approved' | 'refused';

/**
 * Shows what the configuration of a folder would start where nobody has approved it, also while servers of its former text run: those follow the file
 * once it is approved. What keeps servers from being approved is told.
 */
export async function approveWritten(parts: OpenParts, folder: Folder): Promise<WrittenApproval> {
  const { host, named } = parts.accessOf(folder);
  try {
    // Warnings are told by whoever opens the configuration.
    const quiet = { ...host, askInput: undefined, notify: () => undefined };
    const { approvals, missing: _missing, ...written } = await readWritten(quiet, named);
    const { file } = written.source;
    if (written.approved || file === undefined) return 'not needed';
    if ((await host.approve?.(written, new AbortController().signal)) !== true) {
      tellRefused(parts, folder);
      return 'refused';
    }
    await approvals.approve(file, written.hash);
    return 'approved';
  } catch (error) {
    if (!ToolyardError.is(error) || error.code !== 'config-invalid') throw error;
    await tellInvalid(parts, folder, error);
    return 'refused';
  }
}

function tellRefused(parts: OpenParts, folder: Folder): void {
  const message = `The servers of ${folder.name} are not approved, so none was started.`;
  parts.later(async () => {
    if ((await parts.editor.notify('info', message, 'Approve')) === 'Approve') await approveWritten(parts, folder);
  });
}
