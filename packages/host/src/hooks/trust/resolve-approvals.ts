import { createValueRedactor, secretsOf, type ServerDefinition, type Settings } from '@toolyard/core';
import { hashHook, serversOfAction, type KnownHook } from '@toolyard/hooks';
import { type HookApproval, type HookApprovals } from '@toolyard/node';
import type { OpenHooks } from '../read/open-hooks.ts';
import { readServers } from './read-servers.ts';

/** Whether a hook may run as far as people have a say. */
export type Approval = 'not needed' | 'approved' | 'not approved' | 'changed since approved';

/** Whether a hook is approved, together with its servers. */
export interface ResolvedApproval {
  readonly known: KnownHook;
  /** The servers of its tools as the configuration has them, in the order of `serverKeysOf`; without those that it has not. */
  readonly servers: readonly ServerDefinition[];
  readonly approval: Approval;
  /** What an approval would be for. */
  readonly hash: string;
  /** The last approval of another form of it. */
  readonly before?: HookApproval;
}

/** A hook that a person may be asked about. */
export interface ResolvedHook extends ResolvedApproval {
  /** Takes the secrets of the configuration out of what is kept of it. */
  redact(value: unknown): unknown;
}

/** Hooks with all that is known about them without starting anything. */
export interface ResolvedApprovals {
  readonly hooks: readonly ResolvedHook[];
  /** The keys of all servers of the configuration. */
  readonly keys: readonly string[];
  /** What the configuration says besides. */
  readonly settings: Settings;
  /** Whether servers of the configuration may be started. */
  readonly mayStart: boolean;
  /** Takes the secrets of the configuration out of a value. */
  redact(value: unknown): unknown;
}

/** The hooks whose servers and approvals are looked up, and where to find these. */
export type ApprovalLookup = Pick<OpenHooks, 'hooks' | 'approvals' | 'host' | 'named'>;

/** Looks up the servers and the approvals of hooks; asks nobody anything. */
export async function resolveApprovals(lookup: ApprovalLookup): Promise<ResolvedApprovals> {
  const { hooks, approvals } = lookup;
  const written = await readServers(lookup);
  const { asWritten, configuration = asWritten, approved: mayStart } = written;
  const { servers } = asWritten;
  const redact = createValueRedactor(secretsOf(configuration));
  const resolved = await Promise.all(
    hooks.map((known) => {
      const own = serverKeysOf(known).flatMap((key) => servers.find((server) => server.key === key) ?? []);
      return resolveApproval(known, own, approvals);
    }),
  );
  return {
    hooks: resolved.map((each) => ({ ...each, redact })),
    keys: servers.map(({ key }) => key),
    settings: asWritten.settings,
    mayStart,
    redact,
  };
}

/** The hooks that people let run; what only the others need is not to be started. */
export async function findAllowed(lookup: ApprovalLookup): Promise<readonly KnownHook[]> {
  const { hooks } = await resolveApprovals(lookup);
  return hooks.flatMap(({ approval, known }) => (approval === 'approved' || approval === 'not needed' ? [known] : []));
}

/** The keys of the servers that a hook may call; none for a program. */
export function serverKeysOf({ hook: { action } }: KnownHook): readonly string[] {
  return serversOfAction(action);
}

/** The same of one hook, whose servers are known. */
export async function resolveApproval(
  known: KnownHook,
  servers: readonly ServerDefinition[],
  approvals: HookApprovals,
): Promise<ResolvedApproval> {
  const { hook, source, file } = known;
  const hash = hashHook(hook, ...servers);
  const about = { known, hash, servers };
  if (source === 'user') return { ...about, approval: 'not needed' };
  if (await approvals.isApproved(file, hook.id, hash)) return { ...about, approval: 'approved' };
  const before = (await approvals.list(file)).findLast((approval) => approval.hook === hook.id);
  if (before === undefined) return { ...about, approval: 'not approved' };
  return { ...about, approval: 'changed since approved', before };
}

/** Why people do not let a hook run, in the words of the log; `undefined` where they do. */
export function refusalOf({
  approval,
}: Pick<ResolvedApproval, 'approval'>): Extract<Approval, 'not approved' | 'changed since approved'> | undefined {
  return approval === 'not approved' || approval === 'changed since approved' ? approval : undefined;
}
