import { systemClock } from '@toolyard/node';
import { createFormSession } from '../../src/form/create-form-session.ts';
import { createFakeEditor } from '../fakes/create-fake-editor.ts';
import { createFakeFolder, createFakeFolders, type FakeFolder } from '../fakes/create-fake-folder.ts';
import type { OpenForm } from './describe-form-pages.ts';
import type { FormPageOptions, ShownForm } from './open-form-page.ts';

/** A page with the extension's own model of the form behind it. */
export interface SessionForm {
  readonly form: ShownForm;
  readonly folder: FakeFolder;
  /** What went wrong in the model. */
  readonly failures: readonly unknown[];
}

/** Opens the form for a hook of a folder that a test makes up, or for a new one. */
export async function openSessionForm(
  open: OpenForm,
  options: Omit<FormPageOptions, 'host'> & { readonly folder?: FakeFolder; readonly hook?: string } = {},
): Promise<SessionForm> {
  const folder = options.folder ?? createFakeFolder();
  const failures: unknown[] = [];
  let shown: ShownForm | undefined;
  const session = createFormSession({
    folders: createFakeFolders(folder),
    editor: createFakeEditor(),
    files: { read: async () => undefined },
    clock: systemClock,
    start: { id: 'form', subject: { folder: folder.path, ...(options.hook !== undefined && { hook: options.hook }) } },
    drafts: { keep: () => undefined, forget: () => undefined },
    panel: {
      // The test may be over, and the page closed.
      post: (message) => void shown?.send(message).catch(() => undefined),
      name: () => undefined,
      close: () => undefined,
    },
    approve: async () => undefined,
    onError: (error) => failures.push(error),
  });
  const form = await open({
    ...options,
    host(message, page) {
      shown = page;
      session.receive(message);
    },
  });
  form.page.once('close', () => session.close());
  return { form, folder, failures };
}
