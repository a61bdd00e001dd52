import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { StartedExternal } from './external-program.ts';

const INSTALL_LIMIT_MS = 300_000;
const INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** A further run of npm, which completes what was installed. */
export interface NpmStep {
  /** Where it runs, from the folder of the installation. */
  readonly folder: string;
  /** What npm is told; packages of `package.json` where it is `install`. */
  readonly words: readonly string[];
}

/** How packages become a program where installing them is not enough. */
export interface NpmRecipe {
  /** In their order. */
  readonly steps: readonly NpmStep[];
  /** The folder of the Node, among what is installed, that they run on and compile for. */
  readonly node: string;
}

/**
 * Packages from npm that are too many or too large to be dependencies, as `name@version`: installed when they are first
 * asked for, into a folder of the user's cache that all checkouts share. Gives its `node_modules`.
 */
export async function installFromNpm(packages: readonly string[], recipe?: NpmRecipe): Promise<StartedExternal> {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'toolyard-tests');
  const content = [...packages, ...(recipe === undefined ? [] : [JSON.stringify(recipe)])].join(' ');
  const place = join(cache, createHash('sha256').update(content).digest('hex').slice(0, 16));
  const where = join(place, 'node_modules');
  if (existsSync(where)) return { where };
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'new-'));
  try {
    process.stderr.write(`toolyard: installing ${packages.length} packages from npm for the tests\n`);
    await install(fresh, packages, recipe);
    // It gets its name last, so that one that was interrupted is not taken for whole.
    renameSync(fresh, place);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another run that was faster has put the same there.
    if (existsSync(where)) return { where };
    return {
      missing: `npm could not install what they need: ${toReason(error)}. Run "${toCommand(place, packages, recipe)}".`,
    };
  }
  return { where };
}

async function install(folder: string, packages: readonly string[], recipe: NpmRecipe | undefined): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const npm = promisify(execFile);
  await npm('npm', [...INSTALL, ...packages], { cwd: folder, timeout: INSTALL_LIMIT_MS });
  if (recipe === undefined) return;
  const node = join(folder, recipe.node);
  const path = `${join(node, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  // Headers of this Node come with it; those that npm would look for belong to another, or would have to be fetched.
  const env = { ...process.env, PATH: path, npm_config_nodedir: node };
  for (const { folder: at, words } of recipe.steps) {
    await npm('npm', toStepWords(words), { cwd: join(folder, at), timeout: INSTALL_LIMIT_MS, env });
  }
}

function toStepWords([command = '', ...rest]: readonly string[]): string[] {
  return command === 'install' ? [...INSTALL, ...rest] : [command, '--loglevel=error', ...rest];
}

/** As one line for a shell, which leaves nothing at the place unless all of it went well. */
function toCommand(place: string, packages: readonly string[], recipe: NpmRecipe | undefined): string {
  if (recipe === undefined) return `mkdir -p ${place} && npm --prefix ${place} ${[...INSTALL, ...packages].join(' ')}`;
  const fresh = `${place}.new`;
  const node = `${fresh}/${recipe.node}`;
  return [
    `mkdir -p ${fresh}`,
    `cd ${fresh}`,
    `npm --prefix ${fresh} ${[...INSTALL, ...packages].join(' ')}`,
    `export PATH=${node}/bin:$PATH npm_config_nodedir=${node}`,
    ...recipe.steps.map(({ folder, words }) => `(cd ${folder} && npm ${toStepWords(words).join(' ')})`),
    `mv ${fresh} ${place}`,
  ].join(' && ');
}

function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /npm error .*/.exec(text)?.[0] ?? text.split('\n')[0] ?? '';
}
