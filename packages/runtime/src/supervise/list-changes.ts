import type { CatalogueKind } from '@toolyard/core';

/** The lists that a notification says are others now, by its method. */
export const LIST_CHANGES: Readonly<Record<string, readonly CatalogueKind[]>> = {
  'notifications/tools/list_changed': ['tools'],
  'notifications/prompts/list_changed': ['prompts'],
  'notifications/resources/list_changed': ['resources', 'templates'],
};
