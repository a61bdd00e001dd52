import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { ConfigurationSource } from '@toolyard/node';
import type { CommandContext } from '../terminal/command-context.ts';

/** What tells how this Toolyard was started, and how a client could. */
export interface ProgramPlace {
  readonly terminal: Pick<CommandContext['terminal'], 'program'>;
  readonly surroundings: Pick<CommandContext['surroundings'], 'env' | 'platform'>;
}

/** A command as clients write it. */
export interface ServeCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** The part of a client's configuration that starts this Toolyard, ready to paste; `options` go to `serve`. */
export function createClientEntry(
  place: ProgramPlace,
  source: ConfigurationSource,
  options: readonly string[] = [],
): string {
  return formatEntry({ mcpServers: { toolyard: createServeCommand(place, source, options) } });
}

/**
 * The command that starts this Toolyard as a server; `options` go to `serve`. A file that merely lay in a folder is named
 * so that its approval still counts: whoever changes it later must not start anything by that.
 */
export function createServeCommand(
  place: ProgramPlace,
  { kind, file }: ConfigurationSource,
  options: readonly string[] = [],
): ServeCommand {
  const [command, ...words] = findProgram(place);
  const named = file === undefined ? [] : [kind === 'folder' ? '--found' : '--config', file];
  return { command, args: [...words, 'serve', ...options, ...named] };
}

/** JSON as people write it into such files: lists on one line. */
export function formatEntry(entry: unknown): string {
  const join = (_list: string, items: string): string => `[${items.replaceAll(/\s*\n\s*/g, ' ')}]`;
  return JSON.stringify(entry, undefined, 2).replaceAll(/\[\s+([^[\]{}]*?)\s+\]/g, join);
}

/** The words that start this very Toolyard from anywhere. */
function findProgram({ terminal, surroundings }: ProgramPlace): readonly [string, ...string[]] {
  const { interpreter, script } = terminal.program;
  const { env, platform } = surroundings;
  // npx runs from a cache that may be gone tomorrow.
  if (/[\\/]_npx[\\/]/.test(script)) return ['npx', '-y', 'toolyard'];
  if (platform !== 'win32' && isOnPath(env['PATH'] ?? '', script)) return ['toolyard'];
  return [interpreter, script];
}

function isOnPath(path: string, script: string): boolean {
  return path.split(delimiter).some((folder) => {
    // A client would not find the command: it runs in another folder, and npm puts these on the PATH of its scripts only.
    if (!isAbsolute(folder) || folder.includes('node_modules')) return false;
    try {
      const found = join(folder, 'toolyard');
      accessSync(found, constants.X_OK);
      return realpathSync(found) === script;
    } catch {
      return false;
    }
  });
}
