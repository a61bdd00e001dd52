import type { SecretStore } from '@toolyard/host';
import { createSecretStore, type SecretPlace } from '../create-secret-store.ts';

/** The editor's secret storage with all that is needed of it. */
export interface RemovableSecrets extends SecretPlace {
  delete(name: string): PromiseLike<void>;
}

/** Where it is written down which names have a value: the oldest editors that are supported do not list their secrets. */
export interface KeptNames {
  read(): readonly string[];
  write(names: readonly string[]): PromiseLike<void>;
}

/** The answers to inputs that are kept on this device, by the names that the host gives them. */
export interface KeptInputs extends SecretStore {
  list(): readonly string[];
  forget(name: string): Promise<void>;
}

/** Keeps answers in the secret storage, and their names beside it. */
export function createKeptInputs(secrets: RemovableSecrets, names: KeptNames): KeptInputs {
  const store = createSecretStore(secrets);
  return {
    read: (name) => store.read(name),
    async keep(name, value) {
      await store.keep(name, value);
      if (!names.read().includes(name)) await names.write([...names.read(), name]);
    },
    list: () => names.read(),
    async forget(name) {
      await secrets.delete(name);
      await names.write(names.read().filter((each) => each !== name));
    },
  };
}
