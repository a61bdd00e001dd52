import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { explainDistrust, inspectDistrust } from '../file/explain-distrust.ts';

/** Why others could change a file below the state folder: what is remembered there decides what may run. */
export function explainState(stateDir: string, path: string): string | undefined {
  for (const place of placesTo(stateDir, path)) {
    const reason = explainDistrust(place, 'nobody');
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Rejects with `state-refused` where others could change a file or folder below the state folder, or anything in it. */
export async function checkStatePermissions(stateDir: string, path: string): Promise<void> {
  const places = [...placesTo(stateDir, path), ...(await listBelow(path))];
  const reasons = await Promise.all(places.map((place) => inspectDistrust(place, 'nobody')));
  const reason = reasons.find((each) => each !== undefined);
  if (reason === undefined) return;
  throw new ToolyardError('state-refused', `The state of Toolyard decides what may run, but ${reason}.`);
}

/** The state folder and all that leads from it to the path. */
function placesTo(stateDir: string, path: string): readonly string[] {
  const steps = relative(stateDir, path).split(sep);
  return [stateDir, ...steps.map((_, index) => join(stateDir, ...steps.slice(0, index + 1)))];
}

async function listBelow(path: string): Promise<readonly string[]> {
  const names = await readdir(path, { recursive: true, encoding: 'utf8' }).catch(() => []);
  return names.map((name) => join(path, name));
}
