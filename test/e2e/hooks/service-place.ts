import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToolyard, type Finished } from '../cli/run-toolyard.ts';
import { createYardFolder } from '../harness/create-yard-folder.ts';

const HOOK = {
  id: 'a',
  trigger: { event: 'schedule', cron: '@yearly' },
  action: { type: 'custom', parameters: { command: 'ls' } },
};

/** A workspace whose path needs quotes, the home folder of somebody, and a systemctl that writes down what it is asked. */
export function createServicePlace(systemctl: string | undefined = 'exit 0') {
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

/** What a command prints with `--json`. */
export async function readPrinted(command: Promise<Finished>): Promise<Record<string, unknown>> {
  const { stdout } = await command;
  return JSON.parse(stdout);
}
