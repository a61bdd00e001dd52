import { ToolyardError, type JsonObject } from '@toolyard/core';
import { parseHooksFile, type HooksFormat, type HooksProblem, type McpServer } from '@toolyard/hooks';
import { previewRun } from '@toolyard/host/hooks';
import { createFakeClock, waitUntil, type FakeClock } from '@toolyard/testing';
import type { FormSubject } from '../../src/ports/open-form.ts';
import type { Folders, FolderState, ShownHook } from '../../src/folder/folder.ts';
import { createFormSession } from '../../src/form/create-form-session.ts';
import type { FormSession, FormStart } from '../../src/form/form-session.ts';
import { createKeptDrafts, type KeptDrafts } from '../../src/form/create-kept-drafts.ts';
import {
  FORM_PROTOCOL,
  type ShownField,
  type FormView,
  type HostMessage,
  type PageMessage,
} from '../../src/form/protocol.ts';
import { createFakeDraftStore } from './create-fake-draft-store.ts';
import { createFakeEditor, type FakeEditor } from './create-fake-editor.ts';
import { createFakeFolder, type FakeFolder } from './create-fake-folder.ts';
import { exampleFinding, exampleShown } from './example-look.ts';

/** The arguments of `chat:post` of the form's folder. */
export const POST_SCHEMA = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', description: 'What to say.' },
    path: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    filter: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
  },
};

/** A message of a page without what all of them have. */
export type SentMessage = PageMessage extends infer Message
  ? Message extends PageMessage
    ? Omit<Message, 'protocol' | 'edit'>
    : never
  : never;

/** A form over a hooks file in memory, with everything that its page was sent. */
export interface FormFixture {
  readonly folder: FakeFolder;
  readonly editor: FakeEditor;
  readonly session: FormSession;
  readonly clock: FakeClock;
  readonly posted: readonly HostMessage[];
  readonly titles: readonly string[];
  readonly approved: readonly unknown[];
  readonly errors: readonly unknown[];
  /** What was typed and is not saved, under `form`. */
  readonly drafts: KeptDrafts;
  isClosed(): boolean;
  /** The text of the file. */
  text(): string;
  /** Somebody else writes the file. */
  write(text: string): void;
  /** The page sends a message; resolves when what it changed was shown, with the preview. */
  send(message: SentMessage): Promise<FormView>;
  /** The page sends a message that changes nothing. */
  tell(message: SentMessage): void;
  /** The last view. */
  view(): FormView;
  field(key: string): ShownField;
}

/** Opens a form; the folder has the server `chat` with the tool `post`. */
export async function openTestForm(
  text: string,
  start: FormSubject | FormStart,
  options: {
    readonly state?: Partial<FolderState>;
    readonly editor?: FakeEditor;
    readonly members?: Partial<FakeFolder>;
    /** `json` where absent. */
    readonly format?: HooksFormat;
  } = {},
): Promise<FormFixture> {
  const { format = 'json' } = options;
  const file = `/shop/.toolyard/hooks.${format}`;
  const userFile = '/home/me/.config/toolyard/hooks.json';
  const files = { workspace: { file, exists: true }, user: { file: userFile, exists: false } };
  let current = text;
  const listeners = new Set<() => void>();
  const folder = createFakeFolder(
    { servers: [CHAT], files, ...readState(text, format), ...options.state },
    {
      findSchema: (server, tool) => (server === 'chat' && tool === 'post' ? POST_SCHEMA : undefined),
      preview: (hook, { values }) =>
        previewRun(hook, values, { schema: schemaOf(hook.action), redact: (value) => value }),
      async edit(_source, edit) {
        const edited = edit(current, format);
        if (!edited.ok)
          throw new ToolyardError('config-invalid', edited.problems[0]?.message ?? 'It cannot be edited.');
        write(edited.text);
        return file;
      },
      ...options.members,
    },
  );
  function write(next: string): void {
    current = next;
    folder.set(readState(next, format));
    for (const listener of listeners) listener();
  }
  const folders: Folders = {
    list: () => [folder],
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    of: () => folder,
  };
  const fixture = createFixture({
    folder,
    folders,
    editor: options.editor ?? createFakeEditor(),
    text: () => current,
    write,
  });
  await fixture.begin('subject' in start ? start : { id: 'form', subject: start });
  return fixture;
}

