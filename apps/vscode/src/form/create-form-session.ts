import { parseHooksFile } from '@toolyard/hooks';
import { formatOf } from '@toolyard/host/hooks';
import type { FormSubject } from '../ports/open-form.ts';
import type { Folder } from '../folder/folder.ts';
import { checkDraft, type CheckedDraft } from './check-draft.ts';
import { editDraft, type DraftEdit, type EditFacts } from './edit-draft.ts';
import type { FormSession, FormSessionOptions } from './form-session.ts';
import { followFile, resolveConflict, withConflict } from './follow-file.ts';
import { isDirty, SAMPLE, type FormState } from './form-state.ts';
import { actionTypeOf, eventOf, listAllFields } from './hook-draft.ts';
import { parsePageMessage } from './parse-page-message.ts';
import { NO_PREVIEW, previewDraft, type DraftPreview } from './preview-draft.ts';
import { toPreviewEvent } from './preview-event.ts';
import { FORM_PROTOCOL, type PageMessage } from './protocol.ts';
import { saveDraft } from './save-draft.ts';
import { findForm, startForm } from './start-form.ts';
import { listLockedFields } from './to-field.ts';
import { toFormView } from './to-form-view.ts';
import { toTabState } from './tab-state.ts';
import { fromPlaceValue, PLACE_KEY } from './to-place-field.ts';
import { findToolProblems, toPickerServers } from './to-tool-field.ts';

/** So long after the last change the preview is made, in milliseconds. */
const PREVIEW_MS = 200;

/** Opens a form; it shows something as soon as its page says that it is ready. */
export function createFormSession(options: FormSessionOptions): FormSession {
  return new OpenForm(options);
}

class OpenForm implements FormSession {
  readonly #options: FormSessionOptions;
  readonly #stop: () => void;
  #form: FormState;
  #preview: DraftPreview = NO_PREVIEW;
  #isPending = false;
  #isReady = false;
  #isClosed = false;
  /** The last change of the page that the form has in it. */
  #edit = 0;
  /** Counts what changed, so that answers about what was before are dropped. */
  #round = 0;
  #stopPreview: (() => void) | undefined;
  #isDiscarded = false;
  /** What came while the form was being saved, which is done afterwards. */
  #queued: PageMessage[] = [];
  #sentServers = '';

  constructor(options: FormSessionOptions) {
    this.#options = options;
    const { start, folders } = options;
    const state = folders
      .list()
      .find(({ path }) => path === start.subject.folder)
      ?.state();
    this.#form = start.form ?? startForm(start.subject, state);
    this.#stop = folders.onChange(() => this.#follow());
    this.#follow();
  }

  receive(data: unknown): void {
    const message = parsePageMessage(data);
    if (message === undefined || this.#isClosed) return;
    if (this.#form.isSaving && 'edit' in message) {
      this.#queued.push(message);
      return;
    }
    this.#accept(message);
  }

  close(): boolean {
    this.#isClosed = true;
    this.#stop();
    this.#stopPreview?.();
    // What is being saved is not left; where that fails, it is told then.
    return this.#keep() && !this.#form.isSaving;
  }

  #accept(message: PageMessage): void {
    if ('edit' in message) this.#edit = Math.max(this.#edit, message.edit);
    this.#take(message).catch(this.#options.onError);
  }

  /** Keeps what is not saved, also beyond the life of the tab. */
  #keep(): boolean {
    const { start, drafts } = this.#options;
    const hasChanges = !this.#isDiscarded && isDirty(this.#form);
    if (hasChanges) drafts.keep(start.id, this.#form);
    else drafts.forget(start.id);
    return hasChanges;
  }

