import { toVisibleJson } from '@toolyard/core';
import { locateTasks, readTaskSettings } from '../tasks/read-task-settings.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';

/** `toolyard tasks migrate`: gives the database of the task backend the form that this version wants. */
export async function runTasksMigrate(
  { json = false }: { readonly json?: boolean },
  context: CommandContext,
): Promise<number> {
  const { terminal, surroundings } = context;
  const settings = await readTaskSettings(context, { database: true });
  const { migrateTasks } = await import('@toolyard/tasks');
  const applied = await migrateTasks({ ...locateTasks(surroundings, settings), isBrief: true });
  if (json) terminal.stdout.write(`${toVisibleJson({ applied })}\n`);
  else if (applied.length === 0) terminal.stdout.write('Nothing to do: all migrations are applied.\n');
  else terminal.stdout.write(applied.map((name) => `Applied ${name}\n`).join(''));
  return EXIT.done;
}
