import type { Host } from '@toolyard/host';
import { openHooks, openUncheckedHooks, type OpenHooks, type OpenHooksOptions } from '@toolyard/host/hooks';
import { createCommandHost } from '../../host/create-command-host.ts';
import type { CommandContext } from '../../terminal/command-context.ts';
import { createCommandLog, type CommonOptions } from '../../yard/with-yard.ts';

/** The options that every command of `toolyard hooks` has. */
export interface HooksCommandOptions extends CommonOptions {
  /** The value of `--workspace`. */
  readonly workspace?: string;
}

/** The options of commands that can be about one group. */
export interface GroupedCommandOptions extends HooksCommandOptions {
  /** The value of `--group`. */
  readonly group?: string;
}

/** The hooks that a command works with, for the person who started it in their workspace. */
export interface CommandHooks extends OpenHooks, CommandContext {
  /** The same options as seen from the workspace. */
  readonly options: CommonOptions;
}

/** Reads the hooks that a command means, and tells of files that are not used; throws `config-invalid` with one line a problem. */
export function openCommandHooks(context: CommandContext, options: HooksCommandOptions): Promise<CommandHooks> {
  return open(openHooks, context, options);
}

/** The same where something may be wrong with the files, which the findings say. */
export function openUncheckedCommandHooks(
  context: CommandContext,
  options: HooksCommandOptions,
): Promise<CommandHooks> {
  return open(openUncheckedHooks, context, options);
}

/** Resolving approvals and opening their yard read the same configuration, and whoever started the command wants its warnings once. */
function tellOnce(host: Host): Host {
  const told = new Set<string>();
  return {
    ...host,
    notify(notice) {
      if (told.has(notice.message)) return;
      told.add(notice.message);
      host.notify(notice);
    },
  };
}

async function open(
  read: typeof openHooks,
  context: CommandContext,
  { workspace, config, ...options }: HooksCommandOptions,
): Promise<CommandHooks> {
  const { terminal } = context;
  const meant: OpenHooksOptions = {
    shown: createCommandLog(terminal, options),
    ...(workspace === undefined ? {} : { workspace }),
    ...(config === undefined ? {} : { config }),
    ...(options.strict === undefined ? {} : { strict: options.strict }),
  };
  const opened = await read(tellOnce(createCommandHost(context, options)), meant);
  return { ...opened, terminal, options: { ...options, ...opened.named } };
}
