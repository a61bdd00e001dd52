import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toRealPath } from './state-folder-of.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** Which configuration files, with which contents, a person has approved. */
export interface ApprovalStore {
  /** `hash` is of the contents; another content needs another approval. */
  isApproved(file: string, hash: string): Promise<boolean>;
  approve(file: string, hash: string): Promise<void>;
}

/**
 * Keeps approvals below the state folder, each in a file of its own: approvals that are given at the same time cannot
 * lose each other, and a broken file is one approval less.
 */
export function createFileApprovalStore(stateDir: string): ApprovalStore {
  return {
    async isApproved(file, hash) {
      const approval = await describeApproval(stateDir, file, hash);
      const text = await readFile(approval.place, 'utf8').catch(() => undefined);
      return text === approval.text;
    },
    async approve(file, hash) {
      const { place, text } = await describeApproval(stateDir, file, hash);
      await writeFileAtomically(place, text);
    },
  };
}

/**
 * A file is known by the real path of its folder. That of the file itself would be wrong where it is a link: relative paths
 * in it start at the folder of the link, so the same text can start quite different programs there.
 */
async function describeApproval(
  stateDir: string,
  file: string,
  hash: string,
): Promise<{ readonly place: string; readonly text: string }> {
  const found = join(await toRealPath(dirname(file)), basename(file));
  const text = `${JSON.stringify({ file: found, hash }, undefined, 2)}\n`;
  const name = createHash('sha256').update(text).digest('hex');
  return { place: join(stateDir, 'approvals', `${name}.json`), text };
}
