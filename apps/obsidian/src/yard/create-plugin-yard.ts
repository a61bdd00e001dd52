import { orAborted, ToolyardError, withDeadline } from '@toolyard/core';
import { openYard, type ClosableYard, type Host } from '@toolyard/host';
import { waitForEvent } from '@toolyard/runtime';
import type { YardNotices } from '../notices/create-yard-notices.ts';
import type { DeviceStore } from './device-store.ts';
import { configurationFileOf, type VaultConfiguration } from './vault-configuration.ts';

/** The yard of the vault: opened when it is first needed, and closed with the plugin. */
export interface PluginYard {
  /**
   * The yard, when it has those servers that are named and that may be started. People are asked about definitions that were
   * not approved on this device; throws `config-not-approved` where they say no.
   */
  open(names: readonly string[]): Promise<ClosableYard>;
  /** The yard where it is open. */
  readonly opened: ClosableYard | undefined;
  /** Calls the listener after everything that happens in the yard, and when it is opened or gone, until the function that it gives is called. */
  on(listener: () => void): () => void;
  /** Resolves when the yard is as `isTrue` wants it, where one is open; it follows its file, which takes a moment, and not for ever. */
  until(isTrue: (used: ClosableYard) => boolean): Promise<void>;
  /** Closes the yard; the next use opens it again, maybe on another file. */
  reset(): Promise<void>;
  /** Resolves when nothing of it is left in this process; nothing is opened after it. */
  close(): Promise<void>;
}

/** How long a yard may take to follow its file before people go on without it. */
const FOLLOW_MS = 10_000;

/** A yard on the servers of the vault, or on the configuration file that this device uses instead. */
export function createPluginYard(parts: {
  readonly host: Host;
  readonly vault: Pick<VaultConfiguration, 'prepare'>;
  readonly device: Pick<DeviceStore, 'record' | 'folder'>;
  readonly notices: Pick<YardNotices, 'log' | 'watch'>;
}): PluginYard {
  const { host, vault, device, notices } = parts;
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let opening: Promise<ClosableYard> | undefined;
  let opened: ClosableYard | undefined;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  async function openNow(): Promise<ClosableYard> {
    const config = device.record.namedFile ?? configurationFileOf(device);
    const used = notices.watch(await openYard(host, { config, signal: closing.signal, shown: notices.log }));
    opened = used;
    used.yard.on(tell);
    void used.gone?.then(() => forget(used));
    tell();
    return used;
  }

  function forget(used: ClosableYard): void {
    if (opened !== used) return;
    opened = undefined;
    opening = undefined;
    tell();
  }

  function openOnce(): Promise<ClosableYard> {
    opening ??= openNow().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function end(): Promise<void> {
    const used = await opening?.catch(() => undefined);
    if (used !== undefined) forget(used);
    await used?.close();
  }

  async function until(isTrue: (used: ClosableYard) => boolean): Promise<void> {
    const used = opened;
    if (used === undefined) return;
    await withDeadline({ clock: host.clock, ms: FOLLOW_MS, signal: closing.signal }, (signal) =>
      waitForEvent(
        (listener) => used.yard.on(listener),
        () => opened !== used || isTrue(used),
        signal,
      ),
    );
  }

  return {
    get opened() {
      return opened;
    },
    async open(names) {
      if (device.record.namedFile === undefined) await orAborted(vault.prepare(names), closing.signal);
      const used = await openOnce();
      // The yard follows its file, and has a server that was just approved a moment after that was written.
      if (device.record.namedFile === undefined) {
        await until(({ yard }) => names.every((name) => yard.server(name) !== undefined));
      }
      closing.signal.throwIfAborted();
      return used;
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    until,
    reset: end,
    async close() {
      closing.abort(new ToolyardError('interrupted', 'Toolyard was closed.'));
      await end();
    },
  };
}
