import { createHook } from 'node:async_hooks';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Hook } from '@toolyard/hooks';
import { GIT_TEST_ENVIRONMENT } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskHost } from '../../test/fakes/open-disk-folder.ts';
import { createTestFolder, ECHO_HOOK, untilState, type TestFolder } from '../../test/fakes/create-test-folder.ts';
import type { Folder } from './folder.ts';

/** Counts the processes that this one starts, whoever asks for them, until the end of the test. */
function countProcesses(): () => number {
  let count = 0;
  const watch = createHook({ init: (_id, type) => void (count += Number(type === 'PROCESSWRAP')) }).enable();
  onTestFinished(() => void watch.disable());
  return () => count;
}

/** A repository whose settings name programs, and a `git` that leaves a mark; gives the file of the marks and the PATH. */
async function plantTraps({ home, path }: TestFolder): Promise<{ readonly marks: string; readonly searched: string }> {
  const marks = join(home, 'marks');
  const bin = join(home, 'bin');
  const program = join(bin, 'git');
  execFileSync('git', ['init', '-q'], { cwd: path, env: GIT_TEST_ENVIRONMENT });
  await mkdir(bin);
  await writeFile(program, `#!/bin/sh\necho "$@" >> '${marks}'\n`);
  await chmod(program, 0o755);
  await appendFile(
    join(path, '.git', 'config'),
    `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n\thooksPath = ${bin}\n[alias]\n\tconfig = !${program}\n`,
  );
  await writeFile(join(path, '.gitignore'), '*.log\n');
  return { marks, searched: [bin, process.env['PATH']].join(delimiter) };
}

const ACTIONS: readonly Pick<Hook, 'action'>['action'][] = [
  { type: 'custom', parameters: { command: 'git', args: ['{branch} {user}'], cwd: '.', env: {}, timeout: 1000 } },
  { type: 'git', parameters: { operation: 'commit', message: '{user}', timeout: 1000 } },
  { type: 'agent', parameters: { operation: 'ask', prompt: '{user}', timeout: 1000 } },
];

/** Everything that can be asked of a folder; what it refuses is refused. */
async function askEverything(folder: Folder): Promise<void> {
  await untilState(folder, ({ hooks }) => hooks.length === 2);
  const event = { name: 'file.saved', values: { path: 'a.log' } } as const;
  const [hook] = folder.state().hooks;
  if (hook === undefined) expect.fail('no hook');
  for (const action of [hook.resolved.known.hook.action, ...ACTIONS]) await folder.preview({ action }, event);
  expect(await folder.explain(event)).toHaveLength(2);
  expect(await folder.isIgnored(event)).toBe(true);
  await folder.lookForServers({ afresh: true });
  await folder.tell([event]);
  await folder.edit('workspace', (text) => ({ ok: true, text }));
  await folder.refresh();
  await expect(folder.run('echo')).rejects.toThrow('is not trusted');
  await expect(folder.openYard({ mayAsk: true })).rejects.toThrow('is not trusted');
  await expect(folder.approve(hook.resolved)).rejects.toThrow('is not trusted');
}

it('starts no process at all where it is not trusted, whatever is asked of it', async () => {
  const made = await createTestFolder();
  await made.writeHooks([ECHO_HOOK, { ...ECHO_HOOK, id: 'second' }]);
  const { marks, searched } = await plantTraps(made);
  const { surroundings, ...host } = createDiskHost(made.home, made.path);
  const searching = { ...host, surroundings: { ...surroundings, env: { ...surroundings.env, PATH: searched } } };
  const started = countProcesses();
  const folder = made.open({ isTrusted: false, host: searching, askingHost: searching });
  await askEverything(folder);
  await folder.close();
  expect(existsSync(marks)).toBe(false);
  expect(started()).toBe(0);

  // The traps work: a folder that is trusted asks git.
  const trusted = made.open({ host: searching, askingHost: searching });
  await untilState(trusted, ({ hooks }) => hooks.length === 2);
  await trusted.explain({ name: 'file.saved', values: { path: 'a.log' } });
  expect(existsSync(marks)).toBe(true);
  expect(started()).toBeGreaterThan(0);
});
