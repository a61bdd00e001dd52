import { resolve } from 'node:path';
import { toMessage, ToolyardError, toVisible } from '@toolyard/core';
import { exportHooks } from '@toolyard/hooks';
import { createWholeFile } from '@toolyard/node';
import { findHooks } from '../hooks/find-hooks.ts';
import type { HooksOptions } from '../hooks/locate-hooks.ts';
import { openHooks } from '../hooks/open-hooks.ts';
import type { Host } from '../host/host.ts';
import { EXIT } from '../to-exit-code.ts';

/** Which hooks are wanted, and where. */
export interface HooksExportOptions extends HooksOptions {
  /** All of the workspace where it is empty. */
  readonly ids: readonly string[];
  /** A new file; stdout where it is absent. */
  readonly out?: string;
}

/** `toolyard hooks export`: hooks as a file for others, without secrets. */
export async function runHooksExport({ ids, out, ...options }: HooksExportOptions, host: Host): Promise<number> {
  const { hooks } = await openHooks(host, options);
  const wanted = ids.length === 0 ? hooks.filter(({ source }) => source === 'workspace') : findHooks(hooks, ids);
  const { text, removed } = exportHooks(wanted.map(({ hook }) => hook));
  const file = out === undefined ? undefined : resolve(host.cwd, out);
  if (file === undefined) host.stdout.write(text);
  else {
    await writeNew(file, text);
    host.stderr.write(`Wrote ${wanted.length === 1 ? '1 hook' : `${wanted.length} hooks`} to ${file}.\n`);
    const written = { file, hooks: wanted.map(({ hook }) => hook.id), removed };
    if (options.json === true) host.stdout.write(`${JSON.stringify(written, undefined, 2)}\n`);
  }
  for (const { hook, path } of removed) {
    host.stderr.write(`warning: ${toVisible(path)}: looks like a secret of "${hook}", and is empty now\n`);
  }
  return EXIT.done;
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await createWholeFile(file, text);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const reason = isTaken ? 'it is there already. Choose another name' : toMessage(error);
    throw new ToolyardError('file-not-written', `${file} was not written: ${reason}.`, { cause: error });
  }
}
