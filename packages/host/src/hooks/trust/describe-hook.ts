import { quoteWord, toVisible, toVisibleJson } from '@toolyard/core';
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
import type { HookServer } from './resolve-approvals.ts';
import { describePolicy, describeTrigger } from './describe-trigger.ts';

/**
 * Exactly what a hook would run and with which arguments, in lines, unredacted and with each character visible; `servers` are
 * its servers as they are written.
 */
export function describeHook(hook: Hook, servers: readonly HookServer[]): string[] {
  const { action } = hook;
  const title = hook.name === undefined ? '' : `: ${toVisible(hook.name)}`;
  const policy = describePolicy(hook);
  return [
    `${quoteWord(hook.id)}${title}`,
    `  when    ${describeTrigger(hook.trigger)}`,
    ...(policy === undefined ? [] : [`  policy  ${policy}`]),
    ...describeAction(action),
    ...servers.flatMap(describeHookServer),
  ];
}

function describeAction(action: Action): string[] {
  switch (action.type) {
    case 'mcp':
      return describeCall(action);
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

function describeCall({ parameters }: McpAction): string[] {
  const { serverId, toolName, parameterMappings, timeout } = parameters;
  return [
    `  calls   ${quoteWord(`${serverId}:${toolName}`)}, for at most ${timeout} ms`,
    ...describeMappings(parameterMappings),
  ];
}

function describeHookServer({ key, server, foreign }: HookServer): string[] {
  const absent = foreign === undefined ? `${quoteWord(key)}: is not in the configuration` : quoteWord(key);
  const [title = '', ...lines] = server === undefined ? [absent] : describeServer(server);
  return [
    `  server  ${title}`,
    ...lines.map((line) => `  ${line}`),
    ...(foreign === undefined ? [] : describeForeign(foreign).map((line) => `    ${line}`)),
  ];
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