  /** What was typed is not wanted any more. */
  #discard(): void {
    this.#isDiscarded = true;
    this.#options.panel.close();
  }

  async #take(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#begin();
      case 'save':
        return this.#save();
      case 'openFile':
        return this.#openFile(message.key);
      case 'cancel':
        return this.#cancel();
      case 'refreshServers':
        return this.#folder()?.lookForServers({ afresh: true });
      case 'pickEvent':
        return this.#set({ ...this.#form, event: message.event });
      case 'sampleChanged':
        return this.#set({ ...this.#form, event: SAMPLE, sample: message.text });
      case 'resolveConflict':
        return this.#resolve(message.keep);
      case 'startOver':
        return this.#startOver();
      default:
        return this.#change(message);
    }
  }

  #folder(): Folder | undefined {
    return this.#options.folders.list().find(({ path }) => path === this.#form.draft.place.folder);
  }

  async #begin(): Promise<void> {
    this.#isReady = true;
    this.#edit = 0;
    this.#sentServers = '';
    this.#rename();
    this.#sendServers();
    await this.#update();
    await this.#folder()?.lookForServers();
  }

  #canChange(): boolean {
    const duty = this.#folder()?.state().duty.kind;
    return duty !== undefined && duty !== 'untrusted' && !this.#form.isSaving && !this.#form.isWaiting;
  }

  #facts(): EditFacts {
    const { draft, hookId } = this.#form;
    const folder = this.#folder();
    const known = folder?.state().hooks.map(({ resolved }) => resolved.known) ?? [];
    // A hook of the folder whose id the user's file has does not count, so an id is taken in both files.
    const others = known.filter(({ hook }) => hook.id !== hookId);
    return {
      taken: others.map(({ hook }) => hook.id),
      locked: listLockedFields(draft),
      findSchema: (server, tool) => folder?.findSchema(server, tool),
    };
  }

  async #change(message: DraftEdit): Promise<void> {
    // What is shown goes back to what is right where a page changes what it may not.
    if (!this.#canChange()) return this.#update();
    const { draft, hookId } = this.#form;
    if (message.type === 'change' && message.key === PLACE_KEY) {
      const { value } = message;
      const isMoved = hookId === undefined && typeof value === 'string';
      const place = isMoved ? fromPlaceValue(value, this.#options.folders.list()) : undefined;
      await this.#set({ ...this.#form, draft: { ...draft, ...(place && { place }) } });
      return this.#sendServers();
    }
    const next = editDraft(draft, message, this.#facts());
    const { event: _event, sample: _sample, ...others } = this.#form;
    const isOtherEvent = eventOf(next) !== eventOf(draft);
    return this.#set({ ...(isOtherEvent ? others : this.#form), draft: next });
  }

  async #resolve(keep: 'file' | 'form'): Promise<void> {
    const next = resolveConflict(this.#form, keep);
    if (next === undefined) return this.#discard();
    await this.#set(next);
    this.#rename();
  }

  async #startOver(): Promise<void> {
    const { hookId, draft } = this.#form;
    const subject = { folder: draft.place.folder, ...(hookId !== undefined && { hook: hookId }) };
    await this.#set(startForm(subject, this.#folder()?.state()));
    this.#rename();
  }

  /** Another state; what was said before about saving is over. */
  async #set(form: FormState): Promise<void> {
    const { notice: _notice, ...others } = form;
    this.#form = others;
    this.#keep();
    await this.#update();
  }

  #follow(): void {
    const state = this.#folder()?.state();
    if (state !== undefined) this.#form = followFile(this.#form, state);
    this.#keep();
    if (!this.#isReady) return;
    this.#sendServers();
    this.#update().catch(this.#options.onError);
  }

  #sendServers(): void {
    const state = this.#folder()?.state();
    if (state === undefined) return;
    const { isLooking, serverWarnings: warnings } = state;
    const servers = toPickerServers(state);
    const text = JSON.stringify([servers, isLooking, warnings]);
    if (text === this.#sentServers) return;
    this.#sentServers = text;
    this.#options.panel.post({ protocol: FORM_PROTOCOL, type: 'servers', servers, isLooking, warnings });
  }

  async #check(): Promise<CheckedDraft> {
    const { draft } = this.#form;
    const folder = this.#folder();
    const isCall = actionTypeOf(draft) === 'mcp';
    return checkDraft(draft, {
      schema: isCall ? folder?.findSchema(draft.tool.server, draft.tool.tool) : undefined,
      taken: this.#facts().taken,
      tool: isCall && folder !== undefined ? findToolProblems(draft.tool, folder.state()) : [],
    });
  }

  /** Checks the form and shows it, then makes the preview; whatever changes meanwhile begins this again. */
  async #update(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.#isPending = true;
    const checked = await this.#check();
    if (round !== this.#round || this.#isClosed) return;
    this.#show(checked);
    this.#stopPreview?.();
    this.#stopPreview = this.#options.clock.after(PREVIEW_MS, () => {
      this.#makePreview(round, checked).catch(this.#options.onError);
    });
  }

  async #makePreview(round: number, checked: CheckedDraft): Promise<void> {
    const folder = this.#folder();
    const state = folder?.state();
    const { name, values } = toPreviewEvent(this.#form, state?.runs ?? []);
    const mayLook = folder !== undefined && values !== undefined && state?.duty.kind !== 'untrusted';
    const preview = mayLook ? await previewDraft(folder, this.#form.draft, { name, values }) : NO_PREVIEW;
    if (round !== this.#round || this.#isClosed) return;
    this.#preview = preview;
    this.#isPending = false;
    this.#show(checked);
  }

  #show(checked: CheckedDraft): void {
    const folder = this.#folder();
    const view = toFormView(this.#form, {
      folders: this.#options.folders,
      folder,
      checked,
      event: toPreviewEvent(this.#form, folder?.state().runs ?? []),
      preview: this.#preview,
      isPending: this.#isPending,
    });
    const kept = toTabState({ id: this.#options.start.id, subject: this.#subject() });
    this.#options.panel.post({ protocol: FORM_PROTOCOL, type: 'show', edit: this.#edit, view, kept });
  }

  #subject(): FormSubject {
    const { hookId, draft } = this.#form;
    const { folder } = draft.place;
    return hookId === undefined ? { folder, tool: draft.tool } : { folder, hook: hookId };
  }

  #rename(): void {
    const { hookId } = this.#form;
    this.#options.panel.name(hookId === undefined ? 'New Hook' : `Hook: ${hookId}`, this.#subject());
  }

  async #save(): Promise<void> {
    const saved = await this.#trySave().finally(() => this.#endSaving());
    if (saved !== undefined) await this.#offerApproval(saved);
    else if (this.#isClosed && isDirty(this.#form)) await this.#tellUnsaved();
  }

  /** The id of the hook where it was saved. */
  async #trySave(): Promise<string | undefined> {
    const folder = this.#folder();
    if (folder === undefined || !this.#canChange() || this.#form.conflict !== undefined) return undefined;
    const form = this.#form;
    this.#form = { ...form, isSaving: true };
    const { hook } = await this.#check();
    if (hook === undefined) {
      await this.#set(form);
      return undefined;
    }
    await this.#update();
    const saved = await saveDraft(folder, form, hook);
    if (saved.kind === 'saved') {
      await this.#settle(folder, form, hook.id);
      return hook.id;
    }
    if (saved.kind === 'conflict') await this.#set(withConflict(form, saved.file));
    else {
      this.#form = { ...form, notice: { level: 'error', message: `The hook was not saved. ${saved.message}` } };
      await this.#update();
    }
    return undefined;
  }

  #endSaving(): void {
    const { isSaving: _isSaving, ...others } = this.#form;
    this.#form = { ...others, isSaving: false };
    for (const message of this.#queued.splice(0)) this.#accept(message);
  }

  /** The form shows what the file has now. */
  async #settle(folder: Folder, form: FormState, id: string): Promise<void> {
    const { folder: path } = form.draft.place;
    if (findForm(path, id, folder.state()) === undefined) await folder.refresh();
    const next = findForm(path, id, folder.state()) ?? startForm({ folder: path, hook: id }, undefined);
    const { event, sample } = form;
    await this.#set({ ...next, ...(event !== undefined && { event }), ...(sample !== undefined && { sample }) });
    this.#rename();
  }

  async #offerApproval(id: string): Promise<void> {
    const folder = this.#folder();
    const shown = folder?.state().hooks.find(({ resolved }) => resolved.known.hook.id === id);
    if (folder === undefined || (shown?.state !== 'not approved' && shown?.state !== 'changed since approved')) return;
    const answer = await this.#options.editor.notify(
      'info',
      `Hook "${id}" was saved. It runs once you approve it.`,
      'Approve',
    );
    if (answer === 'Approve') await this.#options.approve({ kind: 'hook', folder: folder.path, hook: id });
  }

  /** The tab was closed while the hook was being saved, so that nobody sees what became of it. */
  async #tellUnsaved(): Promise<void> {
    const { notice, hookId } = this.#form;
    const name = hookId === undefined ? 'The new hook' : `The hook "${hookId}"`;
    const why = notice?.message ?? `${name} was not saved.`;
    await this.#options.editor.notify('error', `${why} What you typed comes back when you open its form again.`);
  }

  async #openFile(key: string | undefined): Promise<void> {
    const { hookId, draft } = this.#form;
    const file = this.#folder()?.state().files[draft.place.source].file;
    if (hookId === undefined || file === undefined || file === '') return;
    const text = (await this.#options.files.read(file)) ?? '';
    const { places } = parseHooksFile(text, { format: formatOf(file) });
    const path = listAllFields(draft).find((spec) => spec.key === key)?.path;
    const { line, column } = places.locate(hookId, path);
    await this.#options.editor.openFile(file, { line, column });
  }

  async #cancel(): Promise<void> {
    const { editor } = this.#options;
    const name = this.#form.hookId === undefined ? 'the new hook' : `the hook "${this.#form.hookId}"`;
    const isLost = isDirty(this.#form);
    const answer = isLost
      ? await editor.confirm(`Discard your changes of ${name}?`, 'They are not saved.', 'Discard')
      : 'Discard';
    if (answer === 'Discard') this.#discard();
  }
}
