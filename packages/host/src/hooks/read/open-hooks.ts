import type { Log } from '@toolyard/core';
import type { HookApprovals } from '@toolyard/node';
import { changeHost } from '../../ports/change-host.ts';
import type { Host } from '../../ports/host.ts';
import { stateStoreOf } from '../../state/state-store.ts';
import type { HooksOptions } from './locate-hooks.ts';
import { refuseFindings } from './read-hooks-file.ts';
import { readHooks, type ReadHooks } from './read-hooks.ts';

/** Whose hooks are opened, and who sees the log of the servers that they need. */
export interface OpenHooksOptions extends HooksOptions {
  /** Nobody does where it is absent. */
  readonly shown?: Log;
  /** The names of the other programs whose servers hooks can use, as `SERVER_SOURCES` has them; all where it is absent. */
  readonly sources?: readonly string[] | undefined;
  /** False where the folder is not trusted: not even git is started there, so the user is known by the name that the operating system has. */
  readonly asksGit?: boolean | undefined;
}

/** The hooks of a workspace as they were read, with the host that runs them. */
export interface OpenHooks extends ReadHooks {
  /** As if it had been started in the workspace. */
  readonly host: Host;
  readonly approvals: HookApprovals;
  readonly shown: Log;
  readonly sources?: readonly string[] | undefined;
  readonly asksGit?: boolean | undefined;
}

/** Reads the hooks of a workspace for a host; throws `config-invalid` with one line a problem. */
export async function openHooks(host: Host, options: OpenHooksOptions): Promise<OpenHooks> {
  const opened = await openUncheckedHooks(host, options);
  refuseFindings(opened.findings);
  return opened;
}

/** The same where something may be wrong: then these are the hooks that nothing is wrong with, and the findings say what is. */
export async function openUncheckedHooks(host: Host, options: OpenHooksOptions): Promise<OpenHooks> {
  const { shown = { write: () => undefined }, sources, asksGit, ...meant } = options;
  const read = await readHooks(host.surroundings, meant);
  for (const message of read.passedBy) host.notify({ level: 'warning', message });
  const { hookApprovals: approvals } = stateStoreOf(host);
  return { ...read, host: changeHost(host, { surroundings: read.surroundings }), approvals, shown, sources, asksGit };
}
