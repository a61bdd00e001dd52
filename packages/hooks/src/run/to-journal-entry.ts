import { isJsonObject } from '@toolyard/core';
import type { HookEvent } from '../event/hook-event.ts';
import { isChain } from '../event/parse-run-chain.ts';
import { isEventName, isTime } from '../event/parse-new-event.ts';
import type { JournalEntry, PlannedRun } from './journal.ts';

/** Reads a line of the journal; `undefined` where it is none that this version knows. */
export function toJournalEntry(value: unknown): JournalEntry | undefined {
  return isJournalEntry(value) ? value : undefined;
}

function isJournalEntry(value: unknown): value is JournalEntry {
  if (!isJsonObject(value)) return false;
  switch (value['type']) {
    case 'taken':
      return isHookEvent(value['event']) && arePlanned(value['runs']) && isOptional(value['marks'], isJsonObject);
    case 'marked':
      return isJsonObject(value['marks']);
    case 'started':
      return typeof value['run'] === 'string' && typeof value['repeatable'] === 'boolean';
    case 'ended':
      return typeof value['run'] === 'string';
    default:
      return false;
  }
}

function isHookEvent(value: unknown): value is HookEvent {
  return (
    isJsonObject(value) &&
    typeof value['id'] === 'string' &&
    isEventName(value['name']) &&
    isTime(value['at']) &&
    isJsonObject(value['context']) &&
    isChain(value['chain']) &&
    isOptional(value['target'], isText) &&
    isOptional(value['replayOf'], isText)
  );
}

function arePlanned(value: unknown): value is readonly PlannedRun[] {
  return Array.isArray(value) && value.every(isPlanned);
}

function isPlanned(value: unknown): value is PlannedRun {
  return (
    isJsonObject(value) &&
    isText(value['id']) &&
    isText(value['hook']) &&
    isOptional(value['decided'], isDecision) &&
    isOptional(value['paths'], areTexts)
  );
}

function isDecision(value: unknown): boolean {
  return (
    isJsonObject(value) && (value['status'] === 'skipped' || value['status'] === 'refused') && isText(value['reason'])
  );
}

function isOptional(value: unknown, isValid: (value: unknown) => boolean): boolean {
  return value === undefined || isValid(value);
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
