import type * as Obsidian from 'obsidian';
import { Events } from './component.ts';
import type { PartOf } from './stand-for.ts';

const PREFIX = 'secret:';
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Secrets of this device, outside of the vault; they are there again when the plugin is loaded again. */
export class SecretStorage extends Events implements PartOf<Omit<Obsidian.SecretStorage, keyof Obsidian.Events>> {
  setSecret(id: string, secret: string): void {
    if (!ID.test(id)) throw new Error('Secret ID must be lowercase alphanumeric with optional dashes.');
    window.localStorage.setItem(PREFIX + id, secret);
  }

  getSecret(id: string): string | null {
    return window.localStorage.getItem(PREFIX + id);
  }

  listSecrets(): string[] {
    return Object.keys(window.localStorage).flatMap((key) => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : []));
  }
}
