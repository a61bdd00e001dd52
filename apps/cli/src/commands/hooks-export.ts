import { resolve } from 'node:path';
import { toMessage, ToolyardError, toVisible, toVisibleJson } from '@toolyard/core';
import { exportHooks } from '@toolyard/hooks';
import { createWholeFile } from '@toolyard/node';
import { findHooks } from '../hooks/open/find-hooks.ts';
import { openCommandHooks, type GroupedCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { selectGroup } from '../hooks/open/select-group.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';

/** Which hooks are wanted, and where. */
export interface HooksExportOptions extends GroupedCommandOptions {
  /** All of the workspace where it is empty. */
  readonly ids: readonly string[];
  /** A new file; stdout where it is absent. */
  readonly out?: string;
}

/** `toolyard hooks export`: hooks as a file for others, without secrets. */
export async function runHooksExport(
  { ids, out, group, ...options }: HooksExportOptions,
  context: CommandContext,
): Promise<number> {
  const { stdout, stderr } = context.terminal;
  const hooks = selectGroup((await openCommandHooks(context, options)).hooks, group);
  const wanted = ids.length === 0 ? hooks.filter(({ source }) => source === 'workspace') : findHooks(hooks, ids);
  const { text, removed } = exportHooks(wanted.map(({ hook }) => hook));
  const file = out === undefined ? undefined : resolve(context.surroundings.cwd, out);
  if (file === undefined) stdout.write(text);
  else {
    await writeNew(file, text);
    stderr.write(`Wrote ${wanted.length === 1 ? '1 hook' : `${wanted.length} hooks`} to ${file}.\n`);
    const written = { file, hooks: wanted.map(({ hook }) => hook.id), removed };
    if (options.json === true) stdout.write(`${toVisibleJson(written, 2)}\n`);
  }
  for (const { hook, path } of removed) {
    stderr.write(`warning: ${toVisible(path)}: looked like a secret of hook "${hook}" and was left out\n`);
  }
  return EXIT.done;
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await createWholeFile(file, text);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const reason = isTaken ? 'it already exists. Choose another name' : toMessage(error);
    throw new ToolyardError('file-not-written', `${file} was not written: ${reason}.`, { cause: error });
  }
}
