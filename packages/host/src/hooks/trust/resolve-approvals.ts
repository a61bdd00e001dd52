import { createValueRedactor, secretsOf, type ServerDefinition, type Settings } from '@toolyard/core';
import { hashHook, serversOfAction, type KnownHook } from '@toolyard/hooks';
import { type HookApproval, type HookApprovals } from '@toolyard/node';
import { toApproved, writtenAs, type ForeignMcpServer } from '../foreign/foreign-mcp-server.ts';
import { NO_FOREIGN_SERVERS, readForeignServers, type ForeignServers } from '../foreign/read-foreign-servers.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { readServers } from './read-servers.ts';

/** Whether a hook may run as far as people have a say. */
export type Approval = 'not needed' | 'approved' | 'not approved' | 'changed since approved';

/** A server that a hook names. */
export interface HookServer {
  readonly key: string;
  /** As it is written; absent where there is none that could be used. */
  readonly server?: ServerDefinition;
  /** Where that is from, if only a file of another program has it. */
  readonly foreign?: ForeignMcpServer;
}

/** Whether a hook is approved, together with its servers. */
export interface ResolvedApproval {
  readonly known: KnownHook;
  /** In the order of `serverKeysOf`. */
  readonly servers: readonly HookServer[];
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
  /** What hooks can name servers by: the keys of the configuration, and the names of those that only other programs have. */
  readonly keys: readonly string[];
  /** The servers of other programs; none where no hook names one. */
  readonly foreign: ForeignServers;
  /** Of the configuration. */
  readonly settings: Settings;
  /** Whether servers of the configuration may be started. */
  readonly mayStart: boolean;
  /** Takes the secrets of the configuration out of a value. */
  redact(value: unknown): unknown;
}

/** The hooks whose servers and approvals are looked up, and where to find these. */
export type ApprovalLookup = Pick<OpenHooks, 'hooks' | 'approvals' | 'host' | 'named' | 'sources'>;

/** Looks up the servers and the approvals of hooks; asks nobody anything. */
export async function resolveApprovals(lookup: ApprovalLookup): Promise<ResolvedApprovals> {
  const { hooks, approvals } = lookup;
  const written = await readServers(lookup);
  const { asWritten, configuration = asWritten, approved: mayStart } = written;
  const { servers } = asWritten;
  const own = new Map(servers.map((server) => [server.key, server]));
  const foreign = hooks.some((known) => isElsewhere(known, own))
    ? await readForeignServers(lookup.host.surroundings, { file: written.source.file, servers }, lookup.sources)
    : NO_FOREIGN_SERVERS;
  const resolved = await Promise.all(
    hooks.map((known) => resolveApproval(known, (key) => own.get(key) ?? foreign.find(key), approvals)),
  );
  const named = resolved.flatMap(definitionsOf);
  const redact = createValueRedactor(secretsOf({ servers: [...configuration.servers, ...named] }));
  return {
    hooks: resolved.map((each) => ({ ...each, redact })),
    keys: [...new Set([...own.keys(), ...foreign.names(), ...named.map(({ key }) => key)])],
    foreign,
    settings: asWritten.settings,
    mayStart,
    redact,
  };
}

function isElsewhere(known: KnownHook, own: ReadonlyMap<string, ServerDefinition>): boolean {
  return serverKeysOf(known).some((key) => !own.has(key));
}

/** The definitions of the servers of a hook, as they are written. */
function definitionsOf({ servers }: Pick<ResolvedApproval, 'servers'>): readonly ServerDefinition[] {
  return servers.flatMap(({ server }) => server ?? []);
}

/** Whether people let a hook run; what only the others need is not to be started. */
export function isAllowed({ approval }: Pick<ResolvedApproval, 'approval'>): boolean {
  return approval === 'approved' || approval === 'not needed';
}

/** The keys of the servers that a hook may call; none for a program. */
export function serverKeysOf({ hook: { action } }: KnownHook): readonly string[] {
  return serversOfAction(action);
}

/** What a key means: a server of the configuration, one of another program, or nothing. */
type FindServer = (key: string) => Meant | Promise<Meant>;

type Meant = ServerDefinition | ForeignMcpServer | undefined;

/** The same of one hook. A server of another program is approved with each hook, also with the user's own. */
export async function resolveApproval(
  known: KnownHook,
  find: FindServer,
  approvals: HookApprovals,
): Promise<ResolvedApproval> {
  const { hook, source, file } = known;
  const parts = await Promise.all(serverKeysOf(known).map(async (key) => toParts(key, await find(key))));
  const servers = parts.map(({ approved: _approved, ...server }) => server);
  const hash = hashHook(hook, ...parts.flatMap(({ approved }) => (approved === undefined ? [] : [approved])));
  const about = { known, hash, servers };
  const isForeign = servers.some(({ foreign }) => foreign !== undefined);
  if (source === 'user' && !isForeign) return { ...about, approval: 'not needed' };
  if (await approvals.isApproved(file, hook.id, hash)) return { ...about, approval: 'approved' };
  const before = (await approvals.list(file)).findLast((approval) => approval.hook === hook.id);
  if (before === undefined) return { ...about, approval: 'not approved' };
  return { ...about, approval: 'changed since approved', before };
}

/** What of a server is told of an approval, and what the approval is for. */
function toParts(key: string, means: Meant): HookServer & { readonly approved?: unknown } {
  if (means === undefined) return { key };
  if ('key' in means) return { key, server: means, approved: means };
  const server = writtenAs(key, means);
  return { key, ...(server === undefined ? {} : { server }), foreign: means, approved: toApproved(key, means) };
}

/** Why people do not let a hook run, in the words of the log; `undefined` where they do. */
export function refusalOf({
  approval,
}: Pick<ResolvedApproval, 'approval'>): Extract<Approval, 'not approved' | 'changed since approved'> | undefined {
  return approval === 'not approved' || approval === 'changed since approved' ? approval : undefined;
}
