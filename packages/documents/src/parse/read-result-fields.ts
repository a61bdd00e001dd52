import type { ResultStatus } from './note.ts';
import type { ResultFields } from './note-structure.ts';

const STATUSES: readonly ResultStatus[] = ['pending', 'success', 'error', 'timeout', 'cancelled'];

/** Reads `name=value` pairs; what is not known or not as it must be is left out. */
export function readResultFields(text: string): ResultFields {
  const given = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/(?<!\w)(\w+)=(\S+)/g))
    if (!given.has(name)) given.set(name, value);
  const status = STATUSES.find((known) => known === given.get('status'));
  const ms = /^\d{1,15}$/.test(given.get('ms') ?? '') ? Number(given.get('ms')) : undefined;
  const at = given.get('at');
  const args = given.get('args');
  const out = given.get('out');
  return {
    id: given.get('id') ?? '',
    ...(status !== undefined && { status }),
    ...(at !== undefined && { at }),
    ...(ms !== undefined && { ms }),
    ...(args !== undefined && { args }),
    ...(out !== undefined && { out }),
  };
}
