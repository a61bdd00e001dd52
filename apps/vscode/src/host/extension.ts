import { createQuestionQueue } from '@toolyard/host';
import { window, type ExtensionContext } from 'vscode';
import type { WindowFolders } from '../folder/create-window-folders.ts';
import { registerChatServers } from './chat/register-chat-servers.ts';
import { registerCommands } from './commands/register-commands.ts';
import { registerInvalidHooks } from './commands/register-invalid-hooks.ts';
import { createEditor } from './create-editor.ts';
import { registerEvents } from './events/register-events.ts';
import { openForms } from './form/open-forms.ts';
import { openWindowFolders } from './folders/open-window-folders.ts';
import { registerLanguage } from './language/register-language.ts';
import { registerNotes } from './notes/register-notes.ts';
import type { Parts, Register } from './parts.ts';
import { registerServers } from './servers/register-servers.ts';
import { registerWalkthrough } from './views/register-walkthrough.ts';
import { registerTreeViews } from './views/register-tree-views.ts';

/** Every feature, in the order in which they are registered. */
const FEATURES: readonly Register[] = [
  registerCommands,
  registerInvalidHooks,
  registerServers,
  registerTreeViews,
  registerWalkthrough,
  registerEvents,
  registerLanguage,
  registerChatServers,
  registerNotes,
];

let folders: WindowFolders | undefined;

/** Called by the editor once, when the extension is first needed. Registers everything; hooks run as soon as a folder has any. */
export function activate(context: ExtensionContext): void {
  const output = window.createOutputChannel('Toolyard', { log: true });
  const editor = createEditor(context);
  const questions = createQuestionQueue();
  folders = openWindowFolders({ context, editor, output, questions });
  const forms = openForms({ context, folders, editor, output, questions });
  const parts: Parts = { context, folders, editor, output, questions, openForm: forms.openForm };
  context.subscriptions.push(output, forms, ...FEATURES.map((register) => register(parts)));
}

/** Called by the editor before it ends: what runs is kept in the journal for the next engine, and no process is left. */
export async function deactivate(): Promise<void> {
  await folders?.close();
}
