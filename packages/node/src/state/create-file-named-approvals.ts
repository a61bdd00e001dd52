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

/** One approval that was given for something with a name. */
export interface NamedApproval {
  readonly name: string;
  /** Of what is approved; another hash needs another approval. */
  readonly hash: string;
  /** When it was given, in milliseconds since 1970. */
  readonly at: number;
  /** What the person saw, if it was kept. */
  readonly seen?: unknown;
}

/** What of which files a person has approved. */
export interface NamedApprovals {
  /** Not where others could have changed the approval. */
  isApproved(file: string, name: string, hash: string): Promise<boolean>;
  /** `seen` is kept along, to tell later what changed; rejects with `state-not-written` and `state-refused`. */
  approve(file: string, name: string, hash: string, seen?: unknown): Promise<void>;
  /** All approvals for what a file has, the oldest first. */
  list(file: string): Promise<readonly NamedApproval[]>;
  /** Takes all approvals of a name back; false where there was none. Rejects with `state-not-written`. */
  revoke(file: string, name: string): Promise<boolean>;
}

/** What is approved, and where that is kept. */
export interface ApprovedKind {
  /** The folder below `approvals` in the state folder. */
  readonly folder: string;
  /** What people and the files call it. */
  readonly kind: 'hook' | 'tool';
}

interface KeptApproval extends NamedApproval {
  readonly file: string;
  readonly place: string;
  /** A newer Toolyard gave it, and may mean something else by it: it approves nothing here. */
  readonly isNewer: boolean;
}

/**
 * Keeps approvals below the state folder, each in a file of its own. A file is known by the real path of its folder, so that
 * a copy of it elsewhere is not approved. `onSetAside` is told where an approval takes the place of one that this version cannot read.
 */
export function createFileNamedApprovals(
  stateDir: string,
  { folder: below, kind }: ApprovedKind,
  onSetAside: (message: string) => void = () => undefined,
): NamedApprovals {
  const folder = join(stateDir, 'approvals', below);

  async function listKept(file: string): Promise<readonly KeptApproval[]> {
    const known = await toApprovedPath(file);
    const names = await readdir(folder).catch(() => []);
    return names
      .map((name) => readApproval(folder, join(folder, name), kind))
      .flatMap((approval) => (approval?.file === known ? [approval] : []))
      .toSorted((left, right) => left.at - right.at);
  }

  return {
    async isApproved(file, name, hash) {
      const place = placeOfApproval(folder, { file: await toApprovedPath(file), [kind]: name, hash });
      return explainState(stateDir, place) === undefined && readApproval(folder, place, kind)?.isNewer === false;
    },
    async approve(file, name, hash, seen) {
      const approval = { file: await toApprovedPath(file), [kind]: name, hash };
      const place = placeOfApproval(folder, approval);
      await checkStatePermissions(stateDir, place);
      const message = await makeRoom(place, APPROVAL, APPROVAL_LOSS);
      const refused = refuse(`the ${kind} "${name}"`, 'written to', place);
      await writeFileAtomically(place, formatApproval({ ...approval, seen })).catch(refused);
      if (message !== undefined) onSetAside(message);
    },
    async list(file) {
      const kept = (await listKept(file)).filter(({ isNewer }) => !isNewer);
      return kept.map(({ name, hash, at, seen }) => ({ name, hash, at, ...(seen !== undefined && { seen }) }));
    },
    async revoke(file, name) {
      // Those of a newer Toolyard too: what a person takes back must not count again after the next update.
      const revoked = (await listKept(file)).filter((approval) => approval.name === name);
      const what = `the ${kind} "${name}"`;
      await Promise.all(
        revoked.map(({ place }) => rm(place, { force: true }).catch(refuse(what, 'removed from', place))),
      );
      return revoked.length > 0;
    },
  };
}

/** `undefined` for a file that does not say what its name says. It is asked before every run, so it waits for no thread. */
function readApproval(folder: string, place: string, kind: ApprovedKind['kind']): KeptApproval | undefined {
  try {
    const state = parseState(readPlainFileSync(place).toString('utf8'), APPROVAL);
    if (state.kind === 'unreadable') return undefined;
    const isNewer = state.kind === 'newer';
    const { file, [kind]: name, hash, seen } = isNewer ? state.fields : state.value;
    if (typeof file !== 'string' || typeof name !== 'string' || typeof hash !== 'string') return undefined;
    if (placeOfApproval(folder, { file, [kind]: name, hash }) !== place) return undefined;
    return { file, name, hash, place, isNewer, at: statSync(place).mtimeMs, ...(seen !== undefined && { seen }) };
  } catch {
    return undefined;
  }
}

function refuse(subject: string, what: 'written to' | 'removed from', place: string): (error: unknown) => never {
  return (error) => {
    const message = `The approval of ${subject} could not be ${what} ${place}: ${toMessage(error)}. Make the folder writable.`;
    throw new ToolyardError('state-not-written', message, { cause: error });
  };
}
