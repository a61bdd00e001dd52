import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Host } from './host.ts';

/** The part of a client's configuration that starts this Toolyard, ready to paste. */
export function createClientEntry(host: Pick<Host, 'env' | 'program' | 'platform'>, file: string | undefined): string {
  const [command, ...words] = findProgram(host);
  const args = [...words, 'serve', ...(file === undefined ? [] : ['--config', file])];
  return JSON.stringify({ mcpServers: { toolyard: { command, args } } }, undefined, 2);
}

function findProgram({
  env,
  program,
  platform,
}: Pick<Host, 'env' | 'program' | 'platform'>): readonly [string, ...string[]] {
  const { interpreter, script } = program;
  // npx runs from a cache that may be gone tomorrow.
  if (/[\\/]_npx[\\/]/.test(script)) return ['npx', '-y', 'toolyard'];
  if (platform !== 'win32' && isOnPath(env['PATH'] ?? '', script)) return ['toolyard'];
  return [interpreter, script];
}

function isOnPath(path: string, script: string): boolean {
  return path.split(delimiter).some((folder) => {
    // npm puts these on the PATH of its scripts only; a client would not find the command.
    if (folder === '' || folder.includes('node_modules')) return false;
    try {
      const found = join(folder, 'toolyard');
      accessSync(found, constants.X_OK);
      return realpathSync(found) === script;
    } catch {
      return false;
    }
  });
}
