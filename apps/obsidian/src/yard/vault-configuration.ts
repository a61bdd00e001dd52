import { join } from 'node:path';
import { orAborted, ToolyardError, withJoinedSignal } from '@toolyard/core';
import { createQueue } from '@toolyard/host';
import type { NoteApp, UnapprovedServer } from '../ports/note-app.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { StoredServer } from '../settings/plugin-data.ts';
import type { VaultSecrets } from './create-vault-secrets.ts';
import {
  checkDeviceConfiguration,
  isApproved,
  writeDeviceConfiguration,
  type DeviceConfigurationParts,
} from './device-configuration.ts';
import type { DeviceRecord, DeviceStore } from './device-store.ts';
import { findInputs, toVaultEntry } from './to-vault-entry.ts';

/** What the configuration of the vault on this device is made of. */
export interface VaultConfigurationParts {
  readonly app: Pick<NoteApp, 'vaultFolder' | 'approve' | 'askSecret'>;
  readonly settings: Pick<SettingsStore, 'data'>;
  readonly device: DeviceStore;
  readonly secrets: VaultSecrets;
  /** Aborted when the plugin is closed: nothing is asked, decided or written after that, since another load of it may do so by then. */
  readonly signal: AbortSignal;
}

type Approvable = Pick<StoredServer, 'name' | 'definition'>;

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
   * secrets that it does not have. Throws `config-not-approved` and `server-misconfigured` where they say no, and the reason of `signal`,
   * which closes the questions; an answer that comes after it does not count.
   */
  prepare(names: readonly string[], signal?: AbortSignal): Promise<void>;
  /**
   * Approves definitions without asking, since a person wrote them here. With `keepsTrust` each is trusted where the one was that it takes
   * the place of; without it none is.
   */
  approve(servers: readonly Approvable[], options: { readonly keepsTrust: boolean }): Promise<void>;
  /** Changes what this device decided. */
  decide(edit: (record: DeviceRecord) => DeviceRecord): Promise<void>;
}

/** The name of the file in the folder of the device. */
export function configurationFileOf({ folder }: Pick<DeviceStore, 'folder'>): string {
  return join(folder, 'toolyard.json');
}

/** The configuration file that the yard of this device runs on: that of the vault, or the one that a person named instead. */
export function usedFileOf(device: Pick<DeviceStore, 'record' | 'folder'>): string {
  return device.record.namedFile ?? configurationFileOf(device);
}

/** Where programs start that name nothing of the vault. */
export function workFolderOf({ folder }: Pick<DeviceStore, 'folder'>): string {
  return join(folder, 'work');
}

/** Creates the configuration of a vault on this device; nothing is written before it is first needed. */
export function createVaultConfiguration(parts: VaultConfigurationParts): VaultConfiguration {
  return new DeviceVaultConfiguration(parts);
}

class DeviceVaultConfiguration implements VaultConfiguration {
  private readonly parts: VaultConfigurationParts;
  private readonly enqueue = createQueue();
  // Settings that change are written also while a person is being asked.
  private readonly enqueueWrite = createQueue();
  private steps = 0;

  constructor(parts: VaultConfigurationParts) {
    this.parts = parts;
  }

  write(except: readonly string[] = []): Promise<void> {
    return this.enqueueWrite(async () => {
      if (this.steps > 0) return;
      const { device, signal } = this.parts;
      signal.throwIfAborted();
      await writeDeviceConfiguration(configurationFileOf(device), this.toParts(device.record, except));
    });
  }

  async atOnce(work: () => Promise<void>): Promise<void> {
    this.parts.signal.throwIfAborted();
    this.steps++;
    try {
      await work();
    } finally {
      this.steps--;
      await this.write();
    }
  }

  findUnapproved(): readonly UnapprovedServer[] {
    const { settings, device, app } = this.parts;
    const { record } = device;
    const { vaultFolder } = app;
    return settings.data.servers
      .filter((server) => !isApproved(server, { record, vaultFolder }))
      .map(({ name, definition }) => {
        const before = record.approved[name]?.entry;
        return { name, entry: toVaultEntry(definition, vaultFolder), ...(before !== undefined && { before }) };
      });
  }

