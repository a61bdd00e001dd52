import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isJsonObject, ToolyardError, type JsonObject } from '@toolyard/core';
import {
  formatState,
  makeFolder,
  parseState,
  readTextFile,
  replaceTextFile,
  resolvePlaces,
  type PlacesOptions,
  type StateForm,
} from '@toolyard/node';

/** A definition that a person approved on this device. */
export interface ApprovedServer {
  /** As it stands in a configuration file. */
  readonly entry: JsonObject;
  /** Its `trust`, which a vault never gives. */
  readonly trust: boolean;
}

/** What one device decided about one vault. */
export interface DeviceRecord {
  /** By the names of servers; it stays when the vault has another definition of that name, so that people see the difference. */
  readonly approved: Readonly<Record<string, ApprovedServer>>;
  /** The configuration file that is used instead of the servers of the vault. */
  readonly namedFile?: string;
}

/** What this device decided about a vault. It lies in the state folder: a vault is synced and shared, and decides nothing about what a device starts. */
export interface DeviceStore {
  /** The folder of everything that the plugin keeps on this device for the vault. */
  readonly folder: string;
  readonly record: DeviceRecord;
  /** Rejects with `state-refused` where the file cannot be read, and with `file-not-written`; nothing is different then. */
  change(edit: (record: DeviceRecord) => DeviceRecord): Promise<void>;
}

const NOTHING: DeviceRecord = { approved: {} };

const FORM: StateForm<DeviceRecord> = {
  version: 1,
  read({ approved, namedFile }) {
    if (!isJsonObject(approved)) return undefined;
    const entries = Object.entries(approved).flatMap(([name, value]) => {
      const entry = isJsonObject(value) ? value['entry'] : undefined;
      return isJsonObject(value) && isJsonObject(entry)
        ? [[name, { entry, trust: value['trust'] === true }] as const]
        : [];
    });
    return { approved: Object.fromEntries(entries), ...(typeof namedFile === 'string' && { namedFile }) };
  },
};

/** Reads what was decided about a vault. Where that cannot be read nothing is approved, and `problem` says why. */
export async function openDeviceStore(
  places: PlacesOptions,
  vaultFolder: string,
): Promise<DeviceStore & { readonly problem?: string }> {
  const id = createHash('sha256').update(vaultFolder).digest('hex').slice(0, 16);
  const folder = join(resolvePlaces(places).stateDir, 'obsidian', id);
  const file = join(folder, 'device.json');
  const found = await readTextFile(file);
  let text = found.kind === 'text' ? found.text : undefined;
  const state = text === undefined ? undefined : parseState(text, FORM);
  let record = state?.kind === 'known' ? state.value : NOTHING;
  const isUnusable = found.kind === 'refused' || (state !== undefined && state.kind !== 'known');
  const problem = `What was approved on this device cannot be read from ${file}, so no server is started. Remove the file, and approve again.`;
  return {
    folder,
    ...(isUnusable && { problem }),
    get record() {
      return record;
    },
    async change(edit) {
      if (isUnusable) throw new ToolyardError('state-refused', problem);
      const next = edit(record);
      const after = formatState(FORM, { vault: vaultFolder, ...next }, 2);
      makeFolder(dirname(file));
      if (after !== text) await replaceTextFile({ file, before: text, after });
      text = after;
      record = next;
    },
  };
}
