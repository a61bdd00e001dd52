import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, runToolyard } from '../cli/run-toolyard.ts';
import { createServicePlace, readPrinted } from './service-place.ts';

const ANALYZE = '/usr/bin/systemd-analyze';

describe('hooks service', () => {
  it.skipIf(!existsSync(ANALYZE))('writes what systemd itself finds right', async () => {
    const place = createServicePlace();
    const { file } = await readPrinted(place.service('install', '--yes', '--json', '--name', 'shop'));
    const env = { HOME: place.home, XDG_RUNTIME_DIR: place.root };
    const { status, stderr } = spawnSync(ANALYZE, ['--user', 'verify', String(file)], { encoding: 'utf8', env });
    const faults = stderr.split('\n').filter((line) => line.includes('toolyard-hooks-shop'));
    expect({ status, faults }).toEqual({ status: 0, faults: [] });
  });

  it('changes nothing where nobody says yes, and shows all', async () => {
    const place = createServicePlace();
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
    const place = createServicePlace('');
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
    const place = createServicePlace('echo "Failed to connect to bus" >&2; exit 1');
    const { code, stderr } = await place.service('install', '--yes', '--name', 'x');
    expect(code).toBe(1);
    expect(stderr).toContain('Failed: systemctl --user daemon-reload\nFailed to connect to bus\nTo try again, run:\n');
    expect(existsSync(join(place.units, 'toolyard-hooks-x.service'))).toBe(true);
    const removed = await place.service('uninstall', '--yes', '--name', 'x');
    expect(removed.code).toBe(1);
    expect(existsSync(join(place.units, 'toolyard-hooks-x.service'))).toBe(false);
  });

  it('starts one again whose file has changed', async () => {
    const place = createServicePlace();
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
