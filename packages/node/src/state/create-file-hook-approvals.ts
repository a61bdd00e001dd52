import { statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { readPlainFileSync } from '../file/read-plain-file.ts';
import { checkStatePermissions, explainState } from './check-state-permissions.ts';
import { APPROVAL, APPROVAL_LOSS, formatApproval, placeOfApproval, toApprovedPath } from './describe-approval.ts';
import { makeRoom } from './set-aside.ts';
import { parseState } from './versioned-state.ts';
import { writeFileAtomically } from '../file/write-file-atomically.ts';

/** One approval of a hook that was given. */
export interface HookApproval {
  readonly hook: string;
  /** Of the hook and of what it uses; another hash needs another approval. */
  readonly hash: string;
  /** When it was given, in milliseconds since 1970. */
  readonly at: number;
  /** What the person saw, if it was kept. */
  readonly seen?: unknown;
}

/** Which hooks of which files a person has approved. */
export interface HookApprovals {
  /** Not where others could have changed the approval. */
  isApproved(file: string, hook: string, hash: string): Promise<boolean>;
  /** `seen` is kept along, to tell later what changed; rejects with `state-not-written` and `state-refused`. */
  approve(file: string, hook: string, hash: string, seen?: unknown): Promise<void>;
  /** All approvals for the hooks of a file, the oldest first. */
  list(file: string): Promise<readonly HookApproval[]>;
  /** Takes all approvals of a hook back; false where there was none. Rejects with `state-not-written`. */
  revoke(file: string, hook: string): Promise<boolean>;
}

interface KeptApproval extends HookApproval {
  readonly file: string;
  readonly place: string;
  /** A newer Toolyard gave it, and may mean something else by it: it approves nothing here. */
  readonly isNewer: boolean;
}

/**
 * Keeps approvals of hooks below the state folder, each in a file of its own. A file of hooks is known by the real path of
 * its folder, so that a copy of it elsewhere is not approved. `onSetAside` is told where an approval takes the place of one that this
 * version cannot read.
 */
export function createFileHookApprovals(
  stateDir: string,
  onSetAside: (message: string) => void = () => undefined,
): HookApprovals {
  const folder = join(stateDir, 'approvals', 'hooks');

  async function listKept(file: string): Promise<readonly KeptApproval[]> {
    const known = await toApprovedPath(file);
    const names = await readdir(folder).catch(() => []);
    return names
      .map((name) => readApproval(folder, join(folder, name)))
      .flatMap((approval) => (approval?.file === known ? [approval] : []))
      .toSorted((left, right) => left.at - right.at);
  }

  return {
    async isApproved(file, hook, hash) {
      const place = placeOfApproval(folder, { file: await toApprovedPath(file), hook, hash });
      return explainState(stateDir, place) === undefined && readApproval(folder, place)?.isNewer === false;
    },
    async approve(file, hook, hash, seen) {
      const approval = { file: await toApprovedPath(file), hook, hash };
      const place = placeOfApproval(folder, approval);
      await checkStatePermissions(stateDir, place);
      const message = await makeRoom(place, APPROVAL, APPROVAL_LOSS);
      await writeFileAtomically(place, formatApproval({ ...approval, seen })).catch(refuse(hook, 'written to', place));
      if (message !== undefined) onSetAside(message);
    },
    async list(file) {
      const kept = (await listKept(file)).filter(({ isNewer }) => !isNewer);
      return kept.map(({ hook, hash, at, seen }) => ({ hook, hash, at, ...(seen !== undefined && { seen }) }));
    },
    async revoke(file, hook) {
      // Those of a newer Toolyard too: what a person takes back must not count again after the next update.
      const revoked = (await listKept(file)).filter((approval) => approval.hook === hook);
      await Promise.all(
        revoked.map(({ place }) => rm(place, { force: true }).catch(refuse(hook, 'removed from', place))),
      );
      return revoked.length > 0;
    },
  };
}

/** `undefined` for a file that does not say what its name says. It is asked before every run, so it waits for no thread. */
function readApproval(folder: string, place: string): KeptApproval | undefined {
  try {
    const state = parseState(readPlainFileSync(place).toString('utf8'), APPROVAL);
    if (state.kind === 'unreadable') return undefined;
    const isNewer = state.kind === 'newer';
    const { file, hook, hash, seen } = isNewer ? state.fields : state.value;
    if (typeof file !== 'string' || typeof hook !== 'string' || typeof hash !== 'string') return undefined;
    if (placeOfApproval(folder, { file, hook, hash }) !== place) return undefined;
    return { file, hook, hash, place, isNewer, at: statSync(place).mtimeMs, ...(seen !== undefined && { seen }) };
  } catch {
    return undefined;
  }
}

function refuse(hook: string, what: 'written to' | 'removed from', place: string): (error: unknown) => never {
  return (error) => {
    const message = `The approval of the hook "${hook}" could not be ${what} ${place}: ${toMessage(error)}. Make the folder writable.`;
    throw new ToolyardError('state-not-written', message, { cause: error });
  };
}
