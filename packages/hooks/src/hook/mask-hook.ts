import { maskValue, maskWords } from '@toolyard/core';
import type { Action, Hook, ParameterMapping } from './hook.ts';
import { rulesOf, type OperationAction } from './rules-of.ts';

/** The same hook without secrets, of the same form, for what is kept of an approval. */
export function maskHook(hook: Hook): Hook {
  const { trigger, action } = hook;
  const conditions = trigger.if === undefined ? {} : { if: maskNamed(trigger.if) };
  return { ...hook, trigger: { ...trigger, ...conditions }, action: maskAction(action) };
}

function maskAction(action: Action): Action {
  if (action.type === 'mcp') {
    const parameterMappings = action.parameters.parameterMappings.map(maskMapping);
    return { ...action, parameters: { ...action.parameters, parameterMappings } };
  }
  if (action.type !== 'custom') return maskOperation(action);
  const { command, args, env } = action.parameters;
  const [program = '', ...words] = maskWords([command, ...args]);
  const masked = { command: program, args: words, ...(env !== undefined && { env: maskNamed(env) }) };
  return { ...action, parameters: { ...action.parameters, ...masked } };
}

function maskOperation<Own extends OperationAction>(action: Own): Own;
function maskOperation(action: OperationAction): unknown {
  const words = Object.entries(rulesOf(action)).flatMap(([name, { kind }]) => {
    const written = action.parameters[name];
    return kind === 'words' && Array.isArray(written) ? [[name, maskWords(['', ...written.map(String)]).slice(1)]] : [];
  });
  return { ...action, parameters: maskNamed({ ...action.parameters, ...Object.fromEntries(words) }) };
}

function maskMapping(mapping: ParameterMapping): ParameterMapping {
  const { toolParam, source, value } = mapping;
  if (source === 'context') return maskDefault(mapping);
  // What a template names is no secret, also where its parameter is one.
  return maskDefault({ ...mapping, value: maskValue(source === 'template' ? '' : toolParam, value) });
}

function maskDefault(mapping: ParameterMapping): ParameterMapping {
  if (mapping.default === undefined) return mapping;
  return { ...mapping, default: maskValue(mapping.toolParam, mapping.default) };
}

function maskNamed<Value extends object>(values: Value): Value;
function maskNamed(values: object): unknown {
  return maskValue('', values);
}
