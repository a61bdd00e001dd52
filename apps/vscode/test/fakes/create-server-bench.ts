import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createQuestionQueue, type Host } from '@toolyard/host';
import { onTestFinished } from 'vitest';
import type { Folder } from '../../src/folder/folder.ts';
import { createEditorHost, type EditorHostOptions } from '../../src/servers/create-editor-host.ts';
import { createSecretStore } from '../../src/servers/create-secret-store.ts';
import type { ServerParts } from '../../src/servers/server-parts.ts';
import { createFakeEditor, type FakeEditor } from './create-fake-editor.ts';
import { createFakeFolders } from './create-fake-folder.ts';
import { createTestFolder } from './create-test-folder.ts';

/** Commands about servers on a real folder, with a person who gives the answers that are lined up. */
export interface ServerBench {
  readonly folder: Folder;
  readonly editor: FakeEditor;
  readonly parts: ServerParts;
  /** What is in the secret storage. */
  readonly secrets: Map<string, string>;
  /** The lines of each log that was shown. */
  readonly logs: Map<string, string[]>;
  /** What was copied. */
  clipboard: string;
  /** Writes a file of the folder. */
  write(file: string, value: unknown): Promise<string>;
  /** Resolves when all that was done later has ended; rejects where something of it failed. */
  settled(): Promise<void>;
}

/** Makes one; its configuration has the server `it`, which nobody has approved, unless `configuration` says otherwise. */
export async function createServerBench(
  options: { readonly configuration?: unknown; readonly sources?: readonly string[] } = {},
): Promise<ServerBench> {
  const { configuration, sources = [] } = options;
  const made = await createTestFolder();
  const write = async (file: string, value: unknown): Promise<string> => {
    const path = join(made.path, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
    return path;
  };
  await made.writeHooks([]);
  if (configuration !== undefined) await write('toolyard.json', configuration);
  const editor = createFakeEditor();
  const secrets = new Map<string, string>();
  const createHost = (mayAsk: boolean): Host =>
    createTestEditorHost({ surroundings: made.host.surroundings, editor, mayAsk }, secrets);
  const settings = { hooksEnabled: true, sources };
  const folder = made.open({ host: createHost(false), askingHost: createHost(true), settings });
  const logs = new Map<string, string[]>();
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const work = new Set<Promise<void>>();
  const bench: ServerBench = {
    folder,
    editor,
    secrets,
    logs,
    clipboard: '',
    write,
    async settled() {
      while (work.size > 0) {
        const [next] = work;
        await next;
        if (next !== undefined) work.delete(next);
      }
    },
    parts: {
      folders: createFakeFolders(folder),
      editor,
      later: (each) => void work.add(each()),
      accessOf: () => ({ host: createHost(true), named: {}, sources }),
      readClipboard: async () => bench.clipboard,
      logs: {
        show(title, follow) {
          const lines: string[] = [];
          logs.set(title, lines);
          work.add(follow((line) => void lines.push(line), end.signal).catch(() => undefined));
        },
      },
    },
  };
  return bench;
}

/** Makes one whose servers are approved and were looked for; what that showed is forgotten. */
export async function createOpenBench(options: { readonly configuration?: unknown } = {}): Promise<ServerBench> {
  const bench = await createServerBench(options);
  bench.editor.answers.push('Approve');
  await bench.folder.openYard({ mayAsk: true });
  await bench.folder.lookForServers({ afresh: true });
  bench.editor.shown.length = 0;
  return bench;
}

function createTestEditorHost(
  parts: Pick<EditorHostOptions, 'surroundings' | 'editor' | 'mayAsk'>,
  secrets: Map<string, string>,
): Host {
  return createEditorHost({
    ...parts,
    version: '1.0.0',
    secrets: createSecretStore({
      get: async (name) => secrets.get(name),
      store: async (name, value) => void secrets.set(name, value),
    }),
    tell: () => undefined,
    agents: () => Promise.reject(new Error('There are no models in tests.')),
    chat: async () => undefined,
    questions: createQuestionQueue(),
    createSample: () => () => Promise.reject(new Error('There are no models in tests.')),
  });
}
