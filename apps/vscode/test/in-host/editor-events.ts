import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ConfigurationTarget,
  Diagnostic,
  DiagnosticSeverity,
  extensions,
  languages,
  ProcessExecution,
  Range,
  ShellExecution,
  Task,
  tasks,
  TaskScope,
  TextEdit,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type Terminal,
  type TextDocument,
} from 'vscode';
import { FOLDER, rest, untilTrue } from './recorded.ts';
import type { HostTests } from './run-host-tests.ts';

/** Longer than anything settles. */
const QUIET_MS = 1500;

function file(path: string): Uri {
  return Uri.file(join(FOLDER, path));
}

/** What the hooks noted: each its id and its values. */
function runs(...ids: readonly string[]): readonly (readonly string[])[] {
  const noted = join(dirname(FOLDER), 'runs.jsonl');
  const lines = existsSync(noted) ? readFileSync(noted, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line): readonly string[] => JSON.parse(line)).filter(([id = '']) => ids.includes(id));
}

/** Waits for a run, and gives what the hooks noted meanwhile once nothing more comes. */
async function untilNoted(ids: readonly string[], run: readonly string[], from: number): Promise<readonly unknown[]> {
  const isNoted = (): boolean =>
    runs(...ids)
      .slice(from)
      .some((each) => JSON.stringify(each) === JSON.stringify(run));
  await untilTrue(isNoted, () => `${JSON.stringify(run)} is not in ${JSON.stringify(runs(...ids))}`);
  await rest(QUIET_MS);
  return runs(...ids).slice(from);
}

/** The hooks are on duty when a task that ends leads to a run. */
async function untilOnDuty(): Promise<void> {
  // What ends before the extension is there is nobody's.
  await extensions.getExtension('toolyard.toolyard')?.activate();
  const asked = new Task({ type: 'ready' }, TaskScope.Workspace, 'ready', 'test', new ProcessExecution('true'));
  await tasks.executeTask(asked);
  await untilTrue(
    () => runs('task').some(([, name]) => name === 'ready'),
    () => 'No hook ran for the task.',
  );
}

async function save(document: TextDocument, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(document.getText().length), text);
  assert.ok(await workspace.applyEdit(edit));
  assert.ok(await document.save());
}

async function openIntegratedTerminal(): Promise<Terminal> {
  const terminal = window.createTerminal({ name: 'mine', cwd: FOLDER });
  terminal.show();
  await untilTrue(
    () => terminal.shellIntegration !== undefined,
    () => 'The terminal has no shell integration.',
  );
  return terminal;
}

function git(...words: readonly string[]): void {
  execFileSync('git', words, { cwd: FOLDER });
}

function problem(message: string, severity: DiagnosticSeverity): Diagnostic {
  return new Diagnostic(new Range(0, 0, 0, 1), message, severity);
}

