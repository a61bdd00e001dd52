import { rm } from 'node:fs/promises';
import { quoteWord, toMessageText, ToolyardError, toVisible, toVisibleJson } from '@toolyard/core';
import { locateHooks, refusalOf, resolveApprovals } from '@toolyard/host/hooks';
import { readTextFile, replaceTextFile } from '@toolyard/node';
import { explainUnapproved } from '../hooks/approve/explain-unapproved.ts';
import { openCommandHooks, type CommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { findService } from '../hooks/keep/find-service.ts';
import type { KeptService, ServiceCommand } from '../hooks/keep/kept-service.ts';
import { runServiceCommands, type ServiceCommandsEnd } from '../hooks/keep/run-service-commands.ts';
import { findServiceOwner } from '../hooks/keep/service-mark.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { askYesNo, canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** What is done with which service. */
export interface HooksServiceOptions extends HooksCommandOptions {
  readonly action: 'install' | 'uninstall';
  readonly name?: string;
  /** The port on which the watch serves webhooks, or `true` for the usual one. */
  readonly webhooks?: number | boolean;
  /** Shows everything, and changes nothing. */
  readonly dryRun?: boolean;
}

/** `toolyard hooks service`: has systemd or launchd keep a watch of the workspace running, or no longer. */
export function runHooksService(options: HooksServiceOptions, context: CommandContext): Promise<number> {
  return options.action === 'install' ? install(options, context) : uninstall(options, context);
}

async function install(options: HooksServiceOptions, context: CommandContext): Promise<number> {
  const opened = await openCommandHooks(context, options);
  const { workspace, named } = opened;
  const { webhooks = false } = options;
  const service = findService(context, { workspace, ...nameOf(options), ...configOf(named), webhooks });
  const before = await readOwn(service, workspace);
  const { stderr } = context.terminal;
  const isChanged = before !== undefined && before !== service.text;
  const commands = service.start(isChanged);
  if (options.json !== true) showService(service, commands, context);
  if (!(await mayGoOn(options, context, `Write ${service.file} and start it?`)))
    return tellNothing(options, service, context);
  if (before !== service.text) await replaceTextFile({ file: service.file, before, after: service.text });
  const end = await runServiceCommands(commands, context.surroundings);
  stderr.write(explainEnd(`Written: ${service.file}`, end, commands));
  if (end.type === 'done') for (const note of service.notes) stderr.write(`${note}\n`);
  await tellUnapproved(opened);
  if (options.json === true) print({ ...toJson(service), written: true, started: end.type === 'done' }, context);
  return end.type === 'failed' ? EXIT.failed : EXIT.done;
}

async function uninstall(options: HooksServiceOptions, context: CommandContext): Promise<number> {
  const { workspace } = await locateHooks(context.surroundings, options);
  const service = findService(context, { workspace, ...nameOf(options) });
  const { stderr } = context.terminal;
  // Whoever names a service means it, also where its workspace is gone.
  const before = await readOwn(service, workspace, options.name !== undefined);
  if (before === undefined) {
    stderr.write(
      `There is no service to remove: ${service.file} does not exist. If it has another name, add --name.\n`,
    );
    if (options.json === true) print({ ...toJson(service), removed: false }, context);
    return EXIT.done;
  }
  const commands = [...service.stop, ...service.forget];
  if (options.json !== true) {
    stderr.write(`${toMessageText(`To be removed: ${service.file}`)}\n`);
    showCommands(commands, context);
  }
  if (!(await mayGoOn(options, context, `Stop it and remove ${service.file}?`)))
    return tellNothing(options, service, context);
  const stopped = await runServiceCommands(service.stop, context.surroundings);
  await rm(service.file, { force: true });
  const end = stopped.type === 'done' ? await runServiceCommands(service.forget, context.surroundings) : stopped;
  stderr.write(explainEnd(`Removed: ${service.file}`, end, commands));
  if (options.json === true) print({ ...toJson(service), removed: true }, context);
  return end.type === 'failed' ? EXIT.failed : EXIT.done;
}

function nameOf({ name }: HooksServiceOptions): { readonly name?: string } {
  return name === undefined ? {} : { name };
}

function configOf({ config }: CommandHooks['named']): { readonly config?: string } {
  return config === undefined ? {} : { config };
}

/** The text of the service that is there; throws `usage` where that is somebody else's. */
async function readOwn({ file }: KeptService, workspace: string, isAnyWorkspace = false): Promise<string | undefined> {
  const read = await readTextFile(file);
  if (read.kind === 'missing') return undefined;
  const owner = read.kind === 'text' ? findServiceOwner(read.text, workspace) : 'somebody else';
  if (read.kind === 'text' && (owner === 'ours' || (owner === 'another workspace' && isAnyWorkspace))) return read.text;
  const what = owner === 'another workspace' ? 'belongs to another workspace' : 'was not written by Toolyard';
  throw new ToolyardError('usage', `${file} ${what}, so it stays as it is. Choose another name with --name.`);
}

async function mayGoOn(
  { yes, dryRun }: HooksServiceOptions,
  { terminal }: CommandContext,
  question: string,
): Promise<boolean> {
  if (dryRun === true) return false;
  if (yes === true) return true;
  if (canAsk(terminal)) return askYesNo(terminal, question);
  throw new ToolyardError(
    'usage',
    'Nothing was changed. Add --yes to do it without a question, or --dry-run to see what it would do.',
  );
}

function tellNothing(options: HooksServiceOptions, service: KeptService, context: CommandContext): number {
  const isAsked = options.dryRun === true;
  if (options.json === true) {
    print(
      {
        ...toJson(service),
        ...(options.action === 'install' ? { written: false, started: false } : { removed: false }),
      },
      context,
    );
  }
  context.terminal.stderr.write(isAsked ? 'Nothing was changed, because of --dry-run.\n' : 'Nothing was changed.\n');
  return isAsked ? EXIT.done : EXIT.failed;
}

function showService(service: KeptService, commands: readonly ServiceCommand[], context: CommandContext): void {
  const { stderr, stdout } = context.terminal;
  stderr.write(`${toMessageText(`To be written to ${service.file}:`)}\n`);
  const lines = service.text.split('\n').map((line) => toVisible(line));
  stdout.write(lines.join('\n'));
  showCommands(commands, context);
}

function showCommands(commands: readonly ServiceCommand[], { terminal }: CommandContext): void {
  terminal.stderr.write(`Then these are run:\n${listCommands(commands)}`);
}

function listCommands(commands: readonly ServiceCommand[]): string {
  return commands.map(({ words }) => `  ${words.map(quoteWord).join(' ')}\n`).join('');
}

function explainEnd(done: string, end: ServiceCommandsEnd, commands: readonly ServiceCommand[]): string {
  const told = `${toMessageText(done)}\n`;
  if (end.type === 'done') return told;
  if (end.type === 'no-program') {
    return `${told}${commands[0]?.words[0] ?? ''} was not found. Where it is there, run:\n${listCommands(commands)}`;
  }
  return `${told}Failed: ${end.command.words.map(quoteWord).join(' ')}\n${toMessageText(end.why)}\nTo try again, run:\n${listCommands(commands)}`;
}

/** Nobody is there to be asked when the service starts. */
async function tellUnapproved(opened: CommandHooks): Promise<void> {
  const resolved = await resolveApprovals(opened);
  const { stderr } = opened.terminal;
  if (resolved.hooks.some(refusalOf)) {
    stderr.write(
      'Some hooks are not approved, so they do not run. Run "toolyard hooks approve" to see them, and to approve them.\n',
    );
  }
  stderr.write(explainUnapproved(resolved));
}

function toJson({ system, name, file, text }: KeptService): object {
  return { system, name, file, text };
}

function print(value: object, { terminal }: CommandContext): void {
  terminal.stdout.write(`${toVisibleJson(value, 2)}\n`);
}
