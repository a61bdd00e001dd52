import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  commands,
  languages,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  Range,
  type CodeLens,
  type CompletionList,
  type Diagnostic,
  type Hover,
  type MarkdownString,
  type TextDocument,
} from 'vscode';
import { noteTests } from './notes.ts';
import { FOLDER, recordedTexts, rest, untilTrue } from './recorded.ts';
import type { HostTests } from './run-host-tests.ts';

const HOOKS = Uri.file(join(FOLDER, '.toolyard', 'hooks.json'));

async function open(uri: Uri = HOOKS): Promise<TextDocument> {
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document);
  return document;
}

/** Puts a text in the place of another one that is there once, without saving. */
async function change(document: TextDocument, from: string, to: string): Promise<void> {
  const start = document.getText().indexOf(from);
  assert.ok(start >= 0, `There is no ${from}.`);
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(document.positionAt(start), document.positionAt(start + from.length)), to);
  assert.ok(await workspace.applyEdit(edit));
}

async function labelsAt(document: TextDocument, piece: string): Promise<readonly string[]> {
  const at = document.positionAt(document.getText().indexOf(piece) + piece.length);
  const list = await commands.executeCommand<CompletionList>('vscode.executeCompletionItemProvider', document.uri, at);
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

/** Asks until the answer is there: servers are looked for while the file is open already. */
async function untilOffered(document: TextDocument, piece: string, label: string): Promise<void> {
  let labels: readonly string[] = [];
  for (let tries = 0; tries < 100 && !labels.includes(label); tries++) {
    labels = await labelsAt(document, piece);
    await rest(200);
  }
  assert.ok(labels.includes(label), `Offered were ${labels.join(', ')}.`);
}

function ownProblems(document: TextDocument): readonly Diagnostic[] {
  return languages.getDiagnostics(document.uri);
}

const shownOf = (document: TextDocument): string =>
  ownProblems(document)
    .map(({ source, message, range }) => `${source} <${document.getText(range)}> ${message}`)
    .join('\n');

async function lensesOf(document: TextDocument): Promise<readonly CodeLens[]> {
  return commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
}

export const tests: HostTests = {
  async 'completes the tools of a server in JSON, and keys by the schema'() {
    const document = await open();
    assert.equal(document.languageId, 'jsonc');
    await untilOffered(document, '"toolName": "no', 'note');
    await untilOffered(document, '"id": "first",\n      "', 'policy');
  },

  async 'completes keys, events and servers in YAML'() {
    const file = Uri.file(join(FOLDER, '.toolyard', 'hooks.yaml'));
    const text = 'version: 1\nhooks:\n  - id: y\n    \n    trigger:\n      event: f\n';
    await workspace.fs.writeFile(file, Buffer.from(text));
    const document = await open(file);
    await untilOffered(document, 'id: y\n    ', 'policy');
    await untilOffered(document, 'event: f', 'file.saved');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await workspace.fs.delete(file);
  },

  async 'shows what a tool and a value are'() {
    const document = await open();
    for (const [piece, words] of [
      ['"note', 'text'],
      ['{event', 'name of the event'],
    ] as const) {
      const at = document.positionAt(document.getText().indexOf(piece) + 2);
      const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, at);
      const texts = hovers.flatMap(({ contents }) => contents).map((each) => (each as MarkdownString).value);
      assert.ok(
        texts.some((text) => text.replaceAll('\\', '').includes(words)),
        texts.join('\n'),
      );
    }
  },

  async 'shows a problem once, at its place, and takes it away when it is mended'() {
    const document = await open();
    await change(document, '"note"', '"nots"');
    await untilTrue(
      () => shownOf(document) === 'Toolyard <"nots"> Server "rec" has no tool "nots"; did you mean "note"?',
      () => shownOf(document),
    );
    await change(document, '"nots"', '"note"');
    await change(document, 'file.saved', 'file.save');
    await untilTrue(
      () => ownProblems(document).length === 1 && shownOf(document).startsWith('Toolyard <"file.save">'),
      () => shownOf(document),
    );
    await change(document, 'file.save', 'file.saved');
    await untilTrue(
      () => ownProblems(document).length === 0,
      () => shownOf(document),
    );
    assert.ok(await document.save());
  },

  async 'runs a hook by its lens'() {
    const document = await open();
    let lenses: readonly CodeLens[] = [];
    for (let tries = 0; tries < 100 && lenses.length === 0; tries++) {
      lenses = (await lensesOf(document)).filter(({ command }) => command?.command.startsWith('toolyard.') === true);
      await rest(200);
    }
    const titles = lenses.map(({ command }) => command?.title);
    assert.deepEqual(titles, ['$(play) Run', '$(beaker) Dry Run', '$(edit) Edit in Form']);
    const run = lenses[0]?.command;
    assert.equal(lenses[0]?.range.start.line, 3);
    void commands.executeCommand(run?.command ?? '', ...(run?.arguments ?? []));
    await untilTrue(
      () => recordedTexts().some((text) => text.startsWith('by hand')),
      () => `Called with ${recordedTexts().join(', ')}`,
    );
  },

  // In the same window, which costs more than they do.
  ...noteTests,
};
