import { parseEnv } from 'node:util';
import type { SettingNeeds, SettingSources } from './task-settings.ts';

/** The value of a setting, and where it stands. */
export interface SettingValue {
  readonly text: string;
  readonly isFromFile: boolean;
}

/** The settings of both sources by their names in capitals. */
export interface MergedSettings {
  readonly values: ReadonlyMap<string, SettingValue>;
  /** What stands in the file alone and must not come from there. */
  readonly ignored: readonly string[];
}

/** A secret and where it goes. */
const CONNECTION = ['SERVICE_AUTH_TOKEN', 'BACKEND_BASE_URL', 'FASTAPI_BASE_URL'];

/** A token that others may come in with beside the current one, and where tasks are kept, which may bring a password of the environment along. */
const NEVER_FROM_FILE = ['SERVICE_AUTH_TOKEN_PREVIOUS', 'DATABASE_URL'];

/**
 * The environment goes before the file, one setting at a time. But where the environment has a secret or says where one goes, none of that
 * comes from the file, nor whom it speaks for: a folder must not send a secret of the environment elsewhere.
 */
export function mergeSources({ env, dotEnvText = '' }: SettingSources, { database }: SettingNeeds): MergedSettings {
  const own = normalize(env);
  const file = normalize(parseEnv(dotEnvText));
  const environmentOnly = NEVER_FROM_FILE.filter((name) => name !== 'DATABASE_URL' || database === true);
  const isConnected = [...CONNECTION, ...environmentOnly].some((name) => own.has(name));
  const refused = isConnected ? [...environmentOnly, ...CONNECTION, 'TASKS_USER_ID'] : environmentOnly;
  const ignored = refused.filter((name) => file.has(name) && !own.has(name));
  for (const name of refused) file.delete(name);
  const mark =
    (isFromFile: boolean) =>
    ([name, text]: [string, string]): [string, SettingValue] => [name, { text, isFromFile }];
  return { values: new Map([...[...file].map(mark(true)), ...[...own].map(mark(false))]), ignored };
}

/** Names count in any case; where one stands in several, the one in capitals. An empty value is none. */
function normalize(values: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const entries = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const text = value?.trim() ?? '';
    return text === '' ? [] : [[name, text]];
  });
  const isCapital = ([name]: [string, string]): number => (name === name.toUpperCase() ? 1 : 0);
  const ordered = entries.toSorted((left, right) => isCapital(left) - isCapital(right));
  return new Map(ordered.map(([name, text]) => [name.toUpperCase(), text]));
}
