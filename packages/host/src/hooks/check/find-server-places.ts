import { parseToolId } from '@toolyard/core';
import { allowListOf, type Action } from '@toolyard/hooks';

/** A server that a hook names, and where. */
export interface ServerPlace {
  readonly key: string;
  /** Into the hook. */
  readonly path: readonly (string | number)[];
}

const PARAMETERS = ['action', 'parameters'] as const;

/** Every place of an action that names a server. */
export function findServerPlaces(action: Action): readonly ServerPlace[] {
  if (action.type === 'mcp') return [{ key: action.parameters.serverId, path: [...PARAMETERS, 'serverId'] }];
  if (action.type !== 'agent') return [];
  const { servers, tools } = allowListOf(action);
  return [
    ...servers.map((key, index) => ({ key, path: [...PARAMETERS, 'servers', index] })),
    ...tools.map((entry, index) => ({
      key: parseToolId(entry)?.server ?? entry,
      path: [...PARAMETERS, 'tools', index],
    })),
  ];
}
