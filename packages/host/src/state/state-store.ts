import type { ServerMemory, ToolyardError } from '@toolyard/core';
import {
  createFileApprovalStore,
  createFileHookApprovals,
  createFileNamedApprovals,
  createFileServerMemory,
  resolvePlaces,
  type ApprovalStore,
  type HookApprovals,
  type NamedApprovals,
} from '@toolyard/node';
import type { Surroundings } from '../surroundings/surroundings.ts';

/** A memory that may take a moment to keep what it was given. */
export interface KeptMemory extends ServerMemory {
  /**
   * Called when it is known whether another yard runs on the same configuration (`leave`) or not (`set-aside`): what this version cannot read
   * may be of use to that one. Absent where there never is any such thing; where it is never called, nothing of it is changed.
   */
  settleUnusable?(how: 'set-aside' | 'leave'): Promise<void>;
  /** Resolves when all that was remembered is kept, or was found impossible to keep. */
  flush(): Promise<void>;
}

/** Whose servers are remembered. */
export interface MemoryPlace {
  /** The configuration file; absent for the built-in configuration. */
  readonly file?: string;
  /** The folder for what is known of this configuration. */
  readonly stateFolder: string;
}

/** Where it is kept what people approved and what is remembered of servers: both decide what may run. */
export interface StateStore {
  readonly approvals: ApprovalStore;
  readonly hookApprovals: HookApprovals;
  /** The tools and servers that the assistant may use; each file is a configuration, each hash that of a server's definition. */
  readonly toolApprovals: NamedApprovals;
  /** What is remembered of the servers of one configuration; `onFailure` hears where it cannot be kept or read. */
  openMemory(place: MemoryPlace, onFailure: (error: ToolyardError) => void): Promise<KeptMemory>;
}

/**
 * The host's own store, else files below the state folder that only this user can change. The host gets a notice of files that were set
 * aside, since this version cannot read them.
 */
export function stateStoreOf(host: {
  readonly surroundings: Surroundings;
  readonly state?: StateStore | undefined;
  notify?(notice: { readonly level: 'warning'; readonly message: string }): void;
}): StateStore {
  if (host.state !== undefined) return host.state;
  const { stateDir } = resolvePlaces(host.surroundings);
  const tell = (message: string): void => host.notify?.({ level: 'warning', message });
  return {
    approvals: createFileApprovalStore(stateDir, tell),
    hookApprovals: createFileHookApprovals(stateDir, tell),
    toolApprovals: createFileNamedApprovals(stateDir, { folder: 'tools', kind: 'tool' }, tell),
    openMemory: ({ stateFolder }, onFailure) =>
      createFileServerMemory(stateFolder, (error) =>
        error.code === 'state-not-read' ? tell(error.message) : onFailure(error),
      ),
  };
}
