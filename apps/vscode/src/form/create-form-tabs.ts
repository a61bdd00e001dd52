import type { Editor } from '../ports/editor.ts';
import type { FormSubject, OpenForm } from '../ports/open-form.ts';
import type { KeptDrafts } from './create-kept-drafts.ts';
import type { FormStart } from './form-session.ts';
import { parseTabState } from './tab-state.ts';

/** What a tab tells while its form runs in it. */
export interface TabEvents {
  /** The form is about another hook than before, such as a new one that was saved. */
  onSubject(subject: FormSubject): void;
  /** The tab was closed; `isLeft` where that left changes that are not saved. */
  onClosed(isLeft: boolean): void;
}

/** What tabs of forms need of the editor. */
export interface FormTabsOptions<Tab> {
  readonly drafts: Pick<KeptDrafts, 'find' | 'findFor' | 'forget'>;
  readonly editor: Pick<Editor, 'notify'>;
  newId(): string;
  create(subject: FormSubject): Tab;
  /** Runs a form in a tab until that is closed. */
  run(tab: Tab, start: FormStart, events: TabEvents): void;
  reveal(tab: Tab): void;
  onError(error: unknown): void;
}

/** The tabs with forms of a window. */
export interface FormTabs<Tab> {
  /** One for each hook, and as many new ones as are wanted. Changes that a closed tab left come back in the next one. */
  readonly openForm: OpenForm;
  /** Goes on in a tab that came back with the window; says whether its state could be read. */
  restore(tab: Tab, state: unknown): boolean;
}

/** A window without tabs. */
export function createFormTabs<Tab>(options: FormTabsOptions<Tab>): FormTabs<Tab> {
  const { drafts, editor } = options;
  const tabs = new Map<string, { readonly tab: Tab; readonly subject: FormSubject }>();
  const isFree = (id: string): boolean => !tabs.has(id);

  function run(tab: Tab, start: FormStart): void {
    const { id } = start;
    tabs.set(id, { tab, subject: start.subject });
    options.run(tab, start, {
      onSubject: (subject) => void tabs.set(id, { tab, subject }),
      onClosed(isLeft) {
        const subject = tabs.get(id)?.subject ?? start.subject;
        tabs.delete(id);
        if (isLeft) tellLeft(id, subject).catch(options.onError);
      },
    });
  }

  /** A tab cannot be kept from being closed, so the person is told afterwards. */
  async function tellLeft(id: string, subject: FormSubject): Promise<void> {
    const name = subject.hook === undefined ? 'a new hook' : `the hook "${subject.hook}"`;
    const message = `You closed the form of ${name} before its changes were saved. They are kept until you discard them.`;
    const answer = await editor.notify('warning', message, 'Reopen', 'Discard');
    if (answer === 'Discard' && isFree(id)) drafts.forget(id);
    if (answer === 'Reopen') show(id, subject);
  }

  function show(id: string, subject: FormSubject): void {
    const open = tabs.get(id);
    if (open !== undefined) return options.reveal(open.tab);
    const left = drafts.find(id);
    run(options.create(subject), { id, subject, ...(left && { form: { ...left, isRestored: true } }) });
  }

  return {
    async openForm(subject) {
      const { folder, hook, tool } = subject;
      const same = [...tabs].find(
        ([, of]) => hook !== undefined && of.subject.hook === hook && of.subject.folder === folder,
      );
      // Who comes with a tool wants a hook for that, and not what was begun before.
      const left = tool === undefined ? drafts.findFor(subject, isFree) : undefined;
      show(same?.[0] ?? left ?? options.newId(), subject);
    },
    restore(tab, state) {
      const kept = parseTabState(state);
      if (kept === undefined) return false;
      const form = drafts.find(kept.id);
      run(tab, { ...kept, ...(form && { form }) });
      return true;
    },
  };
}
