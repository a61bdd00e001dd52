import { COMPLETION_SCRIPTS } from '../completion/completion-scripts.ts';
import type { Shell } from '../completion/completion-shells.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';

/** `toolyard completion SHELL`: prints what the shell has to load. */
export async function runCompletion(shell: Shell, { terminal }: CommandContext): Promise<number> {
  terminal.stdout.write(COMPLETION_SCRIPTS[shell]);
  return EXIT.done;
}
