import { createFileNamedApprovals, type NamedApproval, type NamedApprovals } from './create-file-named-approvals.ts';

/** One approval of a hook that was given. */
export interface HookApproval extends Omit<NamedApproval, 'name'> {
  readonly hook: string;
}

/** Which hooks of which files a person has approved; a hash is that of the hook and of what it uses. */
export interface HookApprovals extends Omit<NamedApprovals, 'list'> {
  /** All approvals for the hooks of a file, the oldest first. */
  list(file: string): Promise<readonly HookApproval[]>;
}

/** Keeps approvals of hooks below the state folder, as `createFileNamedApprovals` does. */
export function createFileHookApprovals(stateDir: string, onSetAside?: (message: string) => void): HookApprovals {
  const approvals = createFileNamedApprovals(stateDir, { folder: 'hooks', kind: 'hook' }, onSetAside);
  return {
    ...approvals,
    list: async (file) => (await approvals.list(file)).map(({ name, ...rest }) => ({ hook: name, ...rest })),
  };
}
