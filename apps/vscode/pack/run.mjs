// Packs the extension to a .vsix; installs the packer when it is first needed. It is as large as everything else together, so it stays out of the root.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleExtension } from '../bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const vsce = join(here, 'node_modules', '@vscode', 'vsce', 'vsce');

/** Bundles the extension into a folder and packs that to a file. */
export async function packExtension(folder, file) {
  if (!existsSync(vsce)) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here);
  await bundleExtension(folder);
  mkdirSync(dirname(file), { recursive: true });
  // Everything is in the bundle, and no address of a repository is needed for links that are whole.
  const words = ['package', '--no-dependencies', '--allow-missing-repository', '--out', file];
  run(process.execPath, [vsce, ...words], folder);
}

function run(command, args, cwd) {
  const shell = process.platform === 'win32';
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', shell });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed:\n${stdout}${stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(dirname(here), 'dist');
  await packExtension(join(dist, 'extension'), join(dist, 'toolyard.vsix'));
}
