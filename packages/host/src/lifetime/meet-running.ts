import { isJsonObject, meetVersions, type RunningToolyard, type SpokenVersion } from '@toolyard/core';

/** A program that runs, and what it told about itself: any version wrote that, so nothing of it is taken for granted. */
export interface MetProgram extends Pick<RunningToolyard, 'name'> {
  readonly about: unknown;
}

/** What people were told in this process: who serves many clients joins the same yard for each of them. */
const told = new Set<string>();

/**
 * Compares a program that runs with this one before anything is asked of it, and tells people once where it is of another version. Throws
 * `version-mismatch` where the two would not understand each other.
 */
export function meetRunning(met: MetProgram, own: SpokenVersion, tell: (message: string) => void): void {
  const message = meetVersions(toRunning(met), own);
  if (message === undefined || told.has(message)) return;
  told.add(message);
  tell(message);
}

function toRunning({ name, about }: MetProgram): RunningToolyard {
  const { version, protocol, pid, isBackground } = isJsonObject(about) ? about : {};
  return {
    name,
    ...(typeof version === 'string' ? { version } : {}),
    ...(typeof protocol === 'number' ? { protocol } : {}),
    ...(typeof pid === 'number' ? { pid } : {}),
    end: isBackground === true ? 'with "toolyard down"' : 'where it was started',
  };
}
