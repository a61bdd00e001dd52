import { toMessage } from '@toolyard/core';
import { parseHooksFile, putHook, replaceHook, type Hook, type HooksEdit, type HooksFormat } from '@toolyard/hooks';
import type { Folder } from '../folder/folder.ts';
import { isSameHook } from './follow-file.ts';
import type { FormState } from './form-state.ts';

/** What became of a hook that was to be saved. */
export type SavedDraft =
  | { readonly kind: 'saved' }
  /** The file has another version than the form was made from; nothing was written. */
  | { readonly kind: 'conflict'; readonly file: Hook | undefined }
  /** For people. */
  | { readonly kind: 'failed'; readonly message: string };

/** Writes a hook into its file, comments kept, unless somebody else changed it there since it was read. */
export async function saveDraft(
  folder: Pick<Folder, 'edit'>,
  { draft, hookId }: Pick<FormState, 'draft' | 'hookId'>,
  hook: Hook,
): Promise<SavedDraft> {
  let conflict: SavedDraft | undefined;
  const edit = (text: string, format: HooksFormat): HooksEdit => {
    if (hookId === undefined) return putHook(text, format, hook);
    const { hooks, problems } = parseHooksFile(text, { format });
    const inFile = hooks.find(({ id }) => id === hookId);
    // A file with faults is refused below, with the fault.
    if (problems.length === 0 && !isSameHook(inFile, draft.base)) {
      conflict = { kind: 'conflict', file: inFile };
      return { ok: false, problems: [] };
    }
    return replaceHook(text, format, hookId, hook);
  };
  try {
    await folder.edit(draft.place.source, edit);
    return { kind: 'saved' };
  } catch (error) {
    return conflict ?? { kind: 'failed', message: toMessage(error) };
  }
}
