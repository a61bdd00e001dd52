import { toMessage, toMessageText } from '@toolyard/core';
import { toTaskEvent, type EndedTask, type RunRecord } from '@toolyard/hooks';
import { readCause } from '@toolyard/host/hooks';
import type { CommandContext } from '../../terminal/command-context.ts';
import { createScreen } from '../../terminal/create-screen.ts';
import { renderRun } from '../log/render-run.ts';
import { openCommandHooks, type HooksCommandOptions } from '../open/open-command-hooks.ts';
import { enterAtTerminal } from './enter-at-terminal.ts';
import { hasFailed } from './report-hook-runs.ts';

/** Enters the end of a task, and warns where that is not possible: whoever ran the task only wants to know how it ended. */
export async function tellTaskEnded(
  task: EndedTask,
  context: CommandContext,
  options: HooksCommandOptions,
): Promise<void> {
  const { stderr } = context.terminal;
  try {
    await enter(task, { ...context, terminal: toQuietTerminal(context, task.exitCode) }, options);
  } catch (error) {
    stderr.write(`warning: The hooks were not told that the task has ended: ${toMessageText(toMessage(error))}\n`);
  }
}

async function enter(task: EndedTask, context: CommandContext, options: HooksCommandOptions): Promise<void> {
  const chain = readCause(context.surroundings);
  const opened = await openCommandHooks(context, { ...options, mayAsk: false });
  if (!opened.hooks.some(({ hook }) => hook.trigger.event === 'task.ended')) return;
  const screen = createScreen(context.terminal.stderr, context.surroundings.env);
  await enterAtTerminal({
    opened,
    event: { ...toTaskEvent(task), ...(chain === undefined ? {} : { chain }) },
    wait: false,
    report(records: readonly RunRecord[]) {
      for (const record of records.filter(hasFailed)) screen.line(renderRun(record, screen));
      return task.exitCode;
    },
  });
}

/** Data on stdout belongs to the command, and so does the exit code, also where a second Ctrl-C ends everything at once. */
function toQuietTerminal({ terminal }: CommandContext, exitCode: number): CommandContext['terminal'] {
  return {
    hasTerminal: terminal.hasTerminal,
    program: terminal.program,
    get stdin() {
      return terminal.stdin;
    },
    stdout: terminal.stderr,
    stderr: terminal.stderr,
    onStopSignal: (listener) => terminal.onStopSignal(listener),
    onUncaught: (listener) => terminal.onUncaught(listener),
    onParentGone: (listener) => terminal.onParentGone(listener),
    exitNow: () => terminal.exitNow(exitCode),
  };
}
