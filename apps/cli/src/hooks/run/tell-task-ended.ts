import { toMessage, toMessageText } from '@toolyard/core';
import { toTaskEvent, type EndedTask } from '@toolyard/hooks';
import { leaveEvents, readHooks, type OpenHooksOptions } from '@toolyard/host/hooks';
import type { CommandContext } from '../../terminal/command-context.ts';

type MeantWorkspace = Pick<OpenHooksOptions, 'workspace'>;

/**
 * Leaves the end of a task to the engine of the workspace, and warns where that is not possible: whoever ran the task only wants to know how it
 * ended, and waits for no hook.
 */
export async function tellTaskEnded(
  task: EndedTask,
  { surroundings, terminal }: CommandContext,
  { workspace }: MeantWorkspace,
): Promise<void> {
  const meant: MeantWorkspace = workspace === undefined ? {} : { workspace };
  // The exit code is the task's, also for somebody who presses Ctrl-C once more, and the event is safe in a moment.
  const takeBack = terminal.onStopSignal(() => undefined);
  try {
    await leaveEvents(surroundings, {
      ...meant,
      find: async () => ((await isAwaited(surroundings, meant)) ? [toTaskEvent(task)] : []),
    });
  } catch (error) {
    terminal.stderr.write(
      `warning: The hooks were not told that the task has ended: ${toMessageText(toMessage(error))}\n`,
    );
  } finally {
    takeBack();
  }
}

/** Events that no hook waits for would only fill the inbox. What a file with problems says will be known when they are solved. */
async function isAwaited(surroundings: CommandContext['surroundings'], meant: MeantWorkspace): Promise<boolean> {
  const { hooks, findings } = await readHooks(surroundings, meant);
  return findings.length > 0 || hooks.some(({ hook }) => hook.trigger.event === 'task.ended');
}
