import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseUnitArgument, parseUnitWords } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT, runToolyard } from '../cli/run-toolyard.ts';
import type { Finished } from '../cli/run-toolyard.ts';
import { createYardFolder } from '../harness/create-yard-folder.ts';

const ANALYZE = '/usr/bin/systemd-analyze';
const HOOK = {
  id: 'a',
  trigger: { event: 'schedule', cron: '@yearly' },
  action: { type: 'custom', parameters: { command: 'ls' } },
};

/** A workspace whose path needs quotes, the home folder of somebody, and a systemctl that writes down what it is asked. */
function createPlace(systemctl: string | undefined = 'exit 0') {
  const root = realpathSync(createYardFolder().folder);
  const [home, bin] = [join(root, 'home'), join(root, 'bin')];
  const workspace = join(root, `my "100%" $HOME shöp`);
  for (const each of [home, bin, join(workspace, '.toolyard')]) mkdirSync(each, { recursive: true });
  writeFileSync(join(workspace, '.toolyard/hooks.json'), JSON.stringify({ version: 1, hooks: [HOOK] }));
  const asked = join(root, 'asked');
  if (systemctl !== undefined) {
    writeFileSync(join(bin, 'systemctl'), `#!/bin/sh\necho "$@" >> '${asked}'\n${systemctl}\n`);
    chmodSync(join(bin, 'systemctl'), 0o755);
  }
  // Nothing else, so that no systemctl of this machine is found.
  const env = { HOME: home, PATH: bin };
  const hooks = (...words: readonly string[]): Promise<Finished> =>
    runToolyard(['hooks', ...words, '--workspace', workspace], { cwd: root, env });
  return {
    root,
    home,
    bin,
    workspace,
    hooks,
    service: (...words: readonly string[]) => hooks('service', ...words),
    units: join(home, '.config/systemd/user'),
    asked: () => (existsSync(asked) ? readFileSync(asked, 'utf8').trimEnd().split('\n') : []),
  };
}

async function readJson(command: Promise<Finished>): Promise<Record<string, unknown>> {
  const { stdout } = await command;
  return JSON.parse(stdout);
}

function valuesOf(unit: string, key: string): string[] {
  return unit.split('\n').flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
}

