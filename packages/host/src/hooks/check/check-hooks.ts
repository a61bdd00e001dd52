import { nearest } from '@toolyard/core';
import { findDoubts, type EventName, type KnownHook } from '@toolyard/hooks';
import type { HooksFinding } from '../read/hooks-finding.ts';
import type { ReadHooks } from '../read/read-hooks.ts';
import { findServerPlaces } from './find-server-places.ts';

/** Something about a value of a hook. */
export interface HookRemark {
  /** Into the hook: `['trigger', 'event']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly severity: HooksFinding['severity'];
}

/** Events that Toolyard does not notice by itself. */
const ONLY_FIRED: readonly EventName[] = [
  'agent',
  'task.ended',
  'schedule',
  'webhook',
  'terminal.ended',
  'diagnostics.changed',
];

/** What can be said about hooks by themselves: events that nothing enters, and what is hardly meant so. */
export function checkHooks(read: ReadHooks): readonly HooksFinding[] {
  return read.hooks.flatMap((known) =>
    [...remarkOnEvent(known), ...findDoubts(known.hook)].map((remark) => toHookFinding(known, remark, read)),
  );
}

/** The servers of hooks that there are not; `keys` are those that there are. */
export function checkServers(read: ReadHooks, keys: readonly string[]): readonly HooksFinding[] {
  return read.hooks.flatMap((known) => remarkOnServer(known, keys).map((remark) => toHookFinding(known, remark, read)));
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
  if (!ONLY_FIRED.includes(event)) return [];
  const message = `The event "${event}" can only be fired with "toolyard hooks fire" so far`;
  return [{ path: ['trigger', 'event'], message, severity: 'warning' }];
}

function remarkOnServer(known: KnownHook, keys: readonly string[]): HookRemark[] {
  return findServerPlaces(known.hook.action).flatMap(({ key, path }) => {
    const message = `Unknown server "${key}"${suggestName(key, keys, 'servers')}`;
    return keys.includes(key) ? [] : [{ path, message, severity: 'error' as const }];
  });
}

/** What a name may have meant: `; did you mean "chat"?`, else all there are. */
export function suggestName(name: string, known: readonly string[], what: string): string {
  const [near] = nearest(name, known, 1);
  if (near !== undefined) return `; did you mean "${near}"?`;
  return known.length === 0 ? `; there are no ${what}` : `; the ${what} are ${known.slice(0, 12).join(', ')}`;
}
