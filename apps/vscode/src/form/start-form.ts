import type { Hook } from '@toolyard/hooks';
import type { FormSubject } from '../ports/open-form.ts';
import type { FolderState } from '../folder/folder.ts';
import { toFreshState, type FormState } from './form-state.ts';
import type { DraftPlace, HookDraft } from './hook-draft.ts';
import { toHookId } from './to-hook-id.ts';
import { toDraft } from './to-draft.ts';

/** The form as it is when it is opened: with the hook as its file has it, or for a new one. */
export function startForm(subject: FormSubject, state: FolderState | undefined): FormState {
  const { folder, hook: id, tool, begin } = subject;
  if (id !== undefined) return findForm(folder, id, state) ?? waitForHook(folder, id);
  if (begin !== undefined) return beginForm(begin, { folder, source: 'workspace' }, state);
  return toFreshState({ ...createDraft({ folder, source: 'workspace' }), ...(tool && { tool }) });
}

/** The form of a hook without changes, where its folder has it. */
export function findForm(folder: string, id: string, state: FolderState | undefined): FormState | undefined {
  const known = state?.hooks.find(({ resolved }) => resolved.known.hook.id === id)?.resolved.known;
  return known === undefined ? undefined : toFreshState(toDraft(known.hook, { folder, source: known.source }));
}

/** A new hook that is not empty: all of it is still to be saved. */
function beginForm(begin: Hook, place: DraftPlace, state: FolderState | undefined): FormState {
  const taken = state?.hooks.map(({ resolved }) => resolved.known.hook.id) ?? [];
  const draft = toDraft({ ...begin, id: toHookId(begin.id, taken) }, place);
  const { hookId: _hookId, ...fresh } = toFreshState({ ...draft, hasOwnId: false });
  return { ...fresh, clean: '' };
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
