import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseUnitArgument, parseUnitWords } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServicePlace, readPrinted } from './service-place.ts';

function valuesOf(unit: string, key: string): string[] {
  return unit.split('\n').flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
}

describe('hooks service', () => {
  it('writes a unit that is right, whose command keeps the hooks running, and removes exactly that', async () => {
    const place = createServicePlace();
    const installed = await readPrinted(place.service('install', '--yes', '--json'));
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

  it('touches no file that is not its own', async () => {
    const place = createServicePlace();
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
});
