import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { createQueue } from '../settings/create-queue.ts';
import type { NoteApp, UnapprovedServer } from '../ports/note-app.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { StoredServer } from '../settings/plugin-data.ts';
import type { VaultSecrets } from './create-vault-secrets.ts';
import { isApproved, writeDeviceConfiguration } from './device-configuration.ts';
import type { DeviceRecord, DeviceStore } from './device-store.ts';
import { findInputs, toVaultEntry } from './to-vault-entry.ts';

/** What the configuration of the vault on this device is made of. */
export interface VaultConfigurationParts {
  readonly app: Pick<NoteApp, 'vaultFolder' | 'approve' | 'askSecret'>;
  readonly settings: Pick<SettingsStore, 'data'>;
  readonly device: DeviceStore;
  readonly secrets: VaultSecrets;
}

/** The servers of the vault that this device starts, as a configuration file that the yard runs on. */
export interface VaultConfiguration {
  /** Writes the file as settings, approvals and secrets say; without the servers `except`, so that they end. */
  write(except?: readonly string[]): Promise<void>;
  /** Does what takes several steps, such as a definition that is changed and approved, and writes the file after the last of them. */
  atOnce(work: () => Promise<void>): Promise<void>;
  /** Those of the vault that may not be started as they are now. */
  findUnapproved(): readonly UnapprovedServer[];
  /** The secrets of a server that this device has no value for. */
  findMissing(server: Pick<StoredServer, 'definition'>): readonly string[];
  /**
   * Makes sure that servers of the vault may be started: people are asked about definitions that were not approved on this device, and for
   * secrets that it does not have. Throws `config-not-approved` and `server-misconfigured` where they say no.
   */
  prepare(names: readonly string[]): Promise<void>;
  /** Approves definitions without asking, since a person wrote them here. */
  approve(servers: readonly Pick<StoredServer, 'name' | 'definition'>[]): Promise<void>;
  /** Changes what this device decided. */
  decide(edit: (record: DeviceRecord) => DeviceRecord): Promise<void>;
}

/** The name of the file in the folder of the device. */
export function configurationFileOf({ folder }: Pick<DeviceStore, 'folder'>): string {
  return join(folder, 'toolyard.json');
}

/** Creates the configuration of a vault on this device; nothing is written before it is first needed. */
export function createVaultConfiguration(parts: VaultConfigurationParts): VaultConfiguration {
  const { app, settings, device, secrets } = parts;
  const { vaultFolder } = app;
  const file = configurationFileOf(device);
  const enqueue = createQueue();
  // Settings that change are written also while a person is being asked.
  const enqueueWrite = createQueue();
  let steps = 0;

  function writeFile(record: () => DeviceRecord, except: readonly string[] = []): Promise<void> {
    return enqueueWrite(async () => {
      if (steps > 0) return;
      const { data } = settings;
      const servers = data.servers.filter(({ name }) => !except.includes(name));
      const hasSecret = (id: string): boolean => secrets.valueOf(id) !== undefined;
      await writeDeviceConfiguration(file, { data: { ...data, servers }, record: record(), vaultFolder, hasSecret });
    });
  }

  /** The file first, since only a definition that is right may be approved. */
  async function decideNow(edit: (record: DeviceRecord) => DeviceRecord): Promise<void> {
    const next = edit(device.record);
    await writeFile(() => next);
    await device.change(() => next);
  }

  async function approveNow(
    servers: readonly Pick<StoredServer, 'name' | 'definition'>[],
    keepsTrust: boolean,
  ): Promise<void> {
    await decideNow(({ approved, ...others }) => ({
      ...others,
      approved: {
        ...approved,
        ...Object.fromEntries(
          servers.map(({ name, definition }) => {
            const trust = keepsTrust && approved[name]?.trust === true;
            return [name, { entry: toVaultEntry(definition, vaultFolder), trust }];
          }),
        ),
      },
    }));
  }

  function findUnapproved(): readonly UnapprovedServer[] {
    const { record } = device;
    return settings.data.servers
      .filter((server) => !isApproved(server, { record, vaultFolder }))
      .map(({ name, definition }) => {
        const before = record.approved[name]?.entry;
        return { name, entry: toVaultEntry(definition, vaultFolder), ...(before !== undefined && { before }) };
      });
  }

  function findMissing({ definition }: Pick<StoredServer, 'definition'>): readonly string[] {
    return findInputs(definition).filter((id) => secrets.valueOf(id) === undefined);
  }

  async function prepareNow(names: readonly string[]): Promise<void> {
    for (const unapproved of findUnapproved().filter(({ name }) => names.includes(name))) {
      // What is approved is what was shown, whatever the vault says by then.
      const shown = settings.data.servers.filter(({ name }) => name === unapproved.name);
      if (!(await app.approve(unapproved))) throw toNotApproved(unapproved.name);
      await approveNow(shown, false);
    }
    for (const server of settings.data.servers.filter(({ name }) => names.includes(name))) {
      for (const id of findMissing(server)) {
        const value = await app.askSecret({ id, server: server.name, isHidden: true });
        if (value === undefined) throw toNoSecret(server.name, id);
        secrets.set(id, value);
      }
    }
    await writeFile(() => device.record);
  }

  return {
    findUnapproved,
    findMissing,
    // One question at a time: several blocks may ask for the same server.
    prepare: (names) => enqueue(() => prepareNow(names)),
    async atOnce(work) {
      steps++;
      try {
        await work();
      } finally {
        steps--;
        await writeFile(() => device.record);
      }
    },
    write: (except) => writeFile(() => device.record, except),
    approve: (servers) => enqueue(() => approveNow(servers, true)),
    decide: (edit) => enqueue(() => decideNow(edit)),
  };
}

function toNotApproved(name: string): ToolyardError {
  return new ToolyardError('config-not-approved', `Server "${name}" was not approved, so it was not started.`);
}

function toNoSecret(name: string, id: string): ToolyardError {
  const message = `Server "${name}" was not started: this device has no value for "${id}". Set it in the settings of Toolyard.`;
  return new ToolyardError('server-misconfigured', message);
}
