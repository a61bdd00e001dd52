import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StartedExternal } from './external-program.ts';

const INSTALL_LIMIT_MS = 300_000;

/**
 * Packages from npm that are too many or too large to be dependencies, as `name@version`: installed when they are first
 * asked for, into a folder of the user's cache that all checkouts share. Gives its `node_modules`.
 */
export async function installFromNpm(packages: readonly string[]): Promise<StartedExternal> {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'toolyard-tests');
  const hash = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 16);
  const place = join(cache, hash);
  const where = join(place, 'node_modules');
  if (existsSync(where)) return { where };
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'new-'));
  try {
    process.stderr.write(`toolyard: installing ${packages.length} packages from npm for the tests\n`);
    await install(fresh, packages);
    // It gets its name last, so that one that was interrupted is not taken for whole.
    renameSync(fresh, place);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another run that was faster has put the same there.
    if (existsSync(where)) return { where };
    return {
      missing: `npm could not install what they need: ${toReason(error)}. Run "${toCommand(place, packages)}".`,
    };
  }
  return { where };
}

async function install(folder: string, packages: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await promisify(execFile)('npm', toWords(packages), { cwd: folder, timeout: INSTALL_LIMIT_MS });
}

function toWords(packages: readonly string[]): string[] {
  return ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
}

function toCommand(place: string, packages: readonly string[]): string {
  return `mkdir -p ${place} && npm ${['--prefix', place, ...toWords(packages)].join(' ')}`;
}

function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /npm error .*/.exec(text)?.[0] ?? text.split('\n')[0] ?? '';
}
