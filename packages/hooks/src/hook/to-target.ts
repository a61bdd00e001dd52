import { toToolId } from '@toolyard/core';
import type { Action } from './hook.ts';

/** What an action uses, in a few words: `key:tool`, the program, or what it does: `git commit`, `agent ask`. */
export function toTarget(action: Action): string {
  switch (action.type) {
    case 'mcp':
      return toToolId(action.parameters.serverId, action.parameters.toolName);
    case 'custom':
      return action.parameters.command;
    case 'agent':
      return `agent ${action.parameters.operation === 'command' ? String(action.parameters['command']) : action.parameters.operation}`;
    default:
      return `${action.type} ${action.parameters.operation}`;
  }
}
