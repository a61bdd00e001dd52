import { orAborted, ToolyardError, withDeadline, withJoinedSignal } from '@toolyard/core';
import { openYard, type ClosableYard, type Host } from '@toolyard/host';
import { waitForEvent } from '@toolyard/runtime';
import type { YardNotices } from '../notices/create-yard-notices.ts';
import type { DeviceStore } from './device-store.ts';
import type { OwnCalls } from '../caller/own-calls.ts';
import { usedFileOf, type VaultConfiguration } from './vault-configuration.ts';

/** The yard of the vault: opened when it is first needed, and closed with the plugin. */
export interface PluginYard {
  /**
   * The yard, when it has those servers that are named and that may be started. People are asked about definitions that were
   * not approved on this device; throws `config-not-approved` where they say no, and the reason of `signal`, which closes what they are asked.
   */
  open(names: readonly string[], signal?: AbortSignal): Promise<ClosableYard>;
  /** The yard where it is open. */
  readonly opened: ClosableYard | undefined;
  /** Calls the listener after everything that happens in the yard, and when it is opened or gone, until the function that it gives is called. */
  on(listener: () => void): () => void;
  /** Resolves when the yard is as `isTrue` wants it, where one is open; it follows its file, which takes a moment, and not for ever or after `signal`. */
  until(isTrue: (used: ClosableYard) => boolean, signal?: AbortSignal): Promise<void>;
  /** Closes the yard; the next use opens it again, maybe on another file. */
  reset(): Promise<void>;
  /** Resolves when nothing of it is left in this process; nothing is opened after it. */
  close(): Promise<void>;
}

/** How long a yard may take to follow its file before people go on without it. */
const FOLLOW_MS = 10_000;

/** What the yard of a vault is made of. */
export interface PluginYardParts {
  readonly host: Host;
  readonly vault: Pick<VaultConfiguration, 'prepare'>;
  readonly device: Pick<DeviceStore, 'record' | 'folder'>;
  readonly notices: Pick<YardNotices, 'log' | 'watch'>;
  readonly ownCalls: Pick<OwnCalls, 'watch'>;
  /** Aborted when the yard is closed. */
  readonly closing: AbortController;
}

/** A yard on the servers of the vault, or on the configuration file that this device uses instead. */
export function createPluginYard(parts: PluginYardParts): PluginYard {
  return new VaultYard(parts);
}

class VaultYard implements PluginYard {
  opened: ClosableYard | undefined;
  private opening: Promise<ClosableYard> | undefined;
  private readonly parts: PluginYardParts;
  private readonly closing: AbortController;
  private readonly listeners = new Set<() => void>();

  constructor(parts: PluginYardParts) {
    this.parts = parts;
    this.closing = parts.closing;
  }

  open(names: readonly string[], given?: AbortSignal): Promise<ClosableYard> {
    return withJoinedSignal([this.closing.signal, given], (signal) => this.openWith(names, signal));
  }

  on(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async until(isTrue: (used: ClosableYard) => boolean, given?: AbortSignal): Promise<void> {
    const { opened: used } = this;
    if (used === undefined) return;
    const isReached = (): boolean => this.opened !== used || isTrue(used);
    const { clock } = this.parts.host;
    await withJoinedSignal([this.closing.signal, given], (signal) =>
      withDeadline({ clock, ms: FOLLOW_MS, signal }, (until) =>
        waitForEvent((listener) => used.yard.on(listener), isReached, until),
      ),
    );
  }

  async reset(): Promise<void> {
    const used = await this.opening?.catch(() => undefined);
    if (used !== undefined) this.forget(used);
    await used?.close();
  }

  async close(): Promise<void> {
    this.closing.abort(new ToolyardError('interrupted', 'Toolyard was closed.'));
    await this.reset();
  }

  private async openWith(names: readonly string[], signal: AbortSignal): Promise<ClosableYard> {
    const { vault, device } = this.parts;
    const isOfVault = device.record.namedFile === undefined;
    if (isOfVault) await vault.prepare(names, signal);
    this.opening ??= this.openNow().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    const used = await orAborted(this.opening, signal);
    // The yard follows its file, and has a server that was just approved a moment after that was written.
    if (isOfVault) await this.until(({ yard }) => names.every((name) => yard.server(name) !== undefined), signal);
    signal.throwIfAborted();
    return used;
  }

  private async openNow(): Promise<ClosableYard> {
    const { host, device, notices, ownCalls } = this.parts;
    const config = usedFileOf(device);
    const { signal } = this.closing;
    const used = ownCalls.watch(notices.watch(await openYard(host, { config, signal, shown: notices.log })));
    this.opened = used;
    used.yard.on(() => this.tell());
    void used.gone?.then(() => this.forget(used));
    this.tell();
    return used;
  }

  private forget(used: ClosableYard): void {
    if (this.opened !== used) return;
    this.opened = undefined;
    this.opening = undefined;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
