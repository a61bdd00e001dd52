import type { ShownHook } from '../folder/folder.ts';
import type { Subject } from '../rows/row.ts';
import { askToApprove } from './approve-hooks.ts';
import { askWhy, type NoticedEvents } from './ask-why.ts';
import { copyHook, deleteHook, turnHook } from './change-hook.ts';
import { chooseFolder } from './choose-folder.ts';
import { chooseHook, type FoundHook } from './choose-hook.ts';
import { chooseUnapproved } from './choose-unapproved.ts';
import type { Command, CommandParts, CommandTable } from './command-table.ts';
import { dryRun } from './dry-run.ts';
import type { OpenForm } from '../ports/open-form.ts';
import { openAtHook, openHooksFile } from './open-hooks-file.ts';
import { runHookNow } from './run-hook-now.ts';
import type { InvalidHookActions } from './run-now.ts';
import { startFromTemplate } from './start-from-template.ts';

/** What commands of hooks need besides what all commands do. */
export interface HookCommandOptions {
  /** Where it is absent, hooks are edited in their file. */
  readonly openForm: OpenForm | undefined;
  readonly noticed: NoticedEvents;
  readonly actions: InvalidHookActions;
}

/** The commands `toolyard.hooks.*`. */
export function createHookCommands(parts: CommandParts, options: HookCommandOptions): CommandTable {
  const { noticed, actions } = options;
  const withHook =
    (title: string, act: (found: FoundHook) => Promise<void>, wants?: Wants): Command =>
    async (subject) => {
      const found = await chooseHook(parts, subject, { title, ...wants });
      if (found !== undefined) await act(found);
    };
  return {
    'toolyard.hooks.new': (subject) => startHook(subject, parts, options),
    'toolyard.hooks.fromTemplate': (subject) => startFromTemplate(subject, parts, options),
    'toolyard.hooks.edit': withHook('Edit Hook', (found) => editHook(found, parts, options)),
    'toolyard.hooks.openFile': (subject) => openFile(subject, parts),
    'toolyard.hooks.run': withHook('Run Hook Now', (found) => runHookNow(found, parts, actions)),
    'toolyard.hooks.dryRun': withHook('Dry Run Hook', (found) => dryRun(found, parts)),
    'toolyard.hooks.approve': async (subject) => {
      const hooks = await chooseUnapproved(parts, subject);
      if (hooks.length > 0) await askToApprove(hooks, parts);
    },
    'toolyard.hooks.enable': withHook('Enable Hook', (found) => turnHook(found, true, parts), DISABLED),
    'toolyard.hooks.disable': withHook('Disable Hook', (found) => turnHook(found, false, parts), ENABLED),
    'toolyard.hooks.delete': withHook('Delete Hook', (found) => deleteHook(found, parts)),
    'toolyard.hooks.duplicate': withHook('Duplicate Hook', async (found) => {
      const copy = await copyHook(found);
      if (copy !== undefined) await editHook(copy, parts, options);
    }),
    'toolyard.hooks.why': (subject) => askWhy(subject, parts, noticed),
  };
}

/** Which hooks a command is for, and what is said where there are none. */
interface Wants {
  readonly wants: (hook: ShownHook) => boolean;
  readonly none: string;
}

const DISABLED: Wants = { wants: (hook) => !isEnabled(hook), none: 'No hook is disabled.' };
const ENABLED: Wants = { wants: isEnabled, none: 'No hook is enabled.' };

function isEnabled({ resolved }: ShownHook): boolean {
  return resolved.known.hook.enabled;
}

/** What can be done about hooks that cannot run: they are edited, or taken out of their file. */
export function createInvalidHookActions(
  parts: Pick<CommandParts, 'editor'>,
  openForm: OpenForm | undefined,
): InvalidHookActions {
  return {
    update: (found) => editHook(found, parts, { openForm }),
    remove: (found) => deleteHook(found, parts),
  };
}

async function startHook(
  subject: Subject | undefined,
  parts: CommandParts,
  { openForm }: Pick<HookCommandOptions, 'openForm'>,
): Promise<void> {
  const folder = await chooseFolder(parts, subject, 'New Hook');
  if (folder === undefined) return;
  if (openForm === undefined) return openHooksFile(folder, parts.editor);
  const tool = subject?.kind === 'tool' ? { tool: { server: subject.server, tool: subject.tool } } : {};
  await openForm({ folder: folder.path, ...tool });
}

async function editHook(
  found: FoundHook,
  { editor }: Pick<CommandParts, 'editor'>,
  { openForm }: Pick<HookCommandOptions, 'openForm'>,
): Promise<void> {
  if (openForm === undefined) return openAtHook(found, editor);
  await openForm({ folder: found.folder.path, hook: found.hook.resolved.known.hook.id });
}

async function openFile(subject: Subject | undefined, parts: CommandParts): Promise<void> {
  if (subject?.kind === 'hook') {
    const found = await chooseHook(parts, subject, { title: 'Open Hooks File' });
    if (found !== undefined) await openAtHook(found, parts.editor);
    return;
  }
  const folder = await chooseFolder(parts, subject, 'Open Hooks File');
  if (folder !== undefined) await openHooksFile(folder, parts.editor);
}
