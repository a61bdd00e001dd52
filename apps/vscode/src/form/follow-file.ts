import { toCanonicalJson } from '@toolyard/core';
import type { Hook } from '@toolyard/hooks';
import type { FolderState } from '../folder/folder.ts';
import { isDirty, toFreshState, type FormConflict, type FormState } from './form-state.ts';
import { findForm } from './start-form.ts';
import { toDraft } from './to-draft.ts';

/** Whether two versions of a hook say the same. */
export function isSameHook(left: Hook | undefined, right: Hook | undefined): boolean {
  return (
    left === right || (left !== undefined && right !== undefined && toCanonicalJson(left) === toCanonicalJson(right))
  );
}

/** The form after its file may have changed: it takes over what changed there, unless it has changes of its own, which are never dropped unasked. */
export function followFile(form: FormState, state: FolderState): FormState {
  const { hookId, draft, isSaving } = form;
  if (hookId === undefined || isSaving) return form;
  const found = findForm(draft.place.folder, hookId, state);
  if (form.isWaiting) return found === undefined ? form : keepPreview(found, form);
  const inFile = found?.draft.place.source === draft.place.source ? found.draft.base : undefined;
  if (inFile === undefined && !canBeRead(form, state)) return form;
  if (isSameHook(inFile, draft.base)) return withoutConflict(form);
  if (inFile === undefined || isDirty(form)) return withConflict(form, inFile);
  return found === undefined ? form : keepPreview(found, form);
}

/** Whether the file is known and without faults, so that a hook that is not in it is gone. */
function canBeRead({ draft }: FormState, { files, findings }: FolderState): boolean {
  const { file } = files[draft.place.source];
  return file !== '' && !findings.some((finding) => finding.severity === 'error' && finding.file === file);
}

function keepPreview(next: FormState, { event, sample }: FormState): FormState {
  return { ...next, ...(event !== undefined && { event }), ...(sample !== undefined && { sample }) };
}

function withoutConflict(form: FormState): FormState {
  const { conflict: _conflict, ...others } = form;
  return others;
}

/** The form says that its file has another version. */
export function withConflict(form: FormState, file: Hook | undefined): FormState {
  const conflict: FormConflict = file === undefined ? {} : { file };
  return { ...form, conflict };
}

/** The form after a person chose a version; `undefined` where it is to be closed, since the hook is gone. */
export function resolveConflict(form: FormState, keep: 'file' | 'form'): FormState | undefined {
  const { conflict, ...others } = form;
  if (conflict === undefined) return form;
  const { file } = conflict;
  if (keep === 'file') {
    return file === undefined ? undefined : keepPreview(toFreshState(toDraft(file, form.draft.place)), form);
  }
  if (file !== undefined) return { ...others, draft: { ...form.draft, base: file } };
  const { hookId: _hookId, ...asNew } = others;
  return asNew;
}
