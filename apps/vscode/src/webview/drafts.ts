import type { FormView, PageMessage } from '../form/protocol.ts';
import type { PageField } from './field-of.ts';

/** A message without what is added when it is sent. */
type Unsent<Message> = Message extends unknown ? Omit<Message, 'protocol' | 'edit'> : never;

/** What is typed into one control, as it will be sent. */
export type Draft = Unsent<Extract<PageMessage, { readonly type: 'change' | 'map' | 'sampleChanged' }>>;

/** What is typed into the control of a field. */
export type FieldDraft = Extract<Draft, { readonly type: 'change' }>;

/** A change that is made at once: a press of a button, or a choice. */
export type PageAction = Unsent<
  Extract<
    PageMessage,
    {
      readonly type:
        | 'pickTool'
        | 'addParameter'
        | 'removeParameter'
        | 'suggest'
        | 'pickEvent'
        | 'resolveConflict'
        | 'startOver';
    }
  >
>;

/** A message that changes nothing in the form. */
export type PageRequest = Unsent<
  Extract<PageMessage, { readonly type: 'ready' | 'refreshServers' | 'save' | 'openFile' | 'cancel' }>
>;

/** Names what a draft is about; the same for the same control. */
export function toDraftId(draft: Draft): string {
  if (draft.type === 'change') return fieldDraftId(draft.key);
  return draft.type === 'map' ? rowDraftId(draft.parameter) : SAMPLE_DRAFT_ID;
}

/** The draft of a field. */
export function fieldDraftId(key: string): string {
  return `field ${key}`;
}

/** The draft of a parameter. */
export function rowDraftId(parameter: string): string {
  return `row ${parameter}`;
}

/** The draft of the values of the preview's event. */
export const SAMPLE_DRAFT_ID = 'sample';

/** What a view has where a draft has something else, as text that can be compared; nothing where the control is gone. */
export function readShown(view: FormView, draft: Draft): string | undefined {
  if (draft.type === 'sampleChanged') return view.preview.sample;
  if (draft.type === 'map') {
    const row = view.mapping?.rows.find(({ parameter }) => parameter === draft.parameter);
    return row && JSON.stringify(row.mapping);
  }
  const field = view.sections.flatMap(({ fields }) => fields).find(({ key }) => key === draft.key);
  if (field === undefined) return undefined;
  return JSON.stringify(field.kind === 'tool' ? [field.server, field.tool] : field.value);
}

/** The view as the person has it: with what is typed, where the host does not know it yet. */
export function applyDrafts(view: FormView, drafts: readonly Draft[]): FormView {
  if (drafts.length === 0) return view;
  const byId = new Map(drafts.map((draft) => [toDraftId(draft), draft]));
  const sample = byId.get(SAMPLE_DRAFT_ID);
  const sections = view.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => applyToField(field, byId.get(fieldDraftId(field.key)))),
  }));
  const preview = sample?.type === 'sampleChanged' ? { ...view.preview, sample: sample.text } : view.preview;
  if (view.mapping === undefined) return { ...view, sections, preview };
  const rows = view.mapping.rows.map((row) => {
    const draft = byId.get(rowDraftId(row.parameter));
    return draft?.type === 'map' ? { ...row, mapping: draft.mapping } : row;
  });
  return { ...view, sections, preview, mapping: { ...view.mapping, rows } };
}

/** A draft for a field that has become another kind of field is left out. */
function applyToField(field: PageField, draft: Draft | undefined): PageField {
  if (draft?.type !== 'change') return field;
  const { value } = draft;
  if (field.kind === 'text' || field.kind === 'choice') return typeof value === 'string' ? { ...field, value } : field;
  if (field.kind === 'flag') return typeof value === 'boolean' ? { ...field, value } : field;
  if (typeof value === 'string' || typeof value === 'boolean') return field;
  if (field.kind === 'list') {
    const texts = value.filter((each) => typeof each === 'string');
    return texts.length === value.length ? { ...field, value: texts } : field;
  }
  if (field.kind !== 'pairs') return field;
  const pairs = value.filter((each) => typeof each !== 'string');
  return pairs.length === value.length ? { ...field, value: pairs } : field;
}
