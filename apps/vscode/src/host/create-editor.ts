import { onAbort } from '@toolyard/core';
import {
  CancellationTokenSource,
  commands,
  env,
  ProgressLocation,
  Range,
  window,
  workspace,
  type CancellationToken,
  type ExtensionContext,
} from 'vscode';
import { createShownNotices } from '../notices/create-shown-notices.ts';
import { toInputBox } from '../notices/to-input-box.ts';
import { toNoticeText } from '../notices/to-notice-text.ts';
import type { Editor, FilePlace } from '../ports/editor.ts';
import type { PickChoice } from '../ports/pick-choice.ts';
import { withoutIcons } from '../rows/without-icons.ts';
import { stepDialogs } from './editor/ask-steps.ts';
import { openInBrowser } from './editor/open-in-browser.ts';
import { openReadOnlyDocuments, type ReadOnlyDocuments } from './editor/read-only-documents.ts';
import { saveFile } from './editor/save-file.ts';
import { toEditorUri } from './folders/to-editor-uri.ts';

const SHOW_NOTICE = {
  info: window.showInformationMessage,
  warning: window.showWarningMessage,
  error: window.showErrorMessage,
} as const;

/** Talks with the person in front of VS Code; what it registers ends with the extension. */
export function createEditor({ subscriptions }: Pick<ExtensionContext, 'subscriptions'>): Editor {
  const documents = openReadOnlyDocuments();
  subscriptions.push(documents);
  const notices = createShownNotices();
  return {
    ...stepDialogs,
    pick,
    input,
    async confirm(message, detail, ...buttons) {
      const pressed = await window.showWarningMessage(message, { modal: true, detail }, ...buttons);
      return buttons.find((button) => button === pressed);
    },
    notify(level, message, ...buttons) {
      const text = toNoticeText(message);
      return notices.show(`${level} ${text}`, async () => {
        const pressed = await SHOW_NOTICE[level](text, ...buttons);
        return buttons.find((button) => button === pressed);
      });
    },
    openFile,
    showText: (options) => showText(options, documents),
    async showDifference({ title, before, after }) {
      const left = documents.put(`${title} (before)`, before);
      const right = documents.put(`${title} (now)`, after);
      await commands.executeCommand('vscode.diff', left, right, title, { preview: true });
    },
    async copy(text) {
      await env.clipboard.writeText(text);
    },
    async execute(command, folder) {
      await commands.executeCommand(command, ...(folder === undefined ? [] : [{ kind: 'folder', folder }]));
    },
    openPage: openInBrowser,
    saveFile,
    async withProgress(title, work) {
      const options = { location: ProgressLocation.Notification, title: toNoticeText(title), cancellable: true };
      return window.withProgress(options, (_progress, token) => work(toSignal(token)));
    },
  };
}

async function pick<Value>(
  choices: readonly PickChoice<Value>[],
  { title, placeholder, signal }: Parameters<Editor['pick']>[1],
): Promise<Value | undefined> {
  const items = choices.map(({ label, description, detail, value }) => ({
    label: withoutIcons(label),
    ...(description !== undefined && { description: withoutIcons(description) }),
    ...(detail !== undefined && { detail: withoutIcons(detail) }),
    value,
  }));
  const options = {
    title,
    matchOnDescription: true,
    matchOnDetail: true,
    ...(placeholder !== undefined && { placeHolder: placeholder }),
  };
  const chosen = await until(signal, (token) => window.showQuickPick(items, options, token));
  return chosen?.value;
}

const input: Editor['input'] = (asked) => until(asked.signal, (token) => window.showInputBox(toInputBox(asked), token));

/** Asks until the signal takes the question back. */
async function until<Answer>(
  signal: AbortSignal | undefined,
  ask: (token: CancellationToken) => Thenable<Answer>,
): Promise<Answer> {
  const source = new CancellationTokenSource();
  const takeBack = signal === undefined ? undefined : onAbort(signal, () => source.cancel());
  try {
    return await ask(source.token);
  } finally {
    takeBack?.();
    source.dispose();
  }
}

async function openFile(file: string, place?: FilePlace): Promise<void> {
  const document = await workspace.openTextDocument(toEditorUri(file));
  await window.showTextDocument(document, {
    preview: false,
    ...(place !== undefined && { selection: toRange(place) }),
  });
}

function toRange({ line, column }: FilePlace): Range {
  return new Range(line - 1, column - 1, line - 1, column - 1);
}

async function showText(
  { title, text, language }: Parameters<Editor['showText']>[0],
  documents: ReadOnlyDocuments,
): Promise<void> {
  const document = await workspace.openTextDocument(documents.put(title, text, language));
  await window.showTextDocument(document, { preview: true });
}

function toSignal(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