  findMissing({ definition }: Pick<StoredServer, 'definition'>): readonly string[] {
    return findInputs(definition).filter((id) => this.parts.secrets.valueOf(id) === undefined);
  }

  // One question at a time: several blocks may ask for the same server.
  prepare(names: readonly string[], given?: AbortSignal): Promise<void> {
    return withJoinedSignal([this.parts.signal, given], (signal) =>
      orAborted(
        this.enqueue(async () => {
          await this.askApprovals(names, signal);
          await this.askSecrets(names, signal);
          await this.write();
        }),
        signal,
      ),
    );
  }

  approve(servers: readonly Approvable[], { keepsTrust }: { readonly keepsTrust: boolean }): Promise<void> {
    const { vaultFolder } = this.parts.app;
    return this.decide(({ approved, ...others }) => {
      const added = servers.map(({ name, definition }) => {
        const trust = keepsTrust && approved[name]?.trust === true;
        return [name, { entry: toVaultEntry(definition, vaultFolder), trust }] as const;
      });
      return { ...others, approved: { ...approved, ...Object.fromEntries(added) } };
    });
  }

  decide(edit: (record: DeviceRecord) => DeviceRecord): Promise<void> {
    return this.enqueue(() => this.decideNow(edit));
  }

  private async askApprovals(names: readonly string[], signal: AbortSignal): Promise<void> {
    for (const name of names) {
      // What is approved is what was shown. Where the vault has another definition by then, that is asked about too.
      for (let shown = this.findUnapprovedOf(name); shown !== undefined; shown = this.findUnapprovedOf(name)) {
        const asked = shown;
        if (!(await this.ask(signal, (app) => app.approve(asked, signal)))) throw toNotApproved(name);
        const approval = { [name]: { entry: asked.entry, trust: false } };
        await this.decideNow((record) => ({ ...record, approved: { ...record.approved, ...approval } }));
      }
    }
  }

  private findUnapprovedOf(name: string): UnapprovedServer | undefined {
    return this.findUnapproved().find((server) => server.name === name);
  }

  private async askSecrets(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { settings, secrets } = this.parts;
    for (const server of settings.data.servers.filter(({ name }) => names.includes(name))) {
      for (const id of this.findMissing(server)) {
        const value = await this.ask(signal, (app) =>
          app.askSecret({ id, server: server.name, isHidden: true }, signal),
        );
        if (value === undefined) throw toNoSecret(server.name, id);
        secrets.set(id, value);
      }
    }
  }

  private async ask<Answer>(
    signal: AbortSignal,
    question: (app: VaultConfigurationParts['app']) => Promise<Answer>,
  ): Promise<Answer> {
    signal.throwIfAborted();
    const answer = await orAborted(question(this.parts.app), signal);
    // A question that is closed by the signal was not answered.
    signal.throwIfAborted();
    return answer;
  }

  /** Only a definition that is right may be approved, and only what is approved may be in the file. */
  private async decideNow(edit: (record: DeviceRecord) => DeviceRecord): Promise<void> {
    const { device, signal } = this.parts;
    signal.throwIfAborted();
    await device.change((record) => {
      const next = edit(record);
      checkDeviceConfiguration(configurationFileOf(device), this.toParts(next));
      return next;
    });
    await this.write();
  }

  private toParts(record: DeviceRecord, except: readonly string[] = []): DeviceConfigurationParts {
    const { app, settings, device, secrets } = this.parts;
    const { data } = settings;
    return {
      data: { ...data, servers: data.servers.filter(({ name }) => !except.includes(name)) },
      record,
      vaultFolder: app.vaultFolder,
      workFolder: workFolderOf(device),
      hasSecret: (id) => secrets.valueOf(id) !== undefined,
    };
  }
}

/** Why a server was not started that nobody approved on this device. */
export function toNotApproved(name: string): ToolyardError {
  return new ToolyardError('config-not-approved', `Server "${name}" was not approved, so it was not started.`);
}

function toNoSecret(name: string, id: string): ToolyardError {
  const message = `Server "${name}" was not started: this device has no value for "${id}". Set it in the settings of Toolyard.`;
  return new ToolyardError('server-misconfigured', message);
}
