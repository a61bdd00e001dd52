import { toMessageText, ToolyardError } from '@toolyard/core';
import { runForeground } from '@toolyard/node';
import type { HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** What is run, and how hooks know it. */
export interface HooksExecOptions extends HooksCommandOptions {
  readonly words: readonly string[];
  /** The value of `--name`. */
  readonly name?: string;
}

/** `toolyard hooks exec -- COMMAND`: runs a command as if nothing stood in between, and then tells the hooks that it has ended. */
export async function runHooksExec(options: HooksExecOptions, context: CommandContext): Promise<number> {
  const { words, name, ...common } = options;
  const [command, ...args] = words;
  if (command === undefined || command === '') {
    throw new ToolyardError('usage', 'No command was given. Put it after --: toolyard hooks exec -- npm test');
  }
  const { terminal, surroundings } = context;
  const { cwd, env, platform } = surroundings;
  const startedAt = performance.now();
  const running = runForeground({
    command,
    args,
    cwd,
    env,
    platform,
    onSignal: (listener) => terminal.onStopSignal(listener),
  });
  // Loaded meanwhile, so that the command starts at once.
  const telling = import('../hooks/run/tell-task-ended.ts');
  const { exitCode, signal, problem } = await running;
  const ms = performance.now() - startedAt;
  if (problem !== undefined) terminal.stderr.write(`toolyard hooks exec: ${toMessageText(problem)}\n`);
  const task = {
    words,
    exitCode,
    ms,
    ...(name === undefined ? {} : { name }),
    ...(signal === undefined ? {} : { signal }),
  };
  await (await telling).tellTaskEnded(task, context, common);
  return exitCode;
}
