import type { Folder, FolderState, Folders } from '../folder/folder.ts';
import type { CheckedDraft } from './check-draft.ts';
import { isDirty, type FormState } from './form-state.ts';
import { actionTypeOf, eventOf, listDraftFields, type HookDraft } from './hook-draft.ts';
import { listContextNames } from './list-context-names.ts';
import type { DraftPreview } from './preview-draft.ts';
import type { PreviewEvent } from './preview-event.ts';
import type { ShownField, FormNotice, FormSection, FormView, PreviewView } from './protocol.ts';
import { toField } from './to-field.ts';
import { toMappingView } from './to-mapping-view.ts';
import { toPlaceField } from './to-place-field.ts';
import { toToolField } from './to-tool-field.ts';

/** What a view is made of besides the form itself. */
export interface ViewFacts {
  readonly folders: Pick<Folders, 'list'>;
  readonly folder: Pick<Folder, 'state' | 'findSchema'> | undefined;
  readonly checked: CheckedDraft;
  readonly event: PreviewEvent;
  readonly preview: DraftPreview;
  readonly isPending: boolean;
}

/** Everything that the page shows. */
export function toFormView(form: FormState, facts: ViewFacts): FormView {
  const { folder, checked } = facts;
  const { draft, hookId, isSaving } = form;
  const state = folder?.state();
  const readOnly = sayReadOnly(form, state);
  const hasChanged = isDirty(form);
  const conflict = sayConflict(form);
  const isFree = !isSaving && conflict === undefined && readOnly === undefined;
  const hasTool = actionTypeOf(draft) === 'mcp' && draft.tool.tool !== '';
  const findSchema = (server: string, tool: string): unknown => folder?.findSchema(server, tool);
  return {
    title: hookId === undefined ? 'New Hook' : `Hook "${hookId}"`,
    sections: toSections(form, facts, readOnly !== undefined || isSaving),
    ...(hasTool && { mapping: toMappingView(draft, { checked, preview: facts.preview, findSchema }) }),
    contextNames: listContextNames(toTrigger(draft), facts.event.values),
    preview: toPreviewView(facts),
    notices: listNotices(form, state),
    problems: checked.others,
    isDirty: hasChanged,
    isSaving,
    canSave: isFree && checked.hook !== undefined && (hasChanged || hookId === undefined),
    canOpenFile: hookId !== undefined,
    ...(conflict !== undefined && { conflict }),
    ...(form.isRestored && hasChanged && { restored: sayRestored(form) }),
    ...(readOnly !== undefined && { readOnly }),
  };
}

function toTrigger({ values }: HookDraft): Parameters<typeof listContextNames>[0] {
  const secret = values['trigger.secretEnv'];
  return {
    event: eventOf({ values }),
    batch: values['trigger.batch'] === true,
    ...(typeof secret === 'string' && secret !== '' && { secretEnv: secret }),
  };
}

function sayReadOnly({ isWaiting, hookId }: FormState, state: FolderState | undefined): string | undefined {
  if (state === undefined) return 'The folder of this hook is not open in the window any more.';
  if (isWaiting) return `The hook "${hookId}" was not found in its file. It is shown here as soon as it is there.`;
  return state.duty.kind === 'untrusted' ? 'Trust the workspace to change its hooks here.' : undefined;
}

function sayConflict({ conflict, hookId }: FormState): string | undefined {
  if (conflict === undefined) return undefined;
  return conflict.file === undefined
    ? `The hook "${hookId}" was removed from its file while you edited it here. Keep your version to add it again, or take that of the file to close the form.`
    : `The hook "${hookId}" was changed in its file while you edited it here. Keep your version, or take that of the file.`;
}

function sayRestored({ hookId }: FormState): string {
  return hookId === undefined
    ? 'This is a new hook that you began before. It is not saved yet.'
    : 'These are the changes that you made before you closed the form. They are not saved yet.';
}

/** The field that names the hook that another one waits for. */
const ENDED_HOOK = 'trigger.if.hook';

function toSections({ draft, hookId }: FormState, facts: ViewFacts, isReadOnly: boolean): readonly FormSection[] {
  const { hook, event, action } = listDraftFields(draft);
  const problemsOf = (key: string): CheckedDraft['others'] => facts.checked.fields.get(key) ?? [];
  const hooks = facts.folder?.state().hooks.map(({ resolved }) => resolved.known.hook.id) ?? [];
  const toFields = (specs: typeof hook): readonly ShownField[] =>
    specs.map((spec) =>
      spec.kind === 'tool'
        ? toToolField(draft.tool, { state: facts.folder?.state(), isReadOnly, problems: problemsOf(spec.key) })
        : toField(draft, spec.key === ENDED_HOOK ? { ...spec, suggestions: hooks } : spec, {
            isReadOnly,
            problems: problemsOf(spec.key),
          }),
    );
  const place = toPlaceField(draft.place, {
    folders: facts.folders.list(),
    isReadOnly: isReadOnly || hookId !== undefined,
  });
  return [
    { id: 'hook', title: 'Hook', fields: [place, ...toFields(hook)] },
    { id: 'event', title: 'Event', fields: toFields(event) },
    { id: 'action', title: 'Action', fields: toFields(action) },
  ];
}

function toPreviewView({ event, preview, isPending }: ViewFacts): PreviewView {
  const { choices, chosen, text, problem } = event;
  const isWrong = problem !== undefined;
  return {
    events: choices,
    event: chosen,
    sample: text,
    problems: isWrong ? [{ severity: 'error', message: problem }] : preview.problems,
    ...(!isWrong && preview.result !== undefined && { result: preview.result }),
    isPending,
  };
}

function listNotices({ notice, draft }: FormState, state: FolderState | undefined): readonly FormNotice[] {
  const file = state?.files[draft.place.source].file;
  const wrong = state?.findings.find((finding) => finding.severity === 'error' && finding.file === file);
  const broken: readonly FormNotice[] =
    wrong === undefined
      ? []
      : [{ level: 'warning', message: `The hooks file has a problem in line ${wrong.line}: ${wrong.message}` }];
  return notice === undefined ? broken : [notice, ...broken];
}
