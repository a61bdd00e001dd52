import { isDestructiveTool, parseToolId, toToolId, type ServerStatus, type Yard } from '@toolyard/core';
import {
  allowListOf,
  checkMappings,
  isToolGlob,
  matchesEntry,
  type AgentAction,
  type KnownHook,
  type McpAction,
} from '@toolyard/hooks';
import { validateArguments } from '@toolyard/runtime';
import { describeFailure } from '../../yard/describe-failure.ts';
import type { HooksFinding } from '../read/hooks-finding.ts';
import type { ReadHooks } from '../read/read-hooks.ts';
import { suggestName, toHookFinding, type HookRemark } from './check-hooks.ts';

const PARAMETERS = ['action', 'parameters'] as const;

/** What a yard that has settled shows about the tools of hooks and about their parameters; no tool is called. */
export async function checkTools(read: ReadHooks, yard: Yard): Promise<readonly HooksFinding[]> {
  const remarks = await Promise.all(
    read.hooks.map(async (known) => {
      const { action } = known.hook;
      if (action.type === 'agent') return toFindings(known, remarkOnAllowed(action, yard), read);
      return action.type === 'mcp' ? toFindings(known, await remarkOnTool(action, yard), read) : [];
    }),
  );
  return remarks.flat();
}

function toFindings(known: KnownHook, remarks: readonly HookRemark[], read: ReadHooks): readonly HooksFinding[] {
  return remarks.map((remark) => toHookFinding(known, remark, read));
}

async function remarkOnTool(action: McpAction, yard: Yard): Promise<readonly HookRemark[]> {
  const { serverId, toolName } = action.parameters;
  const status = yard.server(serverId);
  // A server that the configuration does not have was said already.
  if (status === undefined) return [];
  const tool = yard.catalogue.find('tools', toToolId(serverId, toolName));
  if (tool !== undefined) return checkMappings(action, tool.definition['inputSchema'], validateArguments);
  const names = yard.catalogue.listOf('tools', serverId).map(({ name }) => name);
  if (!isKnown(status, names)) return [remarkOnState(status)];
  const message = `Server "${serverId}" has no tool "${toolName}"${suggestName(toBare(toolName, serverId), names, 'tools')}`;
  return [{ path: [...PARAMETERS, 'toolName'], message, severity: 'error' }];
}

/** What the allow-list of a model names and a server does not have. */
function remarkOnAllowed(action: AgentAction, yard: Yard): readonly HookRemark[] {
  return allowListOf(action).tools.flatMap((entry, index) => {
    const { server, tool } = parseToolId(entry) ?? { server: '', tool: '' };
    const status = yard.server(server);
    if (status === undefined) return [];
    const path = [...PARAMETERS, 'tools', index];
    const entries = yard.catalogue.listOf('tools', server);
    const names = entries.map(({ name }) => name);
    if (!isKnown(status, names)) return [{ ...remarkOnState(status), path }];
    const matched = entries.filter(({ name }) => matchesEntry(entry, server, name));
    if (!isToolGlob(entry)) {
      const message = `Server "${server}" has no tool "${tool}"${suggestName(tool, names, 'tools')}`;
      return matched.length > 0 ? [] : [{ path, message, severity: 'error' as const }];
    }
    if (matched.some(({ definition }) => !isDestructiveTool(definition))) return [];
    return [{ path, message: explainIdle(entry, matched.length), severity: 'warning' as const }];
  });
}

function explainIdle(glob: string, destructive: number): string {
  if (destructive === 0) return `"${glob}" matches no tool`;
  return `"${glob}" matches destructive tools alone, which have to be listed by their full names`;
}

/** The name without the key before it, which a tool id and the name that clients see have. */
function toBare(name: string, key: string): string {
  const prefix = [`${key}:`, `${key}__`].find((each) => name.startsWith(each)) ?? '';
  return name.slice(prefix.length);
}

/** Whether what the server offers is known, so that what is missing there is missing. */
function isKnown({ state }: ServerStatus, names: readonly string[]): boolean {
  return state === 'running' || (state === 'idle' && names.length > 0);
}

function remarkOnState(status: ServerStatus): HookRemark {
  const { key, state } = status;
  const why = describeFailure(status) ?? `Server "${key}" is ${state}`;
  // Those who switched it off, or let it start when it is needed, know that.
  const severity = state === 'disabled' || state === 'idle' ? 'warning' : 'error';
  return { path: [...PARAMETERS, 'serverId'], message: `The tool was not checked. ${why}`, severity };
}
