import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../clients/at-exit.mjs';
import { within } from '../measure/calls.mjs';
import { createEnvironment, openTarget } from '../targets/open-target.mjs';

const LIMIT_MS = 180_000;

/** Runs with an empty folder that is gone afterwards. */
export async function withFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const forget = atExit(remove);
  try {
    return await run(folder);
  } finally {
    remove();
    forget();
  }
}

/** Starts a target in an empty home on the configuration that `write` puts there, and runs with it. */
export function withTarget(target, write, run, options) {
  return withFolder((folder) => useTarget(target, { ...write(folder), ...toPlace(folder) }, run, options));
}

/** The same where the home is not empty any more. */
export async function useTarget(target, place, run, options) {
  const opened = await within(LIMIT_MS, () => openTarget(target, place, options));
  try {
    return await within(LIMIT_MS, () => run(opened));
  } finally {
    await opened.close();
  }
}

/** Where a target runs. */
export function toPlace(folder) {
  return { cwd: folder, env: createEnvironment(folder) };
}
