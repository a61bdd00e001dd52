import { orAborted, ToolyardError } from '@toolyard/core';
import { openYard, type ClosableYard, type Host } from '@toolyard/host';
import { waitForEvent } from '@toolyard/runtime';
import type { YardNotices } from '../notices/create-yard-notices.ts';
import type { NoteApp } from '../ports/note-app.ts';
import type { PluginData } from '../settings/plugin-data.ts';
import { createDeviceConfiguration } from './device-configuration.ts';

/** The yard of the vault: opened when it is first needed, and closed with the plugin. */
export interface PluginYard {
  /**
   * The yard, when it has those servers of the vault that are named and that may be started. People are asked about definitions that were
   * not approved on this device; throws `config-not-approved` where they say no.
   */
  open(names: readonly string[]): Promise<ClosableYard>;
  /** Resolves when nothing of it is left in this process; nothing is opened after it. */
  close(): Promise<void>;
}

/** A yard on the servers that `data` gives at each use. */
export function createPluginYard(
  host: Host,
  app: Pick<NoteApp, 'vaultFolder' | 'approve'>,
  data: () => PluginData,
  notices: Pick<YardNotices, 'log' | 'watch'>,
): PluginYard {
  const device = createDeviceConfiguration(host.surroundings, app.vaultFolder);
  const closing = new AbortController();
  let opened: Promise<ClosableYard> | undefined;
  let approving: Promise<void> = Promise.resolve();

  async function approve(names: readonly string[]): Promise<void> {
    const unapproved = await device.findUnapproved(data(), names);
    for (const each of unapproved) {
      if (!(await app.approve(each))) throw toNotApproved(each.name);
    }
    await device.write(
      data(),
      unapproved.map(({ name }) => name),
    );
  }

  function openOnce(): Promise<ClosableYard> {
    opened ??= openYard(host, { config: device.file, signal: closing.signal, shown: notices.log }).then(
      (used) => notices.watch(used),
      (error: unknown) => {
        opened = undefined;
        throw error;
      },
    );
    return opened;
  }

  return {
    async open(names) {
      // One question at a time: several blocks may ask for the same server.
      const approved = approving.then(() => approve(names));
      approving = approved.catch(() => undefined);
      await orAborted(approved, closing.signal);
      const used = await openOnce();
      // The yard follows its file, and has a server that was just approved a moment after that was written.
      const isKnown = (): boolean => names.every((name) => used.yard.server(name) !== undefined);
      await waitForEvent((listener) => used.yard.on(listener), isKnown, closing.signal);
      closing.signal.throwIfAborted();
      return used;
    },
    async close() {
      closing.abort(new ToolyardError('interrupted', 'Toolyard was closed.'));
      const used = await opened?.catch(() => undefined);
      await used?.close();
    },
  };
}

function toNotApproved(name: string): ToolyardError {
  return new ToolyardError('config-not-approved', `Server "${name}" was not approved, so it was not started.`);
}
