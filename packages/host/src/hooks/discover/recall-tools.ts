import { isJsonObject, type JsonObject, type SavedServer, type ServerDefinition } from '@toolyard/core';
import type { ServerEvidence } from '@toolyard/hooks';
import { hashDefinition } from '@toolyard/runtime';

/** What is remembered of a server that was written in the same way then; `undefined` where nothing is. */
export function recallTools(
  saved: SavedServer | undefined,
  written: ServerDefinition,
): Pick<ServerEvidence, 'tools' | 'toolsSeenAt' | 'description'> | undefined {
  if (saved?.entryHash !== hashDefinition(written)) return undefined;
  return {
    tools: (saved.lists?.tools ?? []).flatMap(parseTool),
    toolsSeenAt: saved.lastConnectedAt,
    description: saved.greeting?.instructions,
  };
}

function parseTool(text: string): JsonObject[] {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? [value] : [];
}