const CHAT: McpServer = {
  id: 'chat',
  name: 'Chat',
  status: 'available',
  lastDiscovered: 1,
  tools: [
    {
      name: 'post',
      displayName: 'Post',
      description: 'Posts a text. To a channel.',
      inputSchema: POST_SCHEMA,
      serverId: 'chat',
    },
  ],
};

function schemaOf({ parameters }: { readonly parameters: JsonObject }): unknown {
  return parameters['toolName'] === 'post' ? POST_SCHEMA : undefined;
}

function readState(text: string, format: HooksFormat): Pick<FolderState, 'hooks' | 'findings'> {
  // Without a file there is nothing wrong with it.
  if (text === '') return { hooks: [], findings: [] };
  const { hooks, problems } = parseHooksFile(text, { format });
  const toShown = (hook: ShownHook['resolved']['known']['hook']): ShownHook =>
    exampleShown(hook.id, hook, { state: 'not approved' });
  return { hooks: hooks.map(toShown), findings: problems.map(toFinding) };
}

function toFinding({ message, line, path }: HooksProblem): FolderState['findings'][number] {
  return exampleFinding(message, { line, path });
}

interface FixtureParts extends Pick<FormFixture, 'folder' | 'editor' | 'text' | 'write'> {
  readonly folders: Folders;
}

/** What a form did to the world around it. */
interface Effects extends Pick<FormFixture, 'clock' | 'drafts' | 'isClosed'> {
  readonly posted: HostMessage[];
  readonly titles: string[];
  readonly approved: unknown[];
  readonly errors: unknown[];
  start(start: FormStart): FormSession;
}

function createEffects({ folders, editor, text }: FixtureParts): Effects {
  const clock = createFakeClock();
  const drafts = createKeptDrafts(createFakeDraftStore(), (error) => effects.errors.push(error));
  let isClosed = false;
  const effects: Effects = {
    clock,
    drafts,
    posted: [],
    titles: [],
    approved: [],
    errors: [],
    isClosed: () => isClosed,
    start: (start) =>
      createFormSession({
        folders,
        editor,
        clock,
        start,
        drafts,
        files: { read: async () => text() },
        panel: {
          post: (message) => void effects.posted.push(message),
          name: (title) => void effects.titles.push(title),
          close: () => void (isClosed = true),
        },
        approve: async (subject) => void effects.approved.push(subject),
        onError: (error) => void effects.errors.push(error),
      }),
  };
  return effects;
}

function createFixture(parts: FixtureParts): FormFixture & { begin(start: FormStart): Promise<void> } {
  const { start: startSession, ...effects } = createEffects(parts);
  const { posted, clock } = effects;
  let session: FormSession | undefined;
  let edit = 0;
  const lastView = (): FormView | undefined =>
    posted.flatMap((message) => (message.type === 'show' ? [message.view] : [])).at(-1);
  const fixture = {
    ...parts,
    ...effects,
    get session(): FormSession {
      if (session === undefined) throw new Error('The form is not open yet.');
      return session;
    },
    view(): FormView {
      const view = lastView();
      if (view === undefined) throw new Error('The form has not shown anything.');
      return view;
    },
    field(key: string): ShownField {
      const fields = fixture.view().sections.flatMap((section) => section.fields);
      const found = fields.find((field) => field.key === key);
      if (found === undefined) throw new Error(`There is no field "${key}".`);
      return found;
    },
    async send(message: SentMessage): Promise<FormView> {
      edit += 1;
      const before = posted.length;
      fixture.session.receive({ ...message, protocol: FORM_PROTOCOL, edit });
      await waitUntil(() => posted.slice(before).some(({ type }) => type === 'show'));
      await waitUntil(() => {
        clock.advance(1000);
        return lastView()?.preview.isPending === false;
      });
      return fixture.view();
    },
    tell(message: SentMessage): void {
      fixture.session.receive({ ...message, protocol: FORM_PROTOCOL });
    },
    async begin(start: FormStart): Promise<void> {
      session = startSession(start);
      await fixture.send({ type: 'ready' });
    },
  };
  return fixture;
}
