import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { explainDistrust } from '../file/explain-distrust.ts';

/** Why others could change a file below the state folder: what is remembered there decides what may run. */
export function explainState(stateDir: string, path: string): string | undefined {
  for (const place of placesTo(stateDir, path)) {
    const reason = explainDistrust(place, 'nobody');
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Throws `state-refused` where others could change a file or folder below the state folder, or anything in it. */
export function checkState(stateDir: string, path: string): void {
  for (const place of [path, ...listBelow(path)]) {
    const reason = explainState(stateDir, place);
    if (reason === undefined) continue;
    throw new ToolyardError('state-refused', `What Toolyard remembers decides what may run, but ${reason}.`);
  }
}

/** The state folder and all that leads from it to the path. */
function placesTo(stateDir: string, path: string): readonly string[] {
  const steps = relative(stateDir, path).split(sep);
  return [stateDir, ...steps.map((_, index) => join(stateDir, ...steps.slice(0, index + 1)))];
}

function listBelow(path: string): readonly string[] {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
  } catch {
    return [];
  }
}
