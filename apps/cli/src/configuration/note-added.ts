import { toLine, describeUnset } from '@toolyard/core';
import type { Terminal } from '../terminal/terminal.ts';

/** What people have to know of servers that were written into a file. */
export interface AddedServers {
  /** The folder that was put in as `cwd`, by key. */
  readonly recorded: ReadonlyMap<string, string>;
  /** The environment variables that are not set here, by key. */
  readonly unset: ReadonlyMap<string, readonly string[]>;
}

/** Says on stderr from where relative paths count, and which variables are not set here. */
export function noteAdded({ stderr }: Pick<Terminal, 'stderr'>, { recorded, unset }: AddedServers): void {
  for (const [key, folder] of recorded) {
    stderr.write(
      `Relative paths of "${toLine(key)}" are resolved from ${toLine(folder)}, which was recorded as its "cwd".\n`,
    );
  }
  for (const [key, names] of unset) {
    const why = toLine(describeUnset(names));
    stderr.write(
      `warning: Server "${toLine(key)}" cannot start yet: ${why}. Set what is missing in the environment of Toolyard.\n`,
    );
  }
}
