import { ToolyardError, toVisibleJson } from '@toolyard/core';
import { targetOf } from '@toolyard/host/hooks';
import { chooseEvent, type ChosenEvent } from './choose-event.ts';
import { titleOf, type FoundHook } from './choose-hook.ts';
import type { CommandParts } from './command-table.ts';

/** Shows what a hook would give its tool or program for an event that the person chooses, and what would go wrong; calls nothing. */
export async function dryRun(found: FoundHook, { editor }: CommandParts): Promise<void> {
  const { folder, hook } = found;
  const title = titleOf(hook);
  const event = await chooseEvent(editor, folder, { title: `Dry run of "${title}"`, hook, others: true });
  if (event === undefined) return;
  const { known } = hook.resolved;
  const result = await editor.withProgress(`Dry run of hook "${title}"`, async (signal) => {
    const notes = [...remarkOnCut(event), ...(await findTool(found, signal))];
    return signal.aborted ? undefined : { ...(await folder.preview(known.hook, event)), notes };
  });
  if (result === undefined) return;
  const { problems, notes, ...preview } = result;
  const shown = {
    hook: known.hook.id,
    target: targetOf(known.hook),
    event: event.name,
    values: event.values,
    ...('arguments' in preview ? { arguments: preview.arguments } : {}),
    problems,
    ...(notes.length > 0 && { notes }),
  };
  await editor.showText({ title: `Dry Run of ${known.hook.id}`, text: toVisibleJson(shown, 2), language: 'json' });
}

/** Says that an event goes without values which its record does not have in full. */
export function remarkOnCut({ cut }: Pick<ChosenEvent, 'cut'>): readonly string[] {
  if (cut.length === 0) return [];
  return [`The record has these values cut or masked, so the event goes without them: ${cut.join(', ')}`];
}

/** Without the schema of its tool a text might become a number, or might not; so it is looked for first, where anything may be started. */
async function findTool({ folder, hook }: FoundHook, signal: AbortSignal): Promise<readonly string[]> {
  const { action } = hook.resolved.known.hook;
  if (action.type !== 'mcp') return [];
  const { serverId, toolName } = action.parameters;
  const isKnown = (): boolean => folder.findSchema(serverId, toolName) !== undefined;
  if (isKnown()) return [];
  const note = `The tool "${toolName}" of server "${serverId}" is not known now, so nothing was compared with its parameters.`;
  if (folder.state().duty.kind === 'untrusted') return [note];
  try {
    await Promise.race([folder.lookForServers(), aborted(signal)]);
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    return [note, error.message];
  }
  return isKnown() ? [] : [note];
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
