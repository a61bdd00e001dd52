import type { Hook } from '@toolyard/hooks';
import type { HookDraft } from './hook-draft.ts';
import type { FormNotice } from './protocol.ts';

/** The value of `PreviewView.event` for values that a person typed. */
export const SAMPLE = 'sample';

/** What a file got while the same hook was edited in the form. */
export interface FormConflict {
  /** The hook as the file has it now; absent where it is gone. */
  readonly file?: Hook;
}

/** Everything that a form is at one moment, besides what its folder knows. */
export interface FormState {
  readonly draft: HookDraft;
  /** The draft as it was read or saved last, to tell whether something is to be saved. */
  readonly clean: string;
  /** The id that the hook has in the file; absent for a new one. */
  readonly hookId?: string;
  /** The hook was not found in its file yet, so that there is nothing to edit. */
  readonly isWaiting?: true;
  readonly conflict?: FormConflict;
  readonly isSaving: boolean;
  /** A tab was closed with these changes, and the person has not saved or discarded them since. */
  readonly isRestored?: true;
  /** What a person has to know, such as that saving failed. */
  readonly notice?: FormNotice;
  /** The event of the preview: the id of a recent one, or `SAMPLE`; absent for the newest. */
  readonly event?: string;
  /** The values of the sample as they are typed; absent where nobody typed any. */
  readonly sample?: string;
}

/** A text that is the same for drafts that hold the same. */
function toMark({ values, tool, mappings, place }: HookDraft): string {
  const set = mappings.filter(({ mapping }) => mapping.source !== 'none');
  return JSON.stringify([Object.entries(values).toSorted(byName), tool, set, place]);
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : Number(left > right);
}

/** Whether something is to be saved. */
export function isDirty({ draft, clean }: Pick<FormState, 'draft' | 'clean'>): boolean {
  return toMark(draft) !== clean;
}

/** A form without changes. */
export function toFreshState(draft: HookDraft): FormState {
  const id = draft.base?.id;
  return { draft, clean: toMark(draft), isSaving: false, ...(id !== undefined && { hookId: id }) };
}
