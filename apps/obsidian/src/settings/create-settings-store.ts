import { createHash } from 'node:crypto';
import { toCanonicalJson, toMessage, ToolyardError } from '@toolyard/core';
import type { NoteApp } from '../ports/note-app.ts';
import { checkChange } from './check-change.ts';
import { createQueue } from '@toolyard/host';
import { parsePluginData, type ParsedPluginData } from './parse-plugin-data.ts';
import type { PluginData } from './plugin-data.ts';
import type { SettingsStore } from './settings-store.ts';
import { toStoredData } from './to-stored-data.ts';

/** The part of the app that settings are kept in. */
export type SettingsApp = Pick<NoteApp, 'readData' | 'writeData' | 'backUpData'>;

/** The settings in data.json, read once before this resolves. */
export async function createSettingsStore(app: SettingsApp): Promise<SettingsStore> {
  const listeners = new Set<() => void>();
  let text: string | undefined;
  let current: ParsedPluginData = parsePluginData(undefined);
  let readOnly: string | undefined;
  const enqueue = createQueue();

  async function readAgain(): Promise<void> {
    const read = await app.readData();
    if (read === text) return;
    const parsed = parseText(read);
    // Before a copy is made, so that whatever becomes of it the file is not written.
    readOnly = parsed.refused?.reason;
    if (parsed.refused !== undefined) readOnly = await explainRefusal(app, parsed.refused, read ?? '');
    // What runs goes on as it was where a file cannot be used.
    else current = parsed;
    text = read;
    for (const listener of listeners) listener();
  }

  async function write(next: PluginData): Promise<void> {
    const problems = checkChange(current.data, next);
    if (problems.length > 0) throw new ToolyardError('config-invalid', problems.join('\n'));
    if (current.isFormer) await app.backUpData(nameBackup(text ?? ''), text ?? '');
    await app.writeData(toStoredData(next, current.rest));
    await readAgain();
  }

  await readAgain();
  return {
    get data() {
      return current.data;
    },
    get problems() {
      return current.problems;
    },
    get readOnly() {
      return readOnly;
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reload: () => enqueue(readAgain),
    change: (edit) =>
      enqueue(async () => {
        await readAgain();
        if (readOnly !== undefined) throw new ToolyardError('config-invalid', readOnly);
        const next = { ...current.data, ...edit(current.data) };
        if (toCanonicalJson(next) !== toCanonicalJson(current.data)) await write(next);
      }),
  };
}

function parseText(text: string | undefined): ParsedPluginData {
  if (text === undefined) return parsePluginData(undefined);
  try {
    return parsePluginData(JSON.parse(text));
  } catch (error) {
    const reason = `the file is not valid JSON (${toMessage(error)})`;
    return { ...parsePluginData(undefined), refused: { kind: 'broken', reason } };
  }
}

/** Makes a copy of what is broken; it says so where that fails, since nothing may be written in either case. */
async function explainRefusal(
  app: Pick<SettingsApp, 'backUpData'>,
  { kind, reason }: NonNullable<ParsedPluginData['refused']>,
  text: string,
): Promise<string> {
  const what = `The settings of Toolyard in data.json cannot be used: ${reason}.`;
  if (kind === 'newer') return `${what} Update the plugin. Until then nothing is written to the file.`;
  const name = nameBackup(text);
  const copy = await app.backUpData(name, text).then(
    () => `A copy of the file is in ${name}, beside it.`,
    (error: unknown) => `No copy of the file could be made (${toMessage(error)}).`,
  );
  return `${what} ${copy} Mend data.json or remove it; until then nothing is written to it.`;
}

/** One name for one text, so that a file that is read again and again has one copy. */
function nameBackup(text: string): string {
  return `data-backup-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
}
