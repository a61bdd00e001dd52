import type { ConfigurationSource } from '@toolyard/node';
import { findOwnProgram, type ProgramPlace } from './find-own-program.ts';

/** A command as clients write it. */
export interface ServeCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
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
  const {
    words: [command, ...words],
    env,
  } = findOwnProgram(place);
  const named = file === undefined ? [] : [kind === 'folder' ? '--found' : '--config', file];
  return { command, args: [...words, 'serve', ...options, ...named], ...(env === undefined ? {} : { env }) };
}

/** JSON as people write it into such files: lists on one line. */
export function formatEntry(entry: unknown): string {
  const join = (_list: string, items: string): string => `[${items.replaceAll(/\s*\n\s*/g, ' ')}]`;
  return JSON.stringify(entry, undefined, 2).replaceAll(/\[\s+([^[\]{}]*?)\s+\]/g, join);
}
