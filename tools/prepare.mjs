// Runs before `npm start` and `npm test`: installs and builds what is missing or out of date, and only that.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);

if (!isInstalled()) {
  announce('installing the packages of package-lock.json (npm ci)');
  const npm = process.env.npm_execpath;
  // Under NODE_ENV=production npm would leave out what the build needs.
  const words = ['ci', '--include=dev'];
  if (npm?.endsWith('.js') === true) run(process.execPath, [npm, ...words]);
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', words, { shell: process.platform === 'win32' });
}
if (!isBuilt()) {
  announce('building (tsc -b, esbuild)');
  run(process.execPath, [at('node_modules', 'typescript', 'bin', 'tsc'), '-b', 'apps/cli']);
  run(process.execPath, [at('apps', 'cli', 'bundle.mjs')]);
}

// What is installed is compared by content, since a checkout gives files any time it likes.
function isInstalled() {
  const installed = readPackages(at('node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  const wanted = readPackages(at('package-lock.json')) ?? {};
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !path.startsWith('node_modules/')) return true;
    // Packages for other platforms are in the lock file and rightly absent here.
    if (installed[path] === undefined) return [entry.optional, entry.devOptional, entry.peer].includes(true);
    return installed[path].version === entry.version && installed[path].integrity === entry.integrity;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function isBuilt() {
  const stamp = at('apps', 'cli', 'dist', 'BUILT');
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return sources().every((file) => statSync(file).mtimeMs <= built);
}

function sources() {
  const top = readdirSync(root).filter((name) => /^((package(-lock)?|tsconfig.*)\.json|CHANGELOG\.md)$/.test(name));
  const folders = ['packages', 'apps'].flatMap((group) => readdirSync(at(group)).map((name) => at(group, name)));
  return [...top.map((name) => at(name)), ...folders.flatMap((folder) => filesIn(folder))];
}

function filesIn(folder) {
  if (!statSync(folder).isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['dist', 'node_modules', 'fixtures'].includes(entry.name) ? [] : filesIn(path);
    return /\.(ts|mjs|json)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

function announce(what) {
  process.stderr.write(`toolyard: ${what}\n`);
}

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}\n`);
  process.stderr.write(`toolyard: "${[command, ...args].join(' ')}" failed; see above.\n`);
  process.exit(1);
}
