// Lints the plugin by the rules of Obsidian's community directory; installs them when they are first needed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const eslint = join(here, 'node_modules', 'eslint', 'bin', 'eslint.js');

if (!existsSync(eslint)) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here);
run(process.execPath, [eslint, '--config', join(here, 'eslint.config.mjs'), '--max-warnings', '0', '.'], dirname(here));

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
