import type { ServerDefinition } from '@toolyard/core';
import type { CustomAction, Hook, McpAction, ParameterMapping } from '@toolyard/hooks';
import { describeServers } from '../configuration/describe-servers.ts';
import { maskWords } from '../terminal/mask-secrets.ts';
import { toVisible, toVisibleJson } from '../terminal/to-visible.ts';
import { describePolicy, describeTrigger } from './describe-trigger.ts';
import { maskNamed } from './mask-named.ts';

type Row = readonly [label: string, text: string];

/**
 * Exactly what a hook would run and with which arguments, in lines, without secrets and without anything that could
 * steer a terminal; `server` is its server as the configuration has it.
 */
export function describeHook(hook: Hook, server: ServerDefinition | undefined): string[] {
  const { action } = hook;
  const title = hook.name === undefined ? '' : `: ${toVisible(hook.name)}`;
  const policy = describePolicy(hook);
  return [
    `${toVisible(hook.id)}${title}`,
    `  when    ${describeTrigger(hook.trigger)}`,
    ...(policy === undefined ? [] : [`  policy  ${policy}`]),
    ...(action.type === 'mcp' ? describeCall(action, server) : describeProgram(action)),
  ];
}

function describeCall({ parameters }: McpAction, server: ServerDefinition | undefined): string[] {
  const { serverId, toolName, parameterMappings, timeout } = parameters;
  const starts = server === undefined ? undefined : describeServers({ servers: [{ ...server, enabled: true }] })[0];
  return [
    `  calls   ${toVisible(`${serverId}:${toolName}`)}, for at most ${timeout} ms`,
    ...renderRows(parameterMappings.map(toRow)),
    `  server  ${toVisible(starts ?? `${serverId}: is not in the configuration`)}`,
  ];
}

function toRow({ toolParam, source, value, default: fallback }: ParameterMapping): Row {
  const otherwise = fallback === undefined ? '' : `, else ${toVisibleJson(maskNamed(toolParam, fallback))}`;
  const shown = source === 'context' ? toVisible(String(value)) : toVisibleJson(toMasked(toolParam, source, value));
  return [toVisible(toolParam), `${source} ${shown}${otherwise}`];
}

/** What a template names is no secret, also where its parameter is one. */
function toMasked(name: string, source: ParameterMapping['source'], value: unknown): unknown {
  return maskNamed(source === 'template' ? '' : name, value);
}

function describeProgram({ parameters }: CustomAction): string[] {
  const { command, args, cwd, env = {}, timeout } = parameters;
  const words = maskWords([command, ...args]).map(quote);
  const where = cwd === undefined ? '' : ` in ${toVisibleJson(cwd)}`;
  const variables = Object.entries(env).map(([name, value]): Row => {
    return [toVisible(name), toVisibleJson(maskNamed(name, value))];
  });
  return [`  runs    ${words.join(' ')}${where}, for at most ${timeout} ms`, ...renderRows(variables)];
}

function renderRows(rows: readonly Row[]): string[] {
  const width = Math.max(0, ...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, text]) => `    ${label.padEnd(width)}${text}`);
}

function quote(word: string): string {
  return /^[\w@%+=:,./~*{}-]+$/.test(word) ? word : toVisibleJson(word);
}
