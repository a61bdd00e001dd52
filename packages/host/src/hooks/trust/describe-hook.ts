import { quoteWord, toVisible, toVisibleJson, type ServerDefinition } from '@toolyard/core';
import {
  rulesOf,
  toTarget,
  type Action,
  type CustomAction,
  type Hook,
  type McpAction,
  type OperationAction,
  type ParameterMapping,
} from '@toolyard/hooks';
import { describeServer, renderRows } from '../../configuration/describe-servers.ts';
import { describeForeign } from '../foreign/describe-foreign.ts';
import type { ForeignMcpServer } from '../foreign/foreign-mcp-server.ts';
import { describePolicy, describeTrigger } from './describe-trigger.ts';

/**
 * Exactly what a hook would run and with which arguments, in lines, unredacted and with each character visible; `server` is
 * its server as it is written, and `foreign` tells where that is from if only another program has it.
 */
export function describeHook(hook: Hook, server: ServerDefinition | undefined, foreign?: ForeignMcpServer): string[] {
  const { action } = hook;
  const title = hook.name === undefined ? '' : `: ${toVisible(hook.name)}`;
  const policy = describePolicy(hook);
  return [
    `${quoteWord(hook.id)}${title}`,
    `  when    ${describeTrigger(hook.trigger)}`,
    ...(policy === undefined ? [] : [`  policy  ${policy}`]),
    ...describeAction(action, server, foreign),
  ];
}

function describeAction(
  action: Action,
  server: ServerDefinition | undefined,
  foreign: ForeignMcpServer | undefined,
): string[] {
  switch (action.type) {
    case 'mcp':
      return describeCall(action, server, foreign);
    case 'custom':
      return describeProgram(action);
    default:
      return describeOperation(action);
  }
}

/** In the order of its rules; what is not written has its default, which is shown too. */
function describeOperation(action: OperationAction): string[] {
  const names = Object.keys(rulesOf(action)).filter((name) => action.parameters[name] !== undefined);
  const width = names.reduce((most, name) => Math.max(most, name.length), 0) + 2;
  return [
    `  does    ${toTarget(action)}, for at most ${action.parameters.timeout} ms`,
    ...names.map((name) => `    ${name.padEnd(width)}${toVisibleJson(action.parameters[name])}`),
  ];
}

function describeCall(
  { parameters }: McpAction,
  server: ServerDefinition | undefined,
  foreign: ForeignMcpServer | undefined,
): string[] {
  const { serverId, toolName, parameterMappings, timeout } = parameters;
  const [key = '', ...lines] = server === undefined ? [describeAbsent(serverId, foreign)] : describeServer(server);
  return [
    `  calls   ${quoteWord(`${serverId}:${toolName}`)}, for at most ${timeout} ms`,
    ...describeMappings(parameterMappings),
    `  server  ${key}`,
    ...lines.map((line) => `  ${line}`),
    ...(foreign === undefined ? [] : describeForeign(foreign).map((line) => `    ${line}`)),
  ];
}

function describeAbsent(id: string, foreign: ForeignMcpServer | undefined): string {
  return foreign === undefined ? `${quoteWord(id)}: is not in the configuration` : quoteWord(id);
}

function describeMappings(mappings: readonly ParameterMapping[]): string[] {
  const names = mappings.map(({ toolParam }) => quoteWord(toolParam));
  const width = names.reduce((most, name) => Math.max(most, name.length), 0) + 2;
  return mappings.map(({ source, value, default: fallback }, index) => {
    const shown = source === 'context' ? quoteWord(String(value)) : toVisibleJson(value);
    const otherwise = fallback === undefined ? '' : `, else ${toVisibleJson(fallback)}`;
    return `    ${names[index]?.padEnd(width)}${source} ${shown}${otherwise}`;
  });
}

function describeProgram({ parameters }: CustomAction): string[] {
  const { command, args, cwd, env = {}, timeout } = parameters;
  const rows = [
    ...Object.entries(env).map(([name, value]) => ({ label: 'env', name, value })),
    ...(cwd === undefined ? [] : [{ label: 'cwd', value: cwd }]),
  ];
  return [
    `  runs    ${[command, ...args].map(quoteWord).join(' ')}`,
    ...renderRows(rows).map((line) => `    ${line}`),
    `    for at most ${timeout} ms`,
  ];
}
