import { toToolId, type JsonObject } from '@toolyard/core';
import { writeCallBlock } from '@toolyard/host';
import { toHookId } from '../form/to-hook-id.ts';
import type { CopyAs } from './protocol.ts';

/** A call that somebody wants to make elsewhere. */
export interface CopiedCall {
  readonly server: string;
  readonly tool: string;
  readonly values: JsonObject;
}

/** A call as text: a tool block of a note, a hook with fixed values, or a command for the shell of the platform. */
export function copyCall(call: CopiedCall, as: CopyAs, platform: NodeJS.Platform): string {
  const { server, tool, values } = call;
  if (as === 'block') return `${writeCallBlock(server, { tool, arguments: values, missing: [] }).text}\n`;
  if (as === 'hook') return `${JSON.stringify(toHook(call), undefined, 2)}\n`;
  const quote = platform === 'win32' ? quoteForPowerShell : quoteForShell;
  const words = ['toolyard', 'call', quote(toToolId(server, tool))];
  return [...words, ...(Object.keys(values).length === 0 ? [] : ['--args', quote(JSON.stringify(values))])].join(' ');
}

/** It runs by hand: which event it should wait for, only the person knows. */
function toHook({ server, tool, values }: CopiedCall): object {
  const parameterMappings = Object.entries(values).map(([toolParam, value]) => ({
    toolParam,
    source: 'literal',
    value,
  }));
  return {
    id: toHookId(`${server} ${tool}`, []),
    trigger: { event: 'manual' },
    action: { type: 'mcp', parameters: { serverId: server, toolName: tool, parameterMappings } },
  };
}

function quoteForShell(word: string): string {
  return /^[\w:./@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function quoteForPowerShell(word: string): string {
  return /^[\w:./-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}