export const tests: HostTests = {
  async 'a task that ends is an event, with its exit code'() {
    await untilOnDuty();
    const fails = (await tasks.fetchTasks()).find(({ name }) => name === 'fails');
    assert.ok(fails);
    await tasks.executeTask(fails);
    const noted = await untilNoted(['task', 'whole'], ['task', 'fails', '3', 'exit 3'], 1);
    assert.deepEqual(noted, [['task', 'fails', '3', 'exit 3']]);
  },

  async 'secrets in the command of a task are masked'() {
    const execution = new ShellExecution('true', ['--token', 'hunter2hunter2']);
    await tasks.executeTask(new Task({ type: 'x' }, TaskScope.Workspace, 'secret', 'test', execution));
    await untilNoted(['task'], ['task', 'secret', '0', 'true --token ***'], 0);
  },

  async 'a task without a process is an event without an exit code'() {
    const whole = (await tasks.fetchTasks()).find(({ name }) => name === 'whole');
    assert.ok(whole);
    await tasks.executeTask(whole);
    assert.deepEqual(await untilNoted(['whole'], ['whole', 'whole'], 0), [['whole', 'whole']]);
    assert.equal(runs('task').filter(([, name]) => name === 'part').length, 1);
  },

  async 'no task is taken for a command of a terminal'() {
    assert.deepEqual(runs('terminal'), []);
  },

  async 'problems of a file are an event once they settle'() {
    const found = languages.createDiagnosticCollection('test');
    const { Error: error, Warning: warning } = DiagnosticSeverity;
    found.set(file('a.ts'), [problem('One', error)]);
    found.set(file('a.ts'), [problem('One', error), problem('Two', error), problem('Three', warning)]);
    found.set(file('.toolyard/hooks.json'), [problem('Our own', error)]);
    assert.deepEqual(await untilNoted(['problems'], ['problems', 'a.ts', '2', '1'], 0), [
      ['problems', 'a.ts', '2', '1'],
    ]);
    // The same again, elsewhere in the file.
    found.set(file('a.ts'), [problem('Three', warning), problem('Two', error), problem('One', error)]);
    await rest(1000);
    const many = Array.from({ length: 3000 }, (_, index): [Uri, Diagnostic[]] => [
      file(`many/${index}.ts`),
      [problem('One', error)],
    ]);
    found.set([...many, [file('last.ts'), [problem('One', error)]]]);
    found.set(file('a.ts'), []);
    await untilNoted(['problems'], ['problems', 'a.ts', '0', '0'], 1);
    assert.deepEqual(
      runs('problems')
        .slice(1)
        .map((run) => run.join(' '))
        .toSorted(),
      ['problems a.ts 0 0', 'problems last.ts 1 0'],
    );
    found.dispose();
  },

  async 'a save with a formatter is one event'() {
    const formatter = languages.registerDocumentFormattingEditProvider('plaintext', {
      provideDocumentFormattingEdits: (document) => [TextEdit.insert(document.positionAt(0), 'formatted ')],
    });
    await workspace.getConfiguration('editor').update('formatOnSave', true, ConfigurationTarget.Workspace);
    const document = await workspace.openTextDocument(file('formatted.txt'));
    await window.showTextDocument(document);
    await save(document, 'x');
    const noted = await untilNoted(['saved'], ['saved', 'formatted.txt'], 0);
    assert.match(readFileSync(join(FOLDER, 'formatted.txt'), 'utf8'), /^formatted /);
    assert.deepEqual(noted, [['saved', 'formatted.txt']]);
    formatter.dispose();
  },

  async 'a file that is saved after a delay is one event'() {
    const files = workspace.getConfiguration('files');
    await files.update('autoSaveDelay', 300, ConfigurationTarget.Workspace);
    await files.update('autoSave', 'afterDelay', ConfigurationTarget.Workspace);
    const document = await workspace.openTextDocument(file('delayed.txt'));
    await window.showTextDocument(document);
    const from = runs('saved').length;
    let saves = 0;
    const counting = workspace.onDidSaveTextDocument(
      ({ uri }) => void (saves += uri.fsPath === document.uri.fsPath ? 1 : 0),
    );
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(document.getText().length), 'typed');
    await workspace.applyEdit(edit);
    const noted = await untilNoted(['saved'], ['saved', 'delayed.txt'], from);
    await files.update('autoSave', 'off', ConfigurationTarget.Workspace);
    counting.dispose();
    assert.equal(saves, 1);
    assert.match(readFileSync(join(FOLDER, 'delayed.txt'), 'utf8'), /typed$/);
    assert.deepEqual(noted, [['saved', 'delayed.txt']]);
  },

  async 'files that are created, renamed and deleted in the editor are events of these names'() {
    const from = runs('created', 'saved', 'renamed', 'deleted').length;
    const edit = new WorkspaceEdit();
    edit.createFile(file('new.txt'), { contents: Buffer.from('new') });
    edit.renameFile(file('old.txt'), file('newer.txt'));
    edit.deleteFile(file('gone.txt'));
    assert.ok(await workspace.applyEdit(edit));
    const noted = await untilNoted(['created', 'saved', 'renamed', 'deleted'], ['deleted', 'gone.txt'], from);
    assert.deepEqual(noted.map(String).toSorted(), [
      'created,new.txt',
      'deleted,gone.txt',
      'renamed,old.txt,newer.txt',
      'saved,new.txt',
    ]);
  },

  async 'commits and checkouts outside of the editor are events'() {
    git('commit', '-q', '-am', 'Outside');
    await untilNoted(['committed'], ['committed', 'Outside', 'main'], 0);
    git('checkout', '-q', '-b', 'other');
    assert.deepEqual(await untilNoted(['branch'], ['branch', 'main', 'other'], 0), [['branch', 'main', 'other']]);
  },

  async 'nothing is an event while hooks are off'() {
    const settings = workspace.getConfiguration('toolyard');
    await settings.update('hooks.enabled', false, ConfigurationTarget.Workspace);
    const before = runs('task', 'saved').length;
    await tasks.executeTask(new Task({ type: 'x' }, TaskScope.Workspace, 'off', 'test', new ProcessExecution('true')));
    appendFileSync(join(FOLDER, 'formatted.txt'), 'off');
    await rest(QUIET_MS);
    assert.equal(runs('task', 'saved').length, before);
    await settings.update('hooks.enabled', undefined, ConfigurationTarget.Workspace);
    // What was told to nobody is not told later; what is on the disk is found.
    const noted = await untilNoted(['task', 'saved'], ['saved', 'formatted.txt'], before);
    assert.deepEqual(noted, [['saved', 'formatted.txt']]);
  },

  async 'a command that ends in a terminal is an event'() {
    const terminal = await openIntegratedTerminal();
    const ends: string[] = [];
    const listening = window.onDidEndTerminalShellExecution(({ exitCode, execution }) => {
      ends.push(`${execution.commandLine.value}: ${exitCode}`);
    });
    // Of a shell in parentheses, bash would not say how it ended.
    const line = "bash -c 'exit 7'";
    terminal.shellIntegration?.executeCommand(line);
    await untilTrue(
      () => ends.length > 0,
      () => 'The shell did not say that the command ended.',
    );
    assert.deepEqual(ends, [`${line}: 7`]);
    const run = ['terminal', line, '7', FOLDER, 'mine'];
    assert.deepEqual(await untilNoted(['terminal'], run, 0), [run]);
    listening.dispose();
    terminal.dispose();
  },
};
