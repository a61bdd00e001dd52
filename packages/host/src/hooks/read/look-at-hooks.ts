import { toMessage, ToolyardError } from '@toolyard/core';
import type { McpServer } from '@toolyard/hooks';
import { findConfiguration } from '@toolyard/node';
import { checkFoundTools } from '../check/check-found-tools.ts';
import { checkHooks, checkServers } from '../check/check-hooks.ts';
import { toFindOptions } from '../../configuration/to-find-options.ts';
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
  /** Something is wrong with a file of hooks: whoever runs hooks goes on with those that there were before. */
  readonly isWrong: boolean;
  /** Why the configuration cannot be used; its servers are not known then. */
  readonly problem?: UnusableConfiguration;
}

/** What is wrong with a configuration, and where; both from 1. */
export interface UnusableConfiguration {
  /** For people. */
  readonly message: string;
  /** Absent where there is no such file. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
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
  const isWrong = opened.findings.length > 0;
  return { files, lookedFor, hooks, keys, findings, mayStart, isWrong, ...(problem === undefined ? {} : { problem }) };
}

type Resolved = Pick<ResolvedApprovals, 'hooks' | 'keys' | 'foreign' | 'mayStart'> & Pick<HooksLook, 'problem'>;

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
      problem: await describeUnusable(error, opened),
    };
  }
}

async function describeUnusable(
  error: ToolyardError,
  { surroundings, named }: Pick<OpenHooks, 'surroundings' | 'named'>,
): Promise<UnusableConfiguration> {
  const message = toMessage(error);
  const { file } = await findConfiguration(toFindOptions(surroundings, named));
  const placed = error.problems?.find(({ line }) => line !== undefined);
  return file === undefined
    ? { message }
    : { message, place: { file, line: placed?.line ?? 1, column: placed?.column ?? 1 } };
}
