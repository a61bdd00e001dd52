import { readPastedServers, type PastedServers, type TakenNames } from '@toolyard/host';
import { checkServerName } from '../settings/check-server-name.ts';

/** The servers of a pasted text, under names that blocks of notes can have. */
export function readVaultPaste(text: string, taken: Omit<TakenNames, 'toName'>): PastedServers {
  return readPastedServers(text, { ...taken, toName: toLanguageName });
}

/** The same name, or one near it that can be the language of a block. */
export function toLanguageName(name: string, others: readonly string[]): string {
  return checkServerName(name, others)?.suggestion ?? name;
}
