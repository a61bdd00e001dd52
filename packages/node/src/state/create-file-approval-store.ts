import { join } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { readPlainFile } from '../file/read-plain-file.ts';
import { checkStatePermissions } from './check-state-permissions.ts';
import { describeApproval, toApprovedPath, type DescribedApproval } from './describe-approval.ts';
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
 * lose each other, and a broken file is one approval less.
 */
export function createFileApprovalStore(stateDir: string): ApprovalStore {
  async function describe(file: string, hash: string): Promise<DescribedApproval> {
    return describeApproval(join(stateDir, 'approvals'), { file: await toApprovedPath(file), hash });
  }
  return {
    async isApproved(file, hash) {
      const approval = await describe(file, hash);
      await checkStatePermissions(stateDir, approval.place);
      const bytes = await readPlainFile(approval.place).catch(() => undefined);
      return bytes?.toString('utf8') === approval.text;
    },
    async approve(file, hash) {
      const { place, text } = await describe(file, hash);
      await checkStatePermissions(stateDir, place);
      await writeFileAtomically(place, text).catch(refuse(place));
    },
  };
}

function refuse(place: string): (error: unknown) => never {
  return (error) => {
    const message = `The approval could not be written to ${place}: ${toMessage(error)}. Free disk space, or make the folder writable.`;
    throw new ToolyardError('state-not-written', message, { cause: error });
  };
}
