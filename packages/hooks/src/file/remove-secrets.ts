import { hidesSecret, isJsonObject, isSecretName, type JsonPath } from '@toolyard/core';
import type { Action, ParameterMapping } from '../hook/hook.ts';
import type { ParameterRule } from '../hook/operation.ts';
import { rulesOf, templatesOf, type OperationAction } from '../hook/rules-of.ts';

/** Hears of each value that was taken out. */
type Note = (path: JsonPath) => void;

/** An action in which every text that may be a secret, by its name or its form, is empty; `path` is where it stands. */
export function removeSecrets(action: Action, path: JsonPath, note: Note): Action {
  const inside = [...path, 'parameters'];
  if (action.type === 'mcp') {
    const parameterMappings = action.parameters.parameterMappings.map((mapping, index) =>
      clearMapping(mapping, [...inside, 'parameterMappings', index], note),
    );
    return { ...action, parameters: { ...action.parameters, parameterMappings } };
  }
  if (action.type !== 'custom') {
    const own = textsOf(action).map(([name, { kind, fixed }]) => {
      const [value, at] = [action.parameters[name], [...inside, name]];
      if (kind === 'words' && Array.isArray(value)) return [name, clearWords(value.map(String), at, note)];
      const hides = fixed === true ? hidesSecret : hidesSecretInTemplate;
      return [name, clear({ value, name, path: at }, hides, note)];
    });
    return { ...action, parameters: { ...action.parameters, ...Object.fromEntries(own) } };
  }
  const { args, env, ...others } = action.parameters;
  return {
    ...action,
    parameters: {
      ...others,
      args: clearWords(args, [...inside, 'args'], note),
      ...(env !== undefined && { env: clearEnv(env, [...inside, 'env'], note) }),
    },
  };
}

/** The parameters that hold what people write: templates, and fixed texts that are no names. */
function textsOf(action: OperationAction): readonly (readonly [name: string, rule: ParameterRule])[] {
  const templates = new Set(templatesOf(action).map(([name]) => name));
  const isWritten = (name: string): boolean => action.parameters[name] !== undefined;
  return Object.entries(rulesOf(action)).filter(
    ([name, { kind, fixed }]) => templates.has(name) || (fixed === true && kind === 'text' && isWritten(name)),
  );
}

function clearMapping(mapping: ParameterMapping, path: JsonPath, note: Note): ParameterMapping {
  const { toolParam, source } = mapping;
  const clearIn = (field: 'value' | 'default', hides: typeof hidesSecret): object =>
    Object.hasOwn(mapping, field)
      ? { [field]: clear({ value: mapping[field], name: toolParam, path: [...path, field] }, hides, note) }
      : {};
  if (source === 'context') return { ...mapping, ...clearIn('default', hidesSecret) };
  const hides = source === 'template' ? hidesSecretInTemplate : hidesSecret;
  return { ...mapping, ...clearIn('value', hides), ...clearIn('default', hidesSecret) };
}

function clear(
  { value, name, path }: { readonly value: unknown; readonly name: string; readonly path: JsonPath },
  hides: typeof hidesSecret,
  note: Note,
): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => clear({ value: item, name, path: [...path, index] }, hides, note));
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => {
      // What stands below a secret is one, whatever it is called.
      const inner = { value: item, name: isSecretName(name) ? name : key, path: [...path, key] };
      return [key, clear(inner, hides, note)];
    });
    return Object.fromEntries(entries);
  }
  if (typeof value !== 'string' || !hides(value, name)) return value;
  note(path);
  return '';
}

function clearEnv(env: Readonly<Record<string, string>>, path: JsonPath, note: Note): Record<string, string> {
  const entries = Object.entries(env).map(([name, value]) => {
    if (!hidesSecretInTemplate(value, name)) return [name, value] as const;
    note([...path, name]);
    return [name, ''] as const;
  });
  return Object.fromEntries(entries);
}

function clearWords(words: readonly string[], path: JsonPath, note: Note): string[] {
  return words.map((word, index) => {
    const safe = clearWord(word, words[index - 1] ?? '');
    if (safe !== word) note([...path, index]);
    return safe;
  });
}

/** `--token x`, `--token=x`, `Authorization: Bearer x`. */
function clearWord(word: string, before: string): string {
  const isNamed = before.startsWith('-') && !before.includes('=') && !word.startsWith('-');
  if (isNamed && hidesSecretInTemplate(word, before)) return '';
  const [, head = '', name = '', value = ''] = /^(([\w.-]+)(?:=|:\s*))([\s\S]*)$/.exec(word) ?? [];
  if (value !== '' && hidesSecretInTemplate(value, name)) return head;
  return hidesSecretInTemplate(word, '') ? '' : word;
}

/** What a template takes from the context is not in the file. */
function hidesSecretInTemplate(text: string, name: string): boolean {
  return hidesSecret(text.replaceAll(/\{[^{}]*\}/g, ''), name);
}
