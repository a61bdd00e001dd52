import type { FileHandle } from 'node:fs/promises';
import { isJsonObject, toMessage, ToolyardError } from '@toolyard/core';
import { openPlainFile, refuseFile } from '../file/open-plain-file.ts';
import { createLineReader } from '../log/open-line-reader.ts';
import { hasCode } from '../file/has-code.ts';
import { writeFileAtomically } from '../file/write-file-atomically.ts';
import { setAside, type UnusableFile } from '../state/set-aside.ts';
import { parseState, type StateText } from '../state/versioned-state.ts';
import { appendDurably } from './append-durably.ts';
import { createGroupWriter } from './create-group-writer.ts';
import { parseJson } from './parse-json.ts';

/** A file of JSON lines that outlives its writer. One process at a time has it. */
export interface JournalFile {
  /**
   * All values, the oldest first; a line that was cut off by a crash is left out. A journal of an earlier form is written anew in the form of
   * today, so it has to be read before anything is appended. Rejects with `state-not-read` where there is a file that cannot be read, and
   * with `state-not-written` where it cannot be written anew.
   */
  read(): Promise<readonly unknown[]>;
  /**
   * Resolves when the values are on the disk; those of calls at the same time are written together, in their order.
   * Rejects with `state-not-written`, and then none of them is there.
   */
  append(values: readonly object[]): Promise<void>;
  /** Puts other values in the place of all, whole or not at all; rejects with `state-not-written`. */
  replace(values: readonly object[]): Promise<void>;
}

const MAX_JOURNAL_BYTES = 256 * 1024 * 1024;

/** How a journal is kept. */
export interface JournalFileOptions {
  /**
   * Which form the values have: the first line of the file says so. A journal of a newer form is set aside, of which `onWarning` is told, and
   * one without a form is from before there were any. Where it is absent, nothing is said and anything is read.
   */
  readonly version?: number;
  /** Brings a value of an earlier form, 0 for that from before there were any, to that of today; it stays as it is where this is absent. */
  migrate?(value: unknown, version: number): unknown;
  /** Told in a sentence when lines that were whole once cannot be read any more. */
  onWarning?(message: string): void;
}

const LOSS = 'Events that were waiting in it are not run, and changes made since then are not noticed.';

/** The journal at a path, for the user alone; folder and file are made by the first value. */
export function createJournalFile(file: string, options: JournalFileOptions = {}): JournalFile {
  const { version, onWarning, migrate = (value) => value } = options;
  const head = version === undefined ? [] : [JSON.stringify({ type: HEAD, version })];
  const writer = createGroupWriter((lines) => appendDurably(file, lines, head).catch(refuse(file)));

  const toText = (values: readonly unknown[]): string =>
    [...head, ...values.map((value) => JSON.stringify(value))].map((line) => `${line}\n`).join('');
  const writeAnew = (text: string): Promise<void> =>
    writeFileAtomically(file, text).then(() => undefined, refuse(file));

  async function read(): Promise<readonly unknown[]> {
    const lines = await readValues(file);
    const { values, damaged } = lines;
    const form = version === undefined ? undefined : readForm(lines, version);
    if (form !== undefined && form.kind !== 'known') {
      const message = await setJournalAside({ file, state: form });
      if (message !== undefined) onWarning?.(message);
      return [];
    }
    if (damaged.length > 0) onWarning?.(describeDamage(file, damaged));
    if (form === undefined) return values;
    const { hasHead, version: found } = form.value;
    const own = hasHead ? values.slice(1) : values;
    if (found === version || values.length + damaged.length === 0) return own;
    // What is appended from now on would be misread by an older Toolyard that takes the head at its word.
    const migrated = own.map((value) => migrate(value, found));
    await writeAnew(toText(migrated));
    return migrated;
  }

  return {
    read: () => writer.inTurn(read),
    append: (values) => writer.add(values.map((value) => JSON.stringify(value))),
    replace(values) {
      const text = toText(values);
      return writer.inTurn(() => writeAnew(text));
    },
  };
}

/** What tells the line with the form of the values from the values. */
const HEAD = 'journal';

/** Which form the values have, 0 for that from before there were any, and whether the first line says so. */
interface JournalForm {
  readonly hasHead: boolean;
  readonly version: number;
}

function readForm({ values: [first], isHeadDamaged }: ReadValues, version: number): StateText<JournalForm> {
  if (isHeadDamaged) return { kind: 'unreadable' };
  if (!isJsonObject(first) || first['type'] !== HEAD) return { kind: 'known', value: { hasHead: false, version: 0 } };
  return parseState(JSON.stringify(first), { version, read: (_, found) => ({ hasHead: true, version: found }) });
}

async function setJournalAside(journal: UnusableFile): Promise<string | undefined> {
  const { message, left } = await setAside([journal], { loss: LOSS });
  // Nothing may be added to it.
  if (left.length > 0) throw new ToolyardError('state-not-read', `${message} Make the folder writable.`);
  return message;
}

interface ReadValues {
  readonly values: readonly unknown[];
  /** Numbers of lines. */
  readonly damaged: readonly number[];
  /** The line with the form is among them, so nobody knows which form the values have. */
  readonly isHeadDamaged: boolean;
}

async function readValues(file: string): Promise<ReadValues> {
  const values: unknown[] = [];
  const damaged: number[] = [];
  let count = 0;
  let isHeadDamaged = false;
  function take(line: string): void {
    count++;
    const value = parseJson(line);
    if (value !== undefined) {
      values.push(value);
      return;
    }
    damaged.push(count);
    if (count === 1) isHeadDamaged = line.includes(`"type":"${HEAD}"`);
  }
  try {
    const handle = await openPlainFile(file);
    await readLines(handle, take);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw refuseReading(file, error);
  }
  return { values, damaged, isHeadDamaged };
}

async function readLines(handle: FileHandle, onLine: (line: string) => void): Promise<void> {
  try {
    // Leaving out the beginning, as of a log, would lose events without a word.
    if ((await handle.stat()).size > MAX_JOURNAL_BYTES) throw refuseFile('EFBIG', 'it is over 256 MB');
    await createLineReader(handle).readOn(onLine);
  } finally {
    await handle.close();
  }
}

function describeDamage(file: string, lines: readonly number[]): string {
  const shown = lines.slice(0, 5).join(', ');
  const which =
    lines.length === 1 ? `line ${shown}` : `${lines.length} lines (${shown}${lines.length > 5 ? ', …' : ''})`;
  return `The journal ${file} is damaged: ${which} cannot be read and will be skipped. The events there are lost.`;
}

function refuse(file: string): (error: unknown) => never {
  return (error) => {
    const message = `The journal ${file} could not be written: ${toMessage(error)}. Free disk space, or make the folder writable.`;
    throw new ToolyardError('state-not-written', message, { cause: error });
  };
}

function refuseReading(file: string, error: unknown): ToolyardError {
  const message = `The journal ${file} could not be read: ${toMessage(error)}. Make it readable, or move it away to start over; runs waiting in it are then lost.`;
  return new ToolyardError('state-not-read', message, { cause: error });
}
