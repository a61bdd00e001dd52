import { isJsonObject } from '@toolyard/core';
import type { Subject } from '../rows/row.ts';

/** The texts that each kind of subject has. */
const FIELDS: ReadonlyMap<unknown, readonly string[]> = new Map<Subject['kind'], readonly string[]>([
  ['folder', ['folder']],
  ['group', ['folder', 'group']],
  ['hook', ['folder', 'hook']],
  ['server', ['folder', 'server']],
  ['tool', ['folder', 'server', 'tool']],
  ['extension-tool', ['tool']],
  ['run', ['folder', 'run']],
  ['note', ['note']],
  ['block', ['note', 'block']],
  ['text', []],
]);

/**
 * What a command was called for: the subject of a row, a subject itself, or nothing. Keys, tasks and other extensions can call commands with
 * anything; what is no subject counts as nothing.
 */
export function toSubject(argument: unknown): Subject | undefined {
  if (!isJsonObject(argument)) return undefined;
  if (isSubject(argument)) return argument;
  const { subject } = argument;
  return isSubject(subject) ? subject : undefined;
}

function isSubject(value: unknown): value is Subject {
  if (!isJsonObject(value)) return false;
  return FIELDS.get(value['kind'])?.every((name) => typeof value[name] === 'string') ?? false;
}
