import type { SecretStore } from '@toolyard/host';

/** The part of the editor's secret storage that is used; names are the extension's own, so they cannot meet those of others. */
export interface SecretPlace {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
}

/** Values of inputs in the editor's secret storage, under the names that the host gives them; an empty one counts as none. */
export function createSecretStore(place: SecretPlace): SecretStore {
  return {
    read: async (name) => (await place.get(name)) || undefined,
    keep: async (name, value) => place.store(name, value),
  };
}
