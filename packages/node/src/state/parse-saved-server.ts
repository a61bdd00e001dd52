import { CATALOGUE_KINDS, STATELESS_REVISION, type ServerIntroduction, type SavedServer } from '@toolyard/core';
import { formatState, parseObject, type StateForm } from './versioned-state.ts';

const NUMBERS = ['autoDisabledAt', 'lastAttemptAt', 'lastConnectedAt', 'lastFailureAt'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** Characters of all lists of a server together that are kept; a server with more is asked again at the next start. */
const MAX_LISTS = 33_554_432;

/** The largest file that is read: such lists in UTF-8, a greeting of the longest message, and their escapes. */
export const MAX_STATE_BYTES = 268_435_456;

/** The text of a state file; without the lists where they are too long to be kept. */
export function formatSavedServer(saved: SavedServer): string {
  const { lists, cuts, sets, ...rest } = saved;
  const all = [lists, ...(sets ?? []).map((set) => set.lists)];
  const kept = isKept(all) ? { lists, cuts, sets } : {};
  return formatState(SAVED_SERVER, { ...rest, ...kept });
}

function isKept(all: readonly SavedServer['lists'][]): boolean {
  let length = 0;
  for (const entries of all.flatMap((lists) => Object.values(lists ?? {}))) {
    for (const entry of entries) length += entry.length;
  }
  return length <= MAX_LISTS;
}

/** What is remembered of one server; there are none from before versions were written. */
export const SAVED_SERVER: StateForm<SavedServer> = {
  version: 1,
  read: (fields, version) => (version > 0 && isSavedServer(fields) ? fields : undefined),
};

function isSavedServer(fields: Fields): fields is Fields & SavedServer {
  return (
    typeof fields['key'] === 'string' &&
    typeof fields['definitionHash'] === 'string' &&
    isAmount(fields['failures']) &&
    isOptional(fields['enabled'], 'boolean') &&
    isOptional(fields['entryHash'], 'string') &&
    isOptional(fields['autoDisabledReason'], 'string') &&
    NUMBERS.every((name) => fields[name] === undefined || isAmount(fields[name])) &&
    Object.entries(PARTS).every(([name, isPart]) => fields[name] === undefined || isPart(fields[name]))
  );
}

const PARTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  greeting: isGreeting,
  era: isEra,
  lists: isLists,
  cuts: isCuts,
  sets: (value) => Array.isArray(value) && value.every(isSet),
};

function isSet(value: unknown): boolean {
  if (!isObject(value) || typeof value['set'] !== 'string' || parseObject(value['set']) === undefined) return false;
  return isLists(value['lists']) && (value['cuts'] === undefined || isCuts(value['cuts']));
}

function isGreeting(value: unknown): value is ServerIntroduction {
  return (
    isObject(value) &&
    typeof value['protocolVersion'] === 'string' &&
    isObject(value['capabilities']) &&
    isOptional(value['instructions'], 'string')
  );
}

function isEra(value: unknown): boolean {
  return (
    isObject(value) &&
    (value['verdict'] === 'legacy' || value['verdict'] === STATELESS_REVISION) &&
    isAmount(value['at'])
  );
}

function isLists(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(
    ([kind, entries]) =>
      CATALOGUE_KINDS.some((known) => known === kind) &&
      Array.isArray(entries) &&
      entries.every((entry) => typeof entry === 'string' && parseObject(entry) !== undefined),
  );
}

function isCuts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((cut) => typeof cut === 'string');
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isOptional(value: unknown, type: 'boolean' | 'string'): boolean {
  return value === undefined || typeof value === type;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
