import { isJsonObject, type JsonObject } from '@toolyard/core';
import { EVENT_NAMES, type EventName } from '../hook/hook.ts';
import type { NewEvent } from './hook-event.ts';
import { isChain } from './parse-run-chain.ts';

const CHECKS: Readonly<Record<keyof NewEvent, (value: unknown) => boolean>> = {
  name: isEventName,
  values: isJsonObject,
  id: isName,
  at: isTime,
  chain: isChain,
  window: (value) => Array.isArray(value) && value.length === 2 && value.every(isTime),
  target: isName,
  replayOf: isName,
};

/** Reads an event that another process sent; `undefined` where it is none, or has parts that are not known here. */
export function parseNewEvent(value: unknown): NewEvent | undefined {
  return isNewEvent(value) ? value : undefined;
}

/** Tells the name of an event from everything else. */
export function isEventName(value: unknown): value is EventName {
  return EVENT_NAMES.some((name) => name === value);
}

function isNewEvent(value: unknown): value is JsonObject & NewEvent {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'name') || !Object.hasOwn(value, 'values')) return false;
  return Object.entries(value).every(([key, member]) => isKnown(key) && CHECKS[key](member));
}

function isKnown(key: string): key is keyof NewEvent {
  return Object.hasOwn(CHECKS, key);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Whether a value is a time in milliseconds since 1970 that can be written as a date. */
export function isTime(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}
