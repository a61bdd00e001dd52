import type { Frame } from '@toolyard/core';

/** What a client of `subscriptions/listen` wants to hear of. */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
  readonly taskIds?: readonly string[];
}

/** The lists that a notification is about, which must have been asked for before their changes are told. */
const LISTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['notifications/tools/list_changed', ['tools/list']],
  ['notifications/prompts/list_changed', ['prompts/list']],
  ['notifications/resources/list_changed', ['resources/list', 'resources/templates/list']],
]);

/** Reads a filter; `undefined` where the request has none, or one that is none. */
export function parseSubscriptionFilter(request: Frame): SubscriptionFilter | undefined {
  const given = request.param('notifications');
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const wanted: Readonly<Record<string, unknown>> = { ...given };
  const uris = readList(wanted['resourceSubscriptions']);
  const taskIds = readList(wanted['taskIds']);
  if (uris === undefined || taskIds === undefined) return undefined;
  return {
    ...(wanted['toolsListChanged'] === true ? { toolsListChanged: true } : {}),
    ...(wanted['promptsListChanged'] === true ? { promptsListChanged: true } : {}),
    ...(wanted['resourcesListChanged'] === true ? { resourcesListChanged: true } : {}),
    ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}),
    ...(taskIds.length > 0 ? { taskIds } : {}),
  };
}

/** Each once; `undefined` where something else stands there. */
function readList(value: unknown = []): readonly string[] | undefined {
  if (!Array.isArray(value) || !value.every((text) => typeof text === 'string')) return undefined;
  return [...new Set<string>(value)];
}

/** Whether a notification is among what the filter lets through. */
export function matchesFilter(filter: SubscriptionFilter, notification: Frame): boolean {
  switch (notification.method) {
    case 'notifications/tools/list_changed':
      return filter.toolsListChanged === true;
    case 'notifications/prompts/list_changed':
      return filter.promptsListChanged === true;
    case 'notifications/resources/list_changed':
      return filter.resourcesListChanged === true;
    case 'notifications/resources/updated':
      return filter.resourceSubscriptions !== undefined;
    case 'notifications/tasks':
      return filter.taskIds !== undefined;
    default:
      return false;
  }
}

/** The requests that ask for the lists a notification is about. */
export function listsOf(notification: string): readonly string[] {
  return LISTS.get(notification) ?? [];
}

/** The requests that ask for all lists whose changes the filter wants. */
export function wantedLists(filter: SubscriptionFilter): readonly string[] {
  return [
    ...(filter.toolsListChanged === true ? listsOf('notifications/tools/list_changed') : []),
    ...(filter.promptsListChanged === true ? listsOf('notifications/prompts/list_changed') : []),
    ...(filter.resourcesListChanged === true ? listsOf('notifications/resources/list_changed') : []),
  ];
}
