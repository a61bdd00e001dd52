import type { NewEvent } from '@toolyard/hooks';
import { chooseEvent } from './choose-event.ts';
import { titleOf, type FoundHook } from './choose-hook.ts';
import type { CommandParts } from './command-table.ts';
import { mayRun, runNow, type InvalidHookActions } from './run-now.ts';

/** Runs a hook now, whatever its trigger says; asks for values of an event where it cannot do without. */
export async function runHookNow(found: FoundHook, parts: CommandParts, actions: InvalidHookActions): Promise<void> {
  if (!(await mayRun(found, parts, actions))) return;
  const event = await findEvent(found, parts);
  if (event === undefined) return;
  const { id } = found.hook.resolved.known.hook;
  await runNow({ found, start: (signal) => found.folder.run(id, event, signal) }, parts);
}

type RunEvent = Pick<NewEvent, 'name' | 'values'>;

/** Chosen values come with the event that a person sets off: what happened then did not happen again. */
async function findEvent({ folder, hook }: FoundHook, { editor }: CommandParts): Promise<RunEvent | undefined> {
  const bare: RunEvent = { name: 'manual', values: {} };
  const { problems, ...preview } = await folder.preview(hook.resolved.known.hook, bare);
  if (problems.length === 0 || 'arguments' in preview) return bare;
  const title = `Run "${titleOf(hook)}": it needs values of an event`;
  const chosen = await chooseEvent(editor, folder, { title, hook, others: false });
  return chosen === undefined ? undefined : { name: 'manual', values: chosen.values };
}
