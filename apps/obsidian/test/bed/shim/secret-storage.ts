import type * as Obsidian from 'obsidian';
import { Events } from './component.ts';
import type { PartOf } from './stand-for.ts';

/** Secrets of this device, which live as long as the window. */
export class SecretStorage extends Events implements PartOf<Omit<Obsidian.SecretStorage, keyof Obsidian.Events>> {
  private readonly secrets = new Map<string, string>();

  setSecret(id: string, secret: string): void {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) throw new Error(`Invalid secret ID: ${id}`);
    this.secrets.set(id, secret);
  }

  getSecret(id: string): string | null {
    return this.secrets.get(id) ?? null;
  }

  listSecrets(): string[] {
    return [...this.secrets.keys()];
  }
}
