import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  commands,
  Position,
  Selection,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type CompletionList,
  type TextDocument,
} from 'vscode';
import { FOLDER, recordedTexts, RELEASE, rest, untilTrue } from './recorded.ts';
import type { HostTests } from './run-host-tests.ts';

const slow = (text: string): string => `\`\`\`rec\ntool: slow\ntext: ${text}\n\`\`\`\n`;

/** Lets the tool answer, and waits until that is written. */
async function finish({ ended }: { readonly ended: Thenable<unknown> }): Promise<void> {
  writeFileSync(RELEASE, '');
  await ended;
  rmSync(RELEASE);
}

async function openUntitled(content: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument({ language: 'markdown', content });
  await window.showTextDocument(document);
  return document;
}

async function openFile(name: string, text: string): Promise<TextDocument> {
  writeFileSync(join(FOLDER, name), text);
  // As a person does: a text that an extension asks for is kept for minutes after it is closed.
  await commands.executeCommand('vscode.open', Uri.file(join(FOLDER, name)), { preview: false });
  const document = window.activeTextEditor?.document;
  assert.ok(document !== undefined && document.fileName.endsWith(name), `${name} is not open.`);
  return document;
}

/** Puts a text in as soon as the editor takes it: a change of a version that is over is refused. */
async function insert(document: TextDocument, at: Position, text: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, at, text);
    if (await workspace.applyEdit(edit)) return;
    await rest(5);
  }
  assert.fail('The editor took no change.');
}

/** Runs the block that the cursor is in, by the command that a key is bound to; resolves when its tool is called. */
async function begin(document: TextDocument, text: string): Promise<{ readonly ended: Thenable<unknown> }> {
  const editor = await window.showTextDocument(document);
  const place = document.positionAt(document.getText().indexOf(`text: ${text}`));
  editor.selection = new Selection(place, place);
  const ended = commands.executeCommand('toolyard.notes.runBlock');
  await untilTrue(
    () => recordedTexts().includes(text),
    () => `Called with ${recordedTexts().join(', ')}`,
  );
  return { ended };
}

async function discard(): Promise<void> {
  await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}

