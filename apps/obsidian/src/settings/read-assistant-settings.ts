import { isJsonObject, type JsonObject } from '@toolyard/core';
import { checkMessageNames, MESSAGE_NAMES, PROVIDERS } from '@toolyard/host/assistant';
import { checkSetting } from '@toolyard/host';
import { NO_DATA, type AssistantSettings } from './plugin-data.ts';

type AssistantField = Exclude<keyof AssistantSettings, 'unused'>;

/** What is wrong with a member, a sentence for people; `undefined` where it can be used. */
const CHECKS: Readonly<Record<AssistantField, (value: unknown) => string | undefined>> = {
  models: (value) =>
    Array.isArray(value) ? value.map(checkModelId).find((problem) => problem !== undefined) : 'it is no list.',
  model: checkModelId,
  preview: (value) =>
    typeof value === 'string' && ['always', 'first', 'never'].includes(value)
      ? undefined
      : 'it must be always, first or never.',
  names: checkNames,
  tokenLimit: (value) => checkSetting('conversationTokenLimit', value),
};

/** Reads `assistant` of data.json. What cannot be used is told, left out, and kept to be written back. */
export function readAssistantSettings(stored: JsonObject, problems: string[]): AssistantSettings {
  const unused: Record<string, unknown> = {};
  const used: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(stored)) {
    const problem = isField(field) ? CHECKS[field](value) : undefined;
    if (problem !== undefined)
      problems.push(`"assistant.${field}" in the settings of Toolyard is not used: ${problem}`);
    if (isField(field) && problem === undefined) used[field] = value;
    else unused[field] = value;
  }
  return { ...NO_DATA.assistant, ...used, ...(Object.keys(unused).length > 0 && { unused }) };
}

/** What is wrong with a choice for the assistant, a sentence each for people. */
export function checkAssistant(settings: AssistantSettings): readonly string[] {
  return Object.entries(settings).flatMap(([field, value]) => (isField(field) ? (CHECKS[field](value) ?? []) : []));
}

/** What is wrong with the id of a model, a sentence for people; `undefined` where it can be one. */
export function checkModelId(id: unknown): string | undefined {
  const [provider = '', ...name] = typeof id === 'string' ? id.split('/') : [];
  if (Object.hasOwn(PROVIDERS, provider) && name.join('/').trim() !== '') return undefined;
  return `${JSON.stringify(id)} is no model. Write provider/name; the providers are ${Object.keys(PROVIDERS).join(', ')}.`;
}

function checkNames(value: unknown): string | undefined {
  const roles = Object.keys(MESSAGE_NAMES);
  if (!isJsonObject(value) || !roles.every((role) => typeof value[role] === 'string')) {
    return `it must have a text for each of ${roles.join(', ')}.`;
  }
  const [system, user, assistant] = roles.map((role) => String(value[role]));
  const [problem] = checkMessageNames({ system: system ?? '', user: user ?? '', assistant: assistant ?? '' });
  return problem && `${problem}.`;
}

function isField(name: string): name is AssistantField {
  return Object.hasOwn(CHECKS, name);
}
