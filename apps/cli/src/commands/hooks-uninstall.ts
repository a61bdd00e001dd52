import { toVisibleJson } from '@toolyard/core';
import { locateGitHooks, locateHooks, uninstallGitHooks, type UninstalledGitHook } from '@toolyard/host/hooks';
import type { HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';

const CHANGES: Readonly<Record<UninstalledGitHook['change'], string>> = {
  removed: 'removed',
  restored: 'is as it was before',
  edited: 'was changed since; only the lines of Toolyard were removed',
  'not installed': 'was replaced since; left alone',
};

/** `toolyard hooks uninstall`: takes away what `toolyard hooks install` put in place, and puts back what was there. */
export async function runHooksUninstall(options: HooksCommandOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  const { workspace } = await locateHooks(surroundings, options);
  const { folder, ...place } = await locateGitHooks(surroundings, workspace);
  const done = await uninstallGitHooks({ folder, ...place });
  const hooks = done !== undefined && 'hooks' in done ? done.hooks : [];
  if (options.json === true) terminal.stdout.write(`${toVisibleJson({ workspace, folder, hooks }, 2)}\n`);
  else for (const hook of hooks) terminal.stdout.write(`${describeHook(hook)}\n`);
  if (done === undefined) terminal.stderr.write(`No git hooks of Toolyard are installed for ${workspace}.\n`);
  if (done !== undefined && 'left' in done) {
    terminal.stderr.write(
      `git does not tell Toolyard about ${workspace} any more. The hooks stay for: ${done.left.join(', ')}\n`,
    );
  }
  return EXIT.done;
}

function describeHook({ name, change, kept }: UninstalledGitHook): string {
  const aside = kept === undefined ? '' : `; the hook from before is ${kept}`;
  return `${name}: ${CHANGES[change]}${aside}`;
}
