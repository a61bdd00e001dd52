import type { FormSubject } from '../ports/open-form.ts';
import type { FolderState } from '../folder/folder.ts';
import { toFreshState, type FormState } from './form-state.ts';
import type { DraftPlace, HookDraft } from './hook-draft.ts';
import { toDraft } from './to-draft.ts';

/** The form as it is when it is opened: with the hook as its file has it, or for a new one. */
export function startForm(subject: FormSubject, state: FolderState | undefined): FormState {
  const { folder, hook: id, tool } = subject;
  if (id !== undefined) return findForm(folder, id, state) ?? waitForHook(folder, id);
  return toFreshState({ ...createDraft({ folder, source: 'workspace' }), ...(tool && { tool }) });
}

/** The form of a hook without changes, where its folder has it. */
export function findForm(folder: string, id: string, state: FolderState | undefined): FormState | undefined {
  const known = state?.hooks.find(({ resolved }) => resolved.known.hook.id === id)?.resolved.known;
  return known === undefined ? undefined : toFreshState(toDraft(known.hook, { folder, source: known.source }));
}

function waitForHook(folder: string, id: string): FormState {
  const draft = createDraft({ folder, source: 'workspace' });
  return { ...toFreshState({ ...draft, values: { ...draft.values, id } }), hookId: id, isWaiting: true };
}

function createDraft(place: DraftPlace): HookDraft {
  return {
    place,
    values: { enabled: true, 'trigger.event': 'file.saved', 'action.type': 'mcp' },
    tool: { server: '', tool: '' },
    mappings: [],
    hasOwnId: false,
  };
}
