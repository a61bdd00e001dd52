import { toVisibleJson } from '@toolyard/core';
import type { ClientFile } from '@toolyard/host';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';

/** What became of a client's file. */
export interface ClientReport {
  readonly changed: boolean;
  /** The one line for people. */
  readonly message: string;
  /** What was put in. */
  readonly entry?: object;
  /** Where the text of before is, as long as Toolyard is connected. */
  readonly backup?: string | undefined;
  /** What stays that Toolyard made, and will not look at again. */
  readonly left?: readonly LeftBehind[];
}

/** A file or folder that stays, and what it is. */
export interface LeftBehind {
  readonly path: string;
  readonly is: string;
}

/** Tells what became of a client's file, and everything that stays beside it. */
export function reportClient(
  { terminal }: CommandContext,
  { json }: { readonly json?: boolean },
  { client, scope, file }: ClientFile,
  { changed, message, entry, backup, left = [] }: ClientReport,
): number {
  const paths = left.length === 0 ? {} : { left: left.map(({ path }) => path) };
  const data = { client, scope, file, changed, backup, ...paths, entry };
  terminal.stdout.write(json === true ? `${toVisibleJson(data, 2)}\n` : `${message}\n`);
  if (backup !== undefined) terminal.stderr.write(`The previous version of ${file} is in ${backup}.\n`);
  for (const { path, is } of left) terminal.stderr.write(`Left behind: ${path} (${is}).\n`);
  return EXIT.done;
}

/** Tells that the answer was not yes. */
export function reportRefusal({ terminal }: CommandContext): number {
  terminal.stderr.write('Nothing was written.\n');
  return EXIT.failed;
}
