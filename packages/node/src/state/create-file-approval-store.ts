import { join } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { readPlainFile } from '../file/read-plain-file.ts';
import { checkStatePermissions } from './check-state-permissions.ts';
import { APPROVAL, APPROVAL_LOSS, formatApproval, placeOfApproval, toApprovedPath } from './describe-approval.ts';
import { makeRoom } from './set-aside.ts';
import { parseState } from './versioned-state.ts';
import { writeFileAtomically } from '../file/write-file-atomically.ts';

/** Which configuration files, with which contents, a person has approved. */
export interface ApprovalStore {
  /** `hash` is of the contents; another content needs another approval. Rejects with `state-refused`. */
  isApproved(file: string, hash: string): Promise<boolean>;
  /** Rejects with `state-not-written`, and with `state-refused` where others could change what was approved. */
  approve(file: string, hash: string): Promise<void>;
}

/**
 * Keeps approvals below the state folder, each in a file of its own: approvals that are given at the same time cannot
 * lose each other, and a broken file is one approval less. `onSetAside` is told where an approval takes the place of one that this version
 * cannot read.
 */
export function createFileApprovalStore(
  stateDir: string,
  onSetAside: (message: string) => void = () => undefined,
): ApprovalStore {
  const folder = join(stateDir, 'approvals');
  return {
    async isApproved(file, hash) {
      const approval = { file: await toApprovedPath(file), hash };
      const place = placeOfApproval(folder, approval);
      await checkStatePermissions(stateDir, place);
      const bytes = await readPlainFile(place).catch(() => undefined);
      const state = bytes && parseState(bytes.toString('utf8'), APPROVAL);
      return state?.kind === 'known' && JSON.stringify(state.value) === JSON.stringify(approval);
    },
    async approve(file, hash) {
      const approval = { file: await toApprovedPath(file), hash };
      const place = placeOfApproval(folder, approval);
      await checkStatePermissions(stateDir, place);
      const message = await makeRoom(place, APPROVAL, APPROVAL_LOSS);
      await writeFileAtomically(place, formatApproval(approval)).catch(refuse(place));
      if (message !== undefined) onSetAside(message);
    },
  };
}

function refuse(place: string): (error: unknown) => never {
  return (error) => {
    const message = `The approval could not be written to ${place}: ${toMessage(error)}. Free disk space, or make the folder writable.`;
    throw new ToolyardError('state-not-written', message, { cause: error });
  };
}
