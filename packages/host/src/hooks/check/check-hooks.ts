import { nearest } from '@toolyard/core';
import { explainUnserved, findDoubts, type EventName, type KnownHook } from '@toolyard/hooks';
import { explainMissingToken } from '../github/create-github-sender.ts';
import type { HooksFinding } from '../read/hooks-finding.ts';
import type { ReadHooks } from '../read/read-hooks.ts';
import type { ForeignServers } from '../foreign/read-foreign-servers.ts';
import type { ResolvedApprovals } from '../trust/resolve-approvals.ts';
import { findServerPlaces } from './find-server-places.ts';

/** Something about a value of a hook. */
export interface HookRemark {
  /** Into the hook: `['trigger', 'event']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly severity: HooksFinding['severity'];
}

/** Where events come from that Toolyard does not notice by itself. */
const TOLD_BY: Partial<Readonly<Record<EventName, string>>> = {
  'task.ended': '"toolyard hooks exec -- COMMAND" or an editor',
  'terminal.ended': 'an editor or "toolyard hooks fire"',
  'diagnostics.changed': 'an editor or "toolyard hooks fire"',
};

/** What the program that checks hooks can do besides what every program can. */
export interface CheckHooksOptions {
  /** The events that it tells of by itself, as editors do. */
  readonly tells?: readonly EventName[] | undefined;
  /** Whether it can send prompts to a chat. */
  readonly hasChat?: boolean;
}

/** What can be said about hooks by themselves: events that nothing enters, and what is hardly meant so. */
export function checkHooks(
  read: ReadHooks,
  { tells = [], hasChat = false }: CheckHooksOptions = {},
): readonly HooksFinding[] {
  return read.hooks.flatMap((known) =>
    [
      ...(tells.includes(known.hook.trigger.event) ? [] : remarkOnEvent(known)),
      ...(hasChat ? [] : remarkOnChat(known)),
      ...remarkOnWebhook(known, read.surroundings),
      ...remarkOnToken(known, read.surroundings),
      ...findDoubts(known.hook),
    ].map((remark) => toHookFinding(known, remark, read)),
  );
}

/** The servers of hooks that there are not, or that cannot be used; `keys` are those that can. */
export function checkServers(
  read: ReadHooks,
  { keys, foreign }: Pick<ResolvedApprovals, 'keys' | 'foreign'>,
): readonly HooksFinding[] {
  return read.hooks.flatMap((known) =>
    remarkOnServer(known, keys, foreign).map((remark) => toHookFinding(known, remark, read)),
  );
}

/** A remark with its place in the file of the hook. */
export function toHookFinding(known: KnownHook, remark: HookRemark, { files }: Pick<ReadHooks, 'files'>): HooksFinding {
  const { hook, source, file } = known;
  const { message, severity } = remark;
  const { line, column, path } = files[source]?.places.locate(hook.id, remark.path) ?? {
    line: 1,
    column: 1,
    path: '$',
  };
  return { file, line, column, path, message, severity, hook: hook.id };
}

function remarkOnEvent({ hook }: KnownHook): HookRemark[] {
  const { event } = hook.trigger;
  const teller = TOLD_BY[event];
  if (teller === undefined) return [];
  const message = `The event "${event}" comes from ${teller}; "hooks watch" does not notice it by itself`;
  return [{ path: ['trigger', 'event'], message, severity: 'warning' }];
}

function remarkOnChat({ hook: { action } }: KnownHook): HookRemark[] {
  if (action.type !== 'agent' || action.parameters.operation !== 'chat') return [];
  const message = 'The operation "chat" works only in an editor; run by "toolyard", the hook would fail';
  return [{ path: ['action', 'parameters', 'operation'], message, severity: 'warning' }];
}

/** That this process has the variable says little about the one that will run the hooks, but most of the time it is the same. */
function remarkOnWebhook({ hook }: KnownHook, { env }: ReadHooks['surroundings']): HookRemark[] {
  const reason = hook.trigger.event === 'webhook' ? explainUnserved(hook, (name) => env[name]) : undefined;
  if (reason === undefined) return [];
  const field = hook.trigger.secretEnv === undefined ? 'event' : 'secretEnv';
  return [{ path: ['trigger', field], message: `The webhook is not served: ${reason}`, severity: 'warning' }];
}

/** For the same reason as with webhooks, a warning and no error. */
function remarkOnToken({ hook: { action } }: KnownHook, { env }: ReadHooks['surroundings']): HookRemark[] {
  if (action.type !== 'github') return [];
  const { baseUrl, tokenEnv } = action.parameters;
  if (typeof baseUrl !== 'string' || typeof tokenEnv !== 'string') return [];
  const reason = explainMissingToken(env, { baseUrl, tokenEnv });
  if (reason === undefined) return [];
  return [{ path: ['action', 'parameters'], message: `The hook would fail: ${reason}`, severity: 'warning' }];
}

function remarkOnServer(
  known: KnownHook,
  keys: readonly string[],
  foreign: Pick<ForeignServers, 'find'>,
): HookRemark[] {
  return findServerPlaces(known.hook.action).flatMap(({ key, path }) => {
    if (keys.includes(key)) return [];
    const unusable = foreign.find(key);
    const message =
      unusable === undefined
        ? `Unknown server "${key}"${suggestName(key, keys, 'servers')}`
        : `Server "${key}" of ${unusable.found.file} cannot be used: ${unusable.problem}`;
    return [{ path, message, severity: 'error' as const }];
  });
}

/** What a name may have meant: `; did you mean "chat"?`, else all there are. */
export function suggestName(name: string, known: readonly string[], what: string): string {
  const [near] = nearest(name, known, 1);
  if (near !== undefined) return `; did you mean "${near}"?`;
  return known.length === 0 ? `; there are no ${what}` : `; the ${what} are ${known.slice(0, 12).join(', ')}`;
}
