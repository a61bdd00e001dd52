import { isJsonObject } from '@toolyard/core';
import { HOOK_LIMITS, type McpAction, type ParameterMapping } from './hook.ts';

/** The parameters of an `mcp` action as a file may have them: `timeout` has a default. */
export type McpParams = Omit<McpAction['parameters'], 'timeout'> & { readonly timeout?: number };

const SOURCES: readonly unknown[] = ['context', 'literal', 'template'];

/** Tells whether a value can be the parameters of an `mcp` action; whether server and tool exist is not looked at. */
export function isValidMcpParams(value: unknown): value is McpParams {
  if (!isJsonObject(value)) return false;
  const { serverId, toolName, parameterMappings, timeout } = value;
  return (
    isSomeText(serverId) &&
    isSomeText(toolName) &&
    Array.isArray(parameterMappings) &&
    parameterMappings.every(isValidParameterMapping) &&
    (timeout === undefined || isTimeout(timeout))
  );
}

/** Tells whether a value can be one mapping of a parameter; a literal may be any JSON value. */
export function isValidParameterMapping(value: unknown): value is ParameterMapping {
  if (!isJsonObject(value) || !isSomeText(value['toolParam']) || !SOURCES.includes(value['source'])) return false;
  const { source, value: mapped } = value;
  if (source === 'context') return isSomeText(mapped);
  if (source === 'template') return typeof mapped === 'string' || (typeof mapped === 'object' && mapped !== null);
  return isJson(mapped);
}

function isSomeText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTimeout(value: unknown): boolean {
  return (
    Number.isInteger(value) && Number(value) >= HOOK_LIMITS.minTimeoutMs && Number(value) <= HOOK_LIMITS.maxTimeoutMs
  );
}

function isJson(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
}
