import { mkdirSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { GIT_TEST_ENVIRONMENT } from '@toolyard/testing';
import { approveScene } from './bed/approve-scene.ts';
import { describeInHost } from './bed/describe-in-host.ts';

/** Notes a run beside the folder, as a line of JSON: the id of the hook and the values that it is given. */
const NOTE = `require('fs').appendFileSync(process.argv[1], JSON.stringify(process.argv.slice(2)) + '\\n')`;

/** A hook that notes its id and the values of these templates. */
function note(place: string, id: string, trigger: object, ...templates: readonly string[]): object {
  const args = ['-e', NOTE, join(place, 'runs.jsonl'), id, ...templates];
  return { id, trigger, action: { type: 'custom', parameters: { command: process.execPath, args } } };
}

const TASKS = {
  version: '2.0.0',
  tasks: [
    { label: 'fails', type: 'shell', command: 'exit 3' },
    { label: 'part', type: 'process', command: 'true' },
    { label: 'whole', dependsOn: ['part'] },
  ],
};

async function prepare(folder: string, editor: Parameters<typeof approveScene>[1]): Promise<void> {
  const place = dirname(folder);
  const write = (path: string, value: unknown): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  };
  const hooks = [
    note(
      place,
      'task',
      { event: 'task.ended', if: { exitCode: { exists: true } } },
      '{task}',
      '{exitCode}',
      '{command}',
    ),
    note(place, 'whole', { event: 'task.ended', if: { exitCode: { exists: false } } }, '{task}'),
    note(place, 'terminal', { event: 'terminal.ended' }, '{command}', '{exitCode}', '{cwd}', '{data.terminal}'),
    note(
      place,
      'problems',
      { event: 'diagnostics.changed', if: { path: ['a.ts', 'last.ts', '.toolyard/hooks.json'] } },
      '{path}',
      '{errors}',
      '{warnings}',
    ),
    note(place, 'saved', { event: 'file.saved', paths: ['*.txt'] }, '{path}'),
    note(place, 'created', { event: 'file.created', paths: ['*.txt'] }, '{path}'),
    note(place, 'deleted', { event: 'file.deleted', paths: ['*.txt'] }, '{path}'),
    note(place, 'renamed', { event: 'file.renamed', paths: ['*.txt'] }, '{oldPath}', '{path}'),
    note(place, 'committed', { event: 'git.committed' }, '{message}', '{branch}'),
    note(place, 'branch', { event: 'git.branch-changed' }, '{oldBranch}', '{branch}'),
  ];
  write('.toolyard/hooks.json', { version: 1, hooks });
  write('toolyard.json', { mcpServers: {} });
  write('.vscode/tasks.json', TASKS);
  for (const file of ['formatted.txt', 'delayed.txt', 'old.txt', 'gone.txt']) write(file, file);
  const git = (...words: readonly string[]): unknown =>
    execFileSync('git', words, { cwd: folder, env: GIT_TEST_ENVIRONMENT });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  await approveScene(folder, editor);
}

await describeInHost('editor-events', { prepare });
