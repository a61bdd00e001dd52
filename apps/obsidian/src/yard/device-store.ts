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
import { createQueue } from '@toolyard/host';

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
  /** Where the APIs of models are, by provider: a vault does not decide where notes and keys are sent. */
  readonly modelUrls?: Readonly<Record<string, string>>;
}

/** What this device decided about a vault. It lies in the state folder: a vault is synced and shared, and decides nothing about what a device starts. */
export interface DeviceStore {
  /** The folder of everything that the plugin keeps on this device for the vault. */
  readonly folder: string;
  readonly record: DeviceRecord;
  /**
   * Changes what the file holds at that moment. Rejects with `state-refused` where it cannot be read, with `file-not-written`, and with what
   * `edit` throws; nothing is different then.
   */
  change(edit: (record: DeviceRecord) => DeviceRecord): Promise<void>;
}

const NOTHING: DeviceRecord = { approved: {} };

const FORM: StateForm<DeviceRecord> = {
  version: 1,
  read({ approved, namedFile, modelUrls }) {
    if (!isJsonObject(approved)) return undefined;
    const entries = Object.entries(approved).flatMap(([name, value]) => {
      const entry = isJsonObject(value) ? value['entry'] : undefined;
      return isJsonObject(value) && isJsonObject(entry)
        ? [[name, { entry, trust: value['trust'] === true }] as const]
        : [];
    });
    return {
      approved: Object.fromEntries(entries),
      ...(typeof namedFile === 'string' && { namedFile }),
      ...(isJsonObject(modelUrls) && { modelUrls: keepTexts(modelUrls) }),
    };
  },
};

function keepTexts(given: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Reads what was decided about a vault. Where that cannot be read nothing is approved, and `problem` says why. */
export async function openDeviceStore(
  places: PlacesOptions,
  vaultFolder: string,
): Promise<DeviceStore & { readonly problem?: string }> {
  const id = createHash('sha256').update(vaultFolder).digest('hex').slice(0, 16);
  const folder = join(resolvePlaces(places).stateDir, 'obsidian', id);
  const file = join(folder, 'device.json');
  const first = await readRecord(file);
  let record = first.record ?? NOTHING;
  const problem = `What was approved on this device cannot be read from ${file}, so no server is started. Remove the file, and approve again.`;
  const enqueue = createQueue();
  return {
    folder,
    ...(first.record === undefined && { problem }),
    get record() {
      return record;
    },
    change: (edit) =>
      enqueue(async () => {
        // Another load of the plugin may have changed it.
        const { text, record: now } = await readRecord(file);
        if (now === undefined) throw new ToolyardError('state-refused', problem);
        const next = edit(now);
        const after = formatState(FORM, { vault: vaultFolder, ...next }, 2);
        makeFolder(dirname(file));
        if (after !== text) await replaceTextFile({ file, before: text, after });
        record = next;
      }),
  };
}

/** Has no record where the file cannot be used. */
async function readRecord(
  file: string,
): Promise<{ readonly text: string | undefined; readonly record: DeviceRecord | undefined }> {
  const found = await readTextFile(file);
  if (found.kind !== 'text') return { text: undefined, record: found.kind === 'missing' ? NOTHING : undefined };
  const state = parseState(found.text, FORM);
  return { text: found.text, record: state.kind === 'known' ? state.value : undefined };
}
