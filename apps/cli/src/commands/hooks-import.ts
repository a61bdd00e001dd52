import { resolve } from 'node:path';
import { ToolyardError, toVisibleJson, toVisibleLine } from '@toolyard/core';
import { importHooks, putHook, type Hook, type ImportedHooks, type KnownHook } from '@toolyard/hooks';
import { replaceTextFile } from '@toolyard/node';
import {
  describeHook,
  formatOf,
  resolveApprovals,
  readHooksFile,
  refuseFindings,
  summarizeHook,
  toFinding,
  type ReadHooks,
} from '@toolyard/host/hooks';
import { openCommandHooks, type CommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { askYesNo, canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { EXIT } from '../process/to-exit-code.ts';

/** What is imported, and where to. */
export interface HooksImportOptions extends HooksCommandOptions {
  /** The file with the hooks. */
  readonly from: string;
  /** The user's own file instead of the workspace's. */
  readonly user?: boolean;
}

/** `toolyard hooks import FILE`: adds hooks to a file; what stands there already, and its comments, stay. */
export async function runHooksImport(
  { from, user, ...options }: HooksImportOptions,
  context: CommandContext,
): Promise<number> {
  const { terminal, surroundings } = context;
  const given = await readHooksFile(resolve(surroundings.cwd, from));
  refuseFindings(given.findings);
  const opened = await openCommandHooks(context, options);
  const target = findTarget(opened, user === true);
  const imported = importHooks(
    opened.hooks.map(({ hook }) => hook),
    given.hooks,
  );
  await showImport(imported, opened, { file: target.file, source: user === true ? 'user' : 'workspace' });
  const isWritten = imported.added.length > 0 && (await mayWrite(terminal, options, target.file));
  if (isWritten) await addHooks(imported.added, target);
  if (options.json === true) terminal.stdout.write(`${toVisibleJson(toJson(imported, target.file, isWritten), 2)}\n`);
  if (isWritten) tellNext(terminal, target.file, user === true);
  return isWritten || imported.added.length === 0 ? EXIT.done : EXIT.failed;
}

interface Target {
  readonly file: string;
  readonly text: string | undefined;
}

/** The file that there is, else the one that is looked for first. */
function findTarget({ files, lookedFor }: ReadHooks, isUser: boolean): Target {
  const which = isUser ? 'user' : 'workspace';
  return files[which] ?? { file: lookedFor[which], text: undefined };
}

async function showImport(
  { added, skipped, renamed }: ImportedHooks,
  opened: CommandHooks,
  place: Pick<KnownHook, 'file' | 'source'>,
): Promise<void> {
  const { stderr } = opened.terminal;
  const known = added.map((hook) => ({ hook, ...place }));
  const shown = await resolveApprovals({ ...opened, hooks: known });
  for (const { id, reason } of skipped)
    stderr.write(`Skipped: ${toVisibleLine(id)}, because ${toVisibleLine(reason)}\n`);
  for (const { from, to } of renamed) stderr.write(`Renamed: ${toVisibleLine(from)} to ${toVisibleLine(to)}\n`);
  if (added.length === 0) stderr.write('Nothing to add.\n');
  else stderr.write(`To be added to ${place.file}:\n`);
  for (const resolved of shown.hooks) {
    // The user's own hooks run without another approval, so this is the one place where they are seen whole.
    const isLast = resolved.approval === 'not needed';
    const lines = isLast ? describeHook(resolved.known.hook, resolved.servers) : summarizeHook(resolved);
    for (const line of lines) stderr.write(`  ${line}\n`);
  }
}

async function mayWrite(terminal: Terminal, { yes }: HooksCommandOptions, file: string): Promise<boolean> {
  if (yes === true) return true;
  if (canAsk(terminal)) return askYesNo(terminal, 'Add them?');
  throw new ToolyardError('usage', `Nothing was written. Add --yes to add them to ${file}.`);
}

async function addHooks(hooks: readonly Hook[], { file, text: before }: Target): Promise<void> {
  const format = formatOf(file);
  let after = before ?? '';
  for (const hook of hooks) {
    const edit = putHook(after, format, hook);
    if (!edit.ok) refuseFindings(edit.problems.map((problem) => toFinding(file, problem)));
    else after = edit.text;
  }
  await replaceTextFile({ file, before, after });
}

function toJson({ added, skipped, renamed }: ImportedHooks, file: string, isWritten: boolean): object {
  return { file, added: isWritten ? added.map(({ id }) => id) : [], skipped, renamed };
}

function tellNext({ stderr }: Terminal, file: string, isOwn: boolean): void {
  stderr.write(`Added to ${file}.${isOwn ? '' : ' Run "toolyard hooks approve" to let them run.'}\n`);
}
