import { toMessage, ToolyardError } from '@toolyard/core';
import type { McpServer } from '@toolyard/hooks';
import { checkFoundTools } from '../check/check-found-tools.ts';
import { checkHooks, checkServers } from '../check/check-hooks.ts';
import { NO_FOREIGN_SERVERS } from '../foreign/read-foreign-servers.ts';
import {
  resolveApproval,
  resolveApprovals,
  type ResolvedApprovals,
  type ResolvedHook,
} from '../trust/resolve-approvals.ts';
import type { HooksFinding } from './hooks-finding.ts';
import type { OpenHooks } from './open-hooks.ts';

/** All that can be said about hooks without starting anything. */
export interface HooksLook extends Pick<OpenHooks, 'files' | 'lookedFor'> {
  /** Those that can be read, the user's first. */
  readonly hooks: readonly ResolvedHook[];
  /** What hooks can name servers by. */
  readonly keys: readonly string[];
  /** What is wrong with files and hooks, or looks wrong. */
  readonly findings: readonly HooksFinding[];
  /** Whether servers of the configuration may be started. */
  readonly mayStart: boolean;
  /** Why the configuration cannot be used, for people; its servers are not known then. */
  readonly problem?: string;
}

/** Looks at hooks as they were read, and holds them to the servers that were found, if any were looked for. */
export async function lookAtHooks(opened: OpenHooks, found: readonly McpServer[] | undefined): Promise<HooksLook> {
  const { files, lookedFor } = opened;
  const resolved = await resolve(opened);
  const { hooks, keys, mayStart, problem } = resolved;
  const findings = [
    ...opened.findings,
    ...checkHooks(opened, { tells: opened.host.tells, hasChat: opened.host.chat !== undefined }),
    ...(problem === undefined ? checkServers(opened, resolved) : []),
    ...(found === undefined ? [] : await checkFoundTools(opened, found)),
  ];
  return { files, lookedFor, hooks, keys, findings, mayStart, ...(problem === undefined ? {} : { problem }) };
}

type Resolved = Pick<ResolvedApprovals, 'hooks' | 'keys' | 'foreign' | 'mayStart'> & { readonly problem?: string };

async function resolve(opened: OpenHooks): Promise<Resolved> {
  try {
    return await resolveApprovals(opened);
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    const { hooks, approvals } = opened;
    const alone = await Promise.all(hooks.map((known) => resolveApproval(known, () => undefined, approvals)));
    return {
      // No value of a configuration that was not read can be told.
      hooks: alone.map((each) => ({ ...each, redact: (value) => value })),
      keys: [],
      foreign: NO_FOREIGN_SERVERS,
      mayStart: false,
      problem: toMessage(error),
    };
  }
}
