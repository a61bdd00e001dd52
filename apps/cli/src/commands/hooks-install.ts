import { ToolyardError, toVisibleJson } from '@toolyard/core';
import { installGitHooks, locateGitHooks, locateHooks, type InstalledGitHook } from '@toolyard/host/hooks';
import { resolvePlaces } from '@toolyard/node';
import type { HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';

const CHANGES: Readonly<Record<InstalledGitHook['change'], string>> = {
  made: 'installed',
  'lines added': 'installed in front of your own hook, which runs as before',
  wrapped: 'installed; your own hook is kept in toolyard-kept, and runs as before',
  unchanged: 'installed already',
  'left alone': 'left alone, because it is not a file',
};

/** `toolyard hooks install`: has git tell Toolyard of commits, changes of the branch and pushes at once. */
export async function runHooksInstall(options: HooksCommandOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  const { workspace } = await locateHooks(surroundings, options);
  const place = await locateGitHooks(surroundings, workspace);
  if (place.isTracked && options.yes !== true) {
    const message =
      `The git hooks of this repository are in ${place.folder}, which is part of the project: what is installed there would be committed. ` +
      'Run this again with --yes to install it all the same.';
    throw new ToolyardError('usage', message);
  }
  const { interpreter, script } = terminal.program;
  const hooks = await installGitHooks(place, { interpreter, script, stateDir: findNamedState(context) });
  if (options.json === true) terminal.stdout.write(`${toVisibleJson({ workspace, folder: place.folder, hooks }, 2)}\n`);
  else for (const { name, change } of hooks) terminal.stdout.write(`${name}: ${CHANGES[change]}\n`);
  terminal.stderr.write(
    `git now tells Toolyard what happens in ${workspace}. To take this back, run "toolyard hooks uninstall".\n`,
  );
  return EXIT.done;
}

/** Where the state is kept, where only variables of this terminal say it. */
function findNamedState({ surroundings }: CommandContext): string | undefined {
  const { TOOLYARD_STATE_DIR, XDG_STATE_HOME } = surroundings.env;
  const isNamed = [TOOLYARD_STATE_DIR, XDG_STATE_HOME].some((value) => value !== undefined && value !== '');
  return isNamed ? resolvePlaces(surroundings).stateDir : undefined;
}
