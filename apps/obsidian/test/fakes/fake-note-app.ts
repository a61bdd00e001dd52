import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AskedSecret, NoteApp, UnapprovedServer } from '../../src/ports/note-app.ts';

/** A vault in a folder, with people who answer at once. */
export interface FakeNoteApp extends NoteApp {
  /** What a person was asked, in order. */
  readonly asked: (UnapprovedServer | AskedSecret)[];
  readonly notices: string[];
  readonly secrets: Map<string, string>;
  /** The answers of the person. */
  readonly answers: {
    approve: boolean;
    secret: string | undefined;
    /** What happens while a person looks at a definition. */
    onAsked?: (() => Promise<void>) | undefined;
  };
  /** How often data.json was written. */
  writes: number;
  readonly dataFile: string;
}

/** An app on a folder; data.json holds `data`. */
export function createFakeNoteApp(vaultFolder: string, data?: unknown): FakeNoteApp {
  const pluginFolder = join(vaultFolder, '.obsidian/plugins/toolyard');
  mkdirSync(pluginFolder, { recursive: true });
  const dataFile = join(pluginFolder, 'data.json');
  if (data !== undefined) writeFileSync(dataFile, JSON.stringify(data));
  const secrets = new Map<string, string>();
  const app: FakeNoteApp = {
    vaultFolder,
    dataFile,
    secrets,
    asked: [],
    notices: [],
    answers: { approve: true, secret: undefined },
    writes: 0,
    readData: async () => (existsSync(dataFile) ? readFileSync(dataFile, 'utf8') : undefined),
    async writeData(value) {
      app.writes++;
      writeFileSync(dataFile, JSON.stringify(value));
    },
    backUpData: async (name, text) => writeFileSync(join(pluginFolder, name), text),
    readSecret: (name) => secrets.get(name) ?? null,
    writeSecret: (name, value) => void secrets.set(name, value),
    listNotes: () => readdirSync(vaultFolder).filter((name) => name.endsWith('.md')),
    openNote: (path) => ({
      isInEditor: () => false,
      read: async () => readFileSync(join(vaultFolder, path), 'utf8'),
      update: async (edit) =>
        writeFileSync(join(vaultFolder, path), edit(readFileSync(join(vaultFolder, path), 'utf8'))),
      attach: async () => false,
    }),
    notify: (message) => void app.notices.push(message),
    async approve(server) {
      app.asked.push(server);
      await app.answers.onAsked?.();
      return app.answers.approve;
    },
    askAboutEdited: async () => 'cancel',
    questions: {
      askForm: async () => ({ action: 'cancel' }),
      askPage: async () => ({ action: 'cancel' }),
      askSampling: async () => undefined,
      askToContinue: async () => false,
    },
    readLinked: async (path) =>
      existsSync(join(vaultFolder, `${path}.md`)) ? readFileSync(join(vaultFolder, `${path}.md`), 'utf8') : undefined,
    confirmQuestion: async () => true,
    decideCalls: async () => new Map(),
    copyText: async () => undefined,
    async askSecret(secret) {
      app.asked.push(secret);
      return app.answers.secret;
    },
  };
  return app;
}
