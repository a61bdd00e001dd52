import { meetVersions, toYardAbout, type Log, type RunningToolyard, type SpokenVersion } from '@toolyard/core';
import type { Host } from '../ports/host.ts';

/** A program that runs, and what it told about itself: any version wrote that, so nothing of it is taken for granted. */
export interface MetProgram extends Pick<RunningToolyard, 'name'> {
  readonly about: unknown;
  /** The command that ends it where it runs in the background; absent where it never does. */
  readonly down?: string;
}

/** Who is told of another version: the people of a host, or whoever reads a log. */
export type VersionHearer = Pick<Host, 'notify'> | Log;

/** What each of them was told: who serves many clients joins the same yard for each of them. */
const told = new WeakMap<VersionHearer, Set<string>>();

/**
 * Compares a program that runs with this one before anything is asked of it, and tells people once where it is of another version. Throws
 * `version-mismatch` where the two would not understand each other.
 */
export function meetRunning(met: MetProgram, own: SpokenVersion, hearer: VersionHearer): void {
  const message = meetVersions(toRunning(met), own);
  const heard = told.get(hearer) ?? new Set();
  if (message === undefined || heard.has(message)) return;
  told.set(hearer, heard.add(message));
  if ('notify' in hearer) hearer.notify({ level: 'warning', message });
  else hearer.write('warning', message);
}

function toRunning({ name, about, down }: MetProgram): RunningToolyard {
  const { version, protocol, pid, isBackground } = toYardAbout(about) ?? {};
  return {
    name,
    ...(version === undefined ? {} : { version }),
    ...(protocol === undefined ? {} : { protocol }),
    pid,
    end: isBackground === true && down !== undefined ? `with "${down}"` : 'where it was started',
  };
}
