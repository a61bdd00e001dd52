import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Uri, workspace, WorkspaceEdit } from 'vscode';

/** The folder of the window. */
export const FOLDER: string = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

/** The texts that the server `rec` was called with, as it wrote them down beside the folder. */
export function recordedTexts(): readonly string[] {
  const file = join(dirname(FOLDER), 'calls.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines
    .map((line): { readonly arguments: { readonly text: string } } => JSON.parse(line))
    .map((call) => call.arguments.text);
}

/** While this file is there, the tool `slow` of `rec` answers. */
export const RELEASE: string = join(dirname(FOLDER), 'release');

/** Resolves when it is true; fails with `what` after the time. */
export async function untilTrue(isTrue: () => boolean, what: () => string, limitMs = 50_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!isTrue()) {
    if (Date.now() > end) assert.fail(what());
    await rest(20);
  }
}

/** Resolves after a time. */
export function rest(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Types a text at the end of a file, and saves it. */
export async function typeAndSave(path: string, text: string): Promise<void> {
  const document = await workspace.openTextDocument(Uri.file(join(FOLDER, path)));
  const edit = new WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(document.getText().length), text);
  assert.ok(await workspace.applyEdit(edit));
  assert.ok(await document.save());
}
