import { parseHooksFile } from '@toolyard/hooks';
import { formatOf } from '@toolyard/host/hooks';
import type { Clock } from '@toolyard/core';
import type { FormSubject } from '../ports/open-form.ts';
import type { Folder, Folders } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';
import type { TextFiles } from '../ports/text-files.ts';
import type { Subject } from '../rows/row.ts';
import { checkDraft, type CheckedDraft } from './check-draft.ts';
import { editDraft, type DraftEdit, type EditFacts } from './edit-draft.ts';
import { followFile, resolveConflict, withConflict } from './follow-file.ts';
import { isDirty, SAMPLE, type FormState } from './form-state.ts';
import { actionTypeOf, eventOf, listAllFields } from './hook-draft.ts';
import { toKept, type KeptForm } from './kept-form.ts';
import { parsePageMessage } from './parse-page-message.ts';
import { NO_PREVIEW, previewDraft, type DraftPreview } from './preview-draft.ts';
import { toPreviewEvent } from './preview-event.ts';
import { FORM_PROTOCOL, type HostMessage, type PageMessage } from './protocol.ts';
import { saveDraft } from './save-draft.ts';
import { findForm, startForm } from './start-form.ts';
import { listLockedFields } from './to-field.ts';
import { toFormView } from './to-form-view.ts';
import { fromPlaceValue, PLACE_KEY } from './to-place-field.ts';
import { findToolProblems, toPickerServers } from './to-tool-field.ts';

/** The page of a form and the tab that it is in. */
export interface FormPanel {
  post(message: HostMessage): void;
  /** What the form is about now, which changes when a new hook is saved or an id is changed. */
  name(title: string, subject: FormSubject): void;
  close(): void;
}

/** What a form works with. */
export interface FormSessionOptions {
  readonly folders: Folders;
  readonly editor: Pick<Editor, 'openFile' | 'notify' | 'confirm'>;
  readonly files: Pick<TextFiles, 'read'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly panel: FormPanel;
  /** What it is opened for, or what was left of it before the window was loaded again. */
  readonly start: KeptForm;
  /** Shows what a hook would do, and lets it run if the person agrees. */
  approve(subject: Subject): Promise<void>;
  onError(error: unknown): void;
}

/** One open form. */
export interface FormSession {
  /** Takes what the page sent; anything that is no message of the protocol is dropped. */
  receive(message: unknown): void;
  /** Nothing of it is left afterwards. */
  close(): void;
}

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
    if ('edit' in message) this.#edit = Math.max(this.#edit, message.edit);
    this.#take(message).catch(this.#options.onError);
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#stopPreview?.();
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
    const others = known.filter(({ hook, source }) => source === draft.place.source && hook.id !== hookId);
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
    if (next === undefined) return this.#options.panel.close();
    await this.#set(next);
    this.#rename();
  }

  /** Another state; what was said before about saving is over. */
  async #set(form: FormState): Promise<void> {
    const { notice: _notice, ...others } = form;
    this.#form = others;
    await this.#update();
  }

  #follow(): void {
    const state = this.#folder()?.state();
    if (state !== undefined) this.#form = followFile(this.#form, state);
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
    const kept = toKept(this.#form);
    this.#options.panel.post({ protocol: FORM_PROTOCOL, type: 'show', edit: this.#edit, view, kept });
  }

  #rename(): void {
    const { hookId, draft } = this.#form;
    const { folder } = draft.place;
    if (hookId === undefined) this.#options.panel.name('New Hook', { folder, tool: draft.tool });
    else this.#options.panel.name(`Hook: ${hookId}`, { folder, hook: hookId });
  }

  async #save(): Promise<void> {
    const folder = this.#folder();
    if (folder === undefined || !this.#canChange() || this.#form.conflict !== undefined) return;
    const form = this.#form;
    this.#form = { ...form, isSaving: true };
    const { hook } = await this.#check();
    if (hook === undefined) return this.#set({ ...form, isSaving: false });
    await this.#update();
    const saved = await saveDraft(folder, form, hook);
    if (saved.kind === 'conflict') return this.#set(withConflict(form, saved.file));
    if (saved.kind === 'failed') {
      this.#form = { ...form, notice: { level: 'error', message: `The hook was not saved. ${saved.message}` } };
      return this.#update();
    }
    await this.#settle(folder, form, hook.id);
  }

  /** The form shows what the file has now, and offers to approve that where it must be. */
  async #settle(folder: Folder, form: FormState, id: string): Promise<void> {
    const { folder: path } = form.draft.place;
    if (findForm(path, id, folder.state()) === undefined) await folder.refresh();
    const next = findForm(path, id, folder.state()) ?? startForm({ folder: path, hook: id }, undefined);
    const { event, sample } = form;
    await this.#set({ ...next, ...(event !== undefined && { event }), ...(sample !== undefined && { sample }) });
    this.#rename();
    const shown = folder.state().hooks.find(({ resolved }) => resolved.known.hook.id === id);
    if (shown?.state !== 'not approved' && shown?.state !== 'changed since approved') return;
    const answer = await this.#options.editor.notify(
      'info',
      `Hook "${id}" was saved. It runs once you approve it.`,
      'Approve',
    );
    if (answer === 'Approve') await this.#options.approve({ kind: 'hook', folder: path, hook: id });
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
    const { editor, panel } = this.#options;
    const name = this.#form.hookId === undefined ? 'the new hook' : `the hook "${this.#form.hookId}"`;
    const isLost = isDirty(this.#form);
    const answer = isLost
      ? await editor.confirm(`Discard your changes of ${name}?`, 'They are not saved.', 'Discard')
      : 'Discard';
    if (answer === 'Discard') panel.close();
  }
}
