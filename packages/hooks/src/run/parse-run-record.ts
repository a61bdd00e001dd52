import { isJsonObject } from '@toolyard/core';
import { isChain } from '../event/parse-run-chain.ts';
import { isEventName } from '../event/parse-new-event.ts';
import { ACTION_TYPES } from '../hook/hook.ts';
import { RUN_STATUSES, type RunRecord } from './run-record.ts';

type Fields = Readonly<Record<string, unknown>>;

const TEXTS = ['id', 'hook', 'target', 'queuedAt', 'endedAt'] as const;
const OPTIONAL_TEXTS = ['name', 'group', 'reason', 'startedAt', 'replayOf', 'text'] as const;
const OPTIONAL_NUMBERS = ['ms', 'count'] as const;
const FLAGS = ['repeated', 'unavailable'] as const;
const SOURCES = ['workspace', 'user'];
const AVAILABILITIES = ['available', 'unavailable', 'unknown'];

/** Reads a line of the log or an answer of another Toolyard; `undefined` for what is no record. Unknown fields are kept. */
export function parseRunRecord(value: unknown): RunRecord | undefined {
  return isJsonObject(value) && isRunRecord(value) ? value : undefined;
}

function isRunRecord(fields: Fields): fields is Fields & RunRecord {
  return (
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    OPTIONAL_TEXTS.every((name) => isOptional(fields[name], 'string')) &&
    OPTIONAL_NUMBERS.every((name) => isOptional(fields[name], 'number')) &&
    isOneOf(SOURCES, fields['source']) &&
    isOneOf(ACTION_TYPES, fields['action']) &&
    isOneOf(RUN_STATUSES, fields['status']) &&
    typeof fields['attempts'] === 'number' &&
    FLAGS.every((name) => fields[name] === undefined || fields[name] === true) &&
    isEvent(fields['event']) &&
    isChain(fields['chain']) &&
    (fields['server'] === undefined || isServer(fields['server']))
  );
}

function isEvent(value: unknown): value is RunRecord['event'] {
  return (
    isJsonObject(value) &&
    typeof value['id'] === 'string' &&
    typeof value['at'] === 'string' &&
    isEventName(value['name']) &&
    isJsonObject(value['context']) &&
    (value['cut'] === undefined || areTexts(value['cut']))
  );
}

function isServer(value: unknown): value is RunRecord['server'] {
  return (
    isJsonObject(value) &&
    typeof value['key'] === 'string' &&
    typeof value['state'] === 'string' &&
    isOneOf(AVAILABILITIES, value['status'])
  );
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isOptional(value: unknown, type: 'string' | 'number'): boolean {
  return value === undefined || typeof value === type;
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && words.includes(value);
}
