import { toInputVariable } from '@toolyard/core';
import { toShortHash, toSlug, type SecretStore, type Surroundings } from '@toolyard/host';
import type { NoteApp } from '../ports/note-app.ts';

/** The values of `${input:ID}` on this device, in Obsidian's secret storage. */
export interface VaultSecrets extends SecretStore {
  /** The value for a definition of the vault; `undefined` where there is none. */
  valueOf(id: string): string | undefined;
  /** Keeps a value for definitions of the vault; an empty one counts as none, since secret storage forgets nothing. */
  set(id: string, value: string): void;
  /** The key of a provider of models, by its variable; no definition of a server can name it. */
  keyOf(variable: string): string | undefined;
  setKey(variable: string, value: string): void;
}

/** Secrets under names that people know again in Obsidian's list of them; those of other configuration files than `file` never meet them. */
export function createVaultSecrets(
  { readSecret, writeSecret }: Pick<NoteApp, 'readSecret' | 'writeSecret'>,
  { env }: Pick<Surroundings, 'env'>,
  file: string,
): VaultSecrets {
  const read = (name: string): string | undefined => readSecret(name) || undefined;
  const toName = (name: string): string => {
    // What belongs to no configuration is the key of a provider.
    if (!name.includes('#')) return toKeyName(name);
    const place = name.slice(0, name.lastIndexOf('#'));
    const id = name.slice(place.length + 1);
    return place === file ? toStorageName(id) : `${toStorageName(id)}-${toShortHash(place)}`;
  };
  return {
    read: async (name) => read(toName(name)),
    keep: async (name, value) => writeSecret(toName(name), value),
    valueOf: (id) => read(toStorageName(id)) ?? env[toInputVariable(id)],
    set: (id, value) => writeSecret(toStorageName(id), value),
    keyOf: (variable) => read(toKeyName(variable)),
    setKey: (variable, value) => writeSecret(toKeyName(variable), value),
  };
}

/** Secret storage takes small letters, digits and dashes; ids that differ in other characters only are told apart by a hash. */
function toStorageName(id: string): string {
  const slug = toSlug(id);
  return slug === id ? `toolyard-${slug}` : `toolyard-${slug}-${toShortHash(id)}`;
}

/** Begins otherwise than all names above. */
function toKeyName(variable: string): string {
  return `${toSlug(variable)}-for-toolyard`;
}
