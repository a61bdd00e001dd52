import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonText, toCanonicalJson } from '@toolyard/core';
import type { Surroundings } from '@toolyard/host';
import { checkStatePermissions, readTextFile, replaceTextFile, resolvePlaces, stateFolderOf } from '@toolyard/node';

/** What one `connect` did to a client's file. The backup belongs to it; what it did not put in is somebody else's. */
export interface ConnectRecord {
  /** What it put in. */
  readonly entry: unknown;
  /** Whether it made the file. */
  readonly isFileMade: boolean;
  /** The topmost folder that it made for the file. */
  readonly folder?: string;
}

/** The records of what `connect` did, by client file, in the state folder; one that cannot be read counts as none. */
export interface ConnectRecords {
  read(file: string): Promise<ConnectRecord | undefined>;
  /** Rejects with `file-not-written`, and with `state-refused` where others could change it. */
  write(file: string, record: ConnectRecord): Promise<void>;
  drop(file: string): Promise<void>;
}

/** Keeps the records of this user. */
export function createConnectRecords(surroundings: Surroundings): ConnectRecords {
  const { stateDir } = resolvePlaces(surroundings);
  const placeOf = async (file: string): Promise<string> => {
    const place = `${await stateFolderOf(join(stateDir, 'clients'), file)}.json`;
    await checkStatePermissions(stateDir, place);
    return place;
  };
  const readTextOf = async (place: string): Promise<string | undefined> => {
    const read = await readTextFile(place);
    return read.kind === 'text' ? read.text : undefined;
  };
  return {
    async read(file) {
      return parseRecord((await readTextOf(await placeOf(file))) ?? '');
    },
    async write(file, record) {
      const place = await placeOf(file);
      const after = `${JSON.stringify({ file, ...record }, undefined, 2)}\n`;
      await replaceTextFile({ file: place, before: await readTextOf(place), after });
    },
    async drop(file) {
      await rm(await placeOf(file), { force: true });
    },
  };
}

/** Whether an entry is what a `connect` put in, however it is written. */
export function isOfRecord(record: ConnectRecord | undefined, entry: unknown): record is ConnectRecord {
  return record !== undefined && entry !== undefined && toCanonicalJson(record.entry) === toCanonicalJson(entry);
}

function parseRecord(text: string): ConnectRecord | undefined {
  const read = readJsonText(text);
  const value: unknown = read.ok ? read.value : undefined;
  if (typeof value !== 'object' || value === null || !('entry' in value)) return undefined;
  const folder = 'folder' in value && typeof value.folder === 'string' ? { folder: value.folder } : {};
  return { entry: value.entry, isFileMade: 'isFileMade' in value && value.isFileMade === true, ...folder };
}
