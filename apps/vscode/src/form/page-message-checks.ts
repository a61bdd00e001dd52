import { isJsonObject } from '@toolyard/core';

/** Whether a value from a page is what its field may hold. */
export type FieldCheck = (value: unknown) => boolean;

const MAX_NAME = 1000;

/** A text as short as names are. */
export const isName: FieldCheck = (value) => typeof value === 'string' && value.length <= MAX_NAME;

/** The number of an edit; a page counts its edits from 1. */
export const isEdit: FieldCheck = (value) => Number.isSafeInteger(value) && Number(value) > 0;

/** Whether a value is a message of this version of a protocol, by a table of its messages with their fields. */
export function fitsProtocol(
  value: unknown,
  protocol: number,
  messages: Readonly<Record<string, Readonly<Record<string, FieldCheck>>>>,
): boolean {
  if (!isJsonObject(value) || value['protocol'] !== protocol) return false;
  const { type } = value;
  const fields = typeof type === 'string' && Object.hasOwn(messages, type) ? messages[type] : undefined;
  return fields !== undefined && Object.entries(fields).every(([name, check]) => check(value[name]));
}
