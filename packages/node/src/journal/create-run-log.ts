import { toMessage, ToolyardError } from '@toolyard/core';
import { appendRotating } from '../log/append-rotating.ts';
import { createGroupWriter } from './create-group-writer.ts';

/** Where the records of runs are kept. */
export interface RunLogOptions {
  readonly file: string;
  /** The file is moved aside before it grows over this; 10 MB where absent. */
  readonly maxBytes?: number;
}

/** What became of runs, on the disk: at most one full file and the one that is being written. */
export interface RunLog {
  /** Resolves when the record is in the file; rejects with `log-not-written`. */
  keep(record: object): Promise<void>;
}

const MAX_BYTES = 10_000_000;

/** The log of runs at a path, for the user alone; records of calls at the same time are written together. */
export function createRunLog({ file, maxBytes = MAX_BYTES }: RunLogOptions): RunLog {
  const writer = createGroupWriter(async (lines) => {
    for (const text of toPortions(lines, maxBytes)) await appendRotating(file, text, maxBytes).catch(refuse(file));
  });
  return {
    keep: (record) => writer.add([JSON.stringify(record)]),
  };
}

/** Texts of whole lines that each fit into a file, unless a single line does not. */
function toPortions(lines: readonly string[], maxBytes: number): string[] {
  const portions: string[] = [];
  let portion = '';
  let bytes = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (bytes > 0 && bytes + size > maxBytes) {
      portions.push(portion);
      portion = '';
      bytes = 0;
    }
    portion += `${line}\n`;
    bytes += size;
  }
  return [...portions, portion];
}

function refuse(file: string): (error: unknown) => never {
  return (error) => {
    const message = `The log of runs ${file} could not be written: ${toMessage(error)}. Free disk space, or make the folder writable.`;
    throw new ToolyardError('log-not-written', message, { cause: error });
  };
}