describe('hooks service', () => {
  it('writes a unit that is right, whose command keeps the hooks running, and removes exactly that', async () => {
    const place = createPlace();
    const installed = await readJson(place.service('install', '--yes', '--json'));
    const file = String(installed['file']);
    expect(installed).toMatchObject({ system: 'systemd', written: true, started: true });
    expect(file).toBe(join(place.units, String(installed['name'])));
    const unit = readFileSync(file, 'utf8');
    expect(installed['text']).toBe(unit);
    expect(place.asked()).toEqual(['--user daemon-reload', `--user enable --now ${String(installed['name'])}`]);

    const [command = ''] = valuesOf(unit, 'ExecStart');
    const [program = '', ...words] = parseUnitWords(command);
    const env = Object.fromEntries(
      valuesOf(unit, 'Environment')
        .flatMap(parseUnitWords)
        .map((variable) => variable.split(/=(.*)/s).slice(0, 2)),
    );
    const watch = spawn(program, words.map(parseUnitArgument), { cwd: '/', env: { HOME: place.home, ...env } });
    onTestFinished(() => void watch.kill('SIGKILL'));
    let said = '';
    await new Promise<void>((resolve, reject) => {
      watch.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Watching ')) resolve();
      });
      watch.once('close', () => reject(new Error(said)));
    });
    const [hook] = JSON.parse((await place.hooks('list', '--json')).stdout);
    expect(hook).toMatchObject({ id: 'a', onDuty: true });
    const ended = new Promise((resolve) => void watch.once('close', resolve));
    watch.kill('SIGTERM');
    expect(await ended).toBe(0);

    const again = await place.service('install', '--yes');
    expect(again).toMatchObject({ code: 0, stdout: unit });
    expect(again.stderr).toContain('Some hooks are not approved, so they do not run. ');
    expect(readFileSync(file, 'utf8')).toBe(unit);
    writeFileSync(join(place.units, 'mine.service'), '[Unit]\n');
    const removed = await place.service('uninstall', '--yes');
    expect(removed).toMatchObject({ code: 0, stdout: '' });
    expect(removed.stderr).toContain(`Removed: ${file}\n`);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(place.units, 'mine.service'))).toBe(true);
    expect(place.asked().slice(-2)).toEqual([
      `--user disable --now ${String(installed['name'])}`,
      '--user daemon-reload',
    ]);
    const none = await place.service('uninstall', '--yes', '--json');
    expect(none.code).toBe(0);
    expect(JSON.parse(none.stdout)).toMatchObject({ removed: false });
  });

  it.skipIf(!existsSync(ANALYZE))('writes what systemd itself finds right', async () => {
    const place = createPlace();
    const { file } = await readJson(place.service('install', '--yes', '--json', '--name', 'shop'));
    const env = { HOME: place.home, XDG_RUNTIME_DIR: place.root };
    const { status, stderr } = spawnSync(ANALYZE, ['--user', 'verify', String(file)], { encoding: 'utf8', env });
    const faults = stderr.split('\n').filter((line) => line.includes('toolyard-hooks-shop'));
    expect({ status, faults }).toEqual({ status: 0, faults: [] });
  });

  it('changes nothing where nobody says yes, and shows all', async () => {
    const place = createPlace();
    const asked = await place.service('install');
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/\nNothing was changed\. Add --yes to do it without a question, or --dry-run .*\n$/);
    const shown = await place.service('install', '--dry-run', '--name', 'x');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/\nExecStart=.* hooks watch (?!.*--webhooks)/);
    const serving = await place.service('install', '--dry-run', '--webhooks', '7500');
    expect(serving.stdout).toMatch(/\nExecStart=.* hooks watch .* --webhooks 7500\n/);
    expect(shown.stderr).toBe(
      `To be written to ${join(place.units, 'toolyard-hooks-x.service')}:\nThen these are run:\n` +
        '  systemctl --user daemon-reload\n  systemctl --user enable --now toolyard-hooks-x.service\n' +
        'Nothing was changed, because of --dry-run.\n',
    );
    expect(existsSync(place.units)).toBe(false);
    expect(place.asked()).toEqual([]);
  });

  it('says what to run where there is no systemctl', async () => {
    const place = createPlace('');
    const { code, stderr } = await runToolyard(
      ['hooks', 'service', 'install', '--yes', '--name', 'x', '--workspace', place.workspace],
      { cwd: place.root, env: { HOME: place.home, PATH: place.root } },
    );
    expect(code).toBe(0);
    expect(stderr).toContain(
      'systemctl was not found. Where it is there, run:\n  systemctl --user daemon-reload\n  systemctl --user enable --now toolyard-hooks-x.service\n',
    );
    expect(existsSync(join(place.units, 'toolyard-hooks-x.service'))).toBe(true);
  });

  it('fails with what systemctl says, and keeps the file', async () => {
    const place = createPlace('echo "Failed to connect to bus" >&2; exit 1');
    const { code, stderr } = await place.service('install', '--yes', '--name', 'x');
    expect(code).toBe(1);
    expect(stderr).toContain('Failed: systemctl --user daemon-reload\nFailed to connect to bus\nTo try again, run:\n');
    expect(existsSync(join(place.units, 'toolyard-hooks-x.service'))).toBe(true);
    const removed = await place.service('uninstall', '--yes', '--name', 'x');
    expect(removed.code).toBe(1);
    expect(existsSync(join(place.units, 'toolyard-hooks-x.service'))).toBe(false);
  });

  it('touches no file that is not its own', async () => {
    const place = createPlace();
    const file = join(place.units, 'toolyard-hooks-x.service');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '[Unit]\nDescription=mine\n');
    for (const action of ['install', 'uninstall']) {
      const refused = await place.service(action, '--yes', '--name', 'x');
      expect(refused).toMatchObject({
        code: 2,
        stderr: `${file} was not written by Toolyard, so it stays as it is. Choose another name with --name.\n`,
      });
    }
    expect(readFileSync(file, 'utf8')).toBe('[Unit]\nDescription=mine\n');
    expect(place.asked()).toEqual([]);
  });

  it('starts one again whose file has changed', async () => {
    const place = createPlace();
    await place.service('install', '--yes', '--name', 'x');
    const file = join(place.units, 'toolyard-hooks-x.service');
    writeFileSync(file, `${readFileSync(file, 'utf8')}# An old one.\n`);
    await place.service('install', '--yes', '--name', 'x');
    expect(place.asked().slice(2)).toEqual([
      '--user daemon-reload',
      '--user enable --now toolyard-hooks-x.service',
      '--user restart toolyard-hooks-x.service',
    ]);
    expect(readFileSync(file, 'utf8')).not.toContain('An old one.');
    expect(readFileSync(file, 'utf8')).toContain(join(ROOT, 'apps/cli/dist/toolyard.js'));
  });
});