export const noteTests: HostTests = {
  async 'writes the result of a block into an unsaved text, keeps all that is typed meanwhile, and undo takes the result alone'() {
    const document = await openUntitled(`Above.\n\n${slow('unsaved')}\nBelow.\n`);
    const run = await begin(document, 'unsaved');
    // It says nothing of a run that goes on, so there is no step to undo but one.
    assert.ok(!document.getText().includes('toolyard:result'), document.getText());
    const state = { isOver: false };
    let typed = 0;
    const ended = finish(run).then(() => (state.isOver = true));
    for (; !state.isOver && typed < 2000; typed++) await insert(document, new Position(0, 0), 'x');
    await ended;
    const result = /```\n<!-- toolyard:result .*status=success.* -->\ndone\n<!-- \/toolyard:result -->\n\nBelow\.\n$/;
    assert.match(document.getText(), result);
    assert.ok(typed > 0, `Typed ${typed} times.`);
    assert.ok(document.getText().startsWith(`${'x'.repeat(typed)}Above.`), `Typed ${typed}: ${document.getText()}`);
    // What was typed after the result is taken back first, a letter a step; then the result in one.
    for (let steps = 0; document.getText().includes('toolyard') && steps < typed + 1; steps++) {
      assert.match(document.getText(), result);
      await commands.executeCommand('undo');
    }
    assert.ok(!document.getText().includes('toolyard'), document.getText());
    assert.ok(document.getText().endsWith(`${slow('unsaved')}\nBelow.\n`), document.getText());
    await discard();
  },

  async 'writes into the file of a note that is closed meanwhile, and into the new one of a note that is renamed'() {
    const document = await openFile('closed.md', slow('closed'));
    const run = await begin(document, 'closed');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await untilTrue(
      () => document.isClosed,
      () => 'It is still open.',
    );
    await finish(run);
    assert.match(readFileSync(join(FOLDER, 'closed.md'), 'utf8'), /status=success[^\n]*-->\ndone\n/);

    const before = await openFile('before.md', slow('renamed'));
    const renaming = await begin(before, 'renamed');
    const edit = new WorkspaceEdit();
    edit.renameFile(before.uri, Uri.file(join(FOLDER, 'after.md')));
    assert.ok(await workspace.applyEdit(edit));
    await finish(renaming);
    const after = await workspace.openTextDocument(Uri.file(join(FOLDER, 'after.md')));
    await untilTrue(
      () => /status=success[^\n]*-->\ndone\n/.test(after.getText()),
      () => after.getText(),
    );
    assert.ok(!existsSync(join(FOLDER, 'before.md')));
    await discard();
  },

  async 'stops a call, and puts files of results beside the note'() {
    const document = await openFile('image.md', `${slow('stopped')}\n\`\`\`full\ntool: image\n\`\`\`\n`);
    const { ended } = await begin(document, 'stopped');
    await commands.executeCommand('toolyard.notes.stop');
    await ended;
    assert.match(document.getText(), /status=cancelled/);
    const editor = await window.showTextDocument(document);
    const place = document.positionAt(document.getText().indexOf('tool: image'));
    editor.selection = new Selection(place, place);
    await commands.executeCommand('toolyard.notes.runBlock');
    const [, file] = /!\[[^\]]*\]\(([^)]+\.png)\)/.exec(document.getText()) ?? [];
    assert.ok(file !== undefined && existsSync(join(FOLDER, file)), document.getText());
    await discard();
  },

  async 'offers tools, parameters and values as somebody types, and all of them to who asks'() {
    const document = await openUntitled('```rec\ntool: \n```\n\n```rec\ntool: look\ntext: a\n\n```\n\n```re\n```\n');
    const offered = async (place: Position, typed?: string): Promise<string> => {
      const command = 'vscode.executeCompletionItemProvider';
      const list = await commands.executeCommand<CompletionList>(command, document.uri, place, typed);
      return list.items
        .filter(({ sortText = '' }) => /^\d{6}$/.test(sortText))
        .map(({ label }) => (typeof label === 'string' ? label : label.label))
        .join(' ');
    };
    assert.equal(await offered(new Position(1, 6), ' '), 'note put look slow slow_put fail');
    assert.equal(await offered(new Position(1, 6)), 'note put look slow slow_put fail');
    // Enter has to end a line where nothing is missing.
    assert.equal(await offered(new Position(7, 0), '\n'), '');
    assert.equal(await offered(new Position(7, 0)), 'count tags value');
    assert.equal(await offered(new Position(10, 5)), 'rec');
    await discard();
  },

  async 'lets typing go on in a note with 100 blocks'() {
    const blocks = Array.from(
      { length: 100 },
      (_, index) => `## ${index}\n\n\`\`\`rec\ntool: note\ntext: b${index}\n\`\`\`\n\n`,
    );
    const document = await openUntitled(blocks.join(''));
    const lenses = await commands.executeCommand<unknown[]>('vscode.executeCodeLensProvider', document.uri, 0);
    assert.ok(lenses.length > 200, `There are ${lenses.length} lenses.`);
    const place = document.positionAt(document.getText().indexOf('b50'));
    const times: number[] = [];
    for (let typed = 0; typed < 30; typed++) {
      const begun = performance.now();
      await insert(document, place, 'y');
      await commands.executeCommand('vscode.executeCodeLensProvider', document.uri, 0);
      times.push(performance.now() - begun);
    }
    await discard();
    // The fastest counts, since others use the machine too.
    const least = Math.min(...times);
    assert.ok(least < 100, `A letter with its lenses takes ${least} ms.`);
    return `a letter with its lenses: ${least.toFixed(1)} ms`;
  },
};
