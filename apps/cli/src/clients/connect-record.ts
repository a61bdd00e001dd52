import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toCanonicalJson, toMessage } from '@toolyard/core';
import type { Surroundings } from '@toolyard/host';
import {
  checkStatePermissions,
  formatState,
  makeRoom,
  parseState,
  readTextFile,
  replaceTextFile,
  resolvePlaces,
  stateFolderOf,
  type StateForm,
} from '@toolyard/node';

/** What one `connect` did to a client's file. The backup belongs to it; what it did not put in is somebody else's. */
export interface ConnectRecord {
  /** What it put in. */
  readonly entry: unknown;
  /** Whether it made the file. */
  readonly isFileMade: boolean;
  /** The topmost folder that it made for the file. */
  readonly folder?: string;
}

/** The records of what `connect` did, by client file, in the state folder. */
export interface ConnectRecords {
  /** `unusable` where there is one that this version cannot read: something was done to the file, and nobody knows what. */
  read(file: string): Promise<ConnectRecord | 'unusable' | undefined>;
  /** Rejects with `file-not-written` and `state-not-written`, and with `state-refused` where others could change it. */
  write(file: string, record: ConnectRecord): Promise<void>;
  drop(file: string): Promise<void>;
}

/** A record as it is kept; those from before versions were written say the same. */
const RECORD: StateForm<ConnectRecord> = {
  version: 1,
  read({ entry, isFileMade, folder }) {
    if (entry === undefined) return undefined;
    return { entry, isFileMade: isFileMade === true, ...(typeof folder === 'string' ? { folder } : {}) };
  },
};

const LOSS = 'Without it, Toolyard does not know what the file was before; the earlier backup is kept.';

/** Keeps the records of this user; `tell` hears of one that was set aside, since this version cannot read it. */
export function createConnectRecords(surroundings: Surroundings, tell: (message: string) => void): ConnectRecords {
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
  const makeRoomAt = async (place: string): Promise<void> => {
    const message = await makeRoom(place, RECORD, LOSS);
    if (message !== undefined) tell(message);
  };
  return {
    async read(file) {
      const text = await readTextOf(await placeOf(file));
      if (text === undefined) return undefined;
      const state = parseState(text, RECORD);
      return state.kind === 'known' ? state.value : 'unusable';
    },
    async write(file, record) {
      const place = await placeOf(file);
      await makeRoomAt(place);
      const after = formatState(RECORD, { file, ...record }, 2);
      await replaceTextFile({ file: place, before: await readTextOf(place), after });
    },
    async drop(file) {
      const place = await placeOf(file);
      try {
        await makeRoomAt(place);
      } catch (error) {
        // It stays where it is, and the client's file is changed already.
        tell(toMessage(error));
        return;
      }
      await rm(place, { force: true });
    },
  };
}

/** Whether an entry is what a `connect` put in, however it is written. */
export function isOfRecord(record: ConnectRecord | 'unusable' | undefined, entry: unknown): record is ConnectRecord {
  if (record === 'unusable') return false;
  return record !== undefined && entry !== undefined && toCanonicalJson(record.entry) === toCanonicalJson(entry);
}
