import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { type ClientFile, openConfiguration, toFindOptions } from '@toolyard/host';
import { findConfiguration, resolvePlaces, type ConfigurationSource } from '@toolyard/node';
import { createCommandHost } from '../host/create-command-host.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { CommonOptions } from '../yard/with-yard.ts';
import { createServeCommand } from './create-client-entry.ts';

/**
 * What a client starts Toolyard with, on the configuration that is used here. Throws `config-invalid` where that is the
 * client's own file, and `config-not-approved` where nobody has approved it and nobody can be asked.
 */
export async function createToolyardEntry(
  context: CommandContext,
  options: CommonOptions,
  target: ClientFile,
): Promise<object> {
  const { surroundings } = context;
  const source = await findConfiguration(toFindOptions(surroundings, options));
  const { kind, file } = source;
  if (file !== undefined && (await isSame(file, target.file))) throw toCircle(file);
  // The client could not start it otherwise. `--yes` is about the client's file, which is not what runs.
  if (kind === 'folder') {
    await openConfiguration(createCommandHost(context, { ...options, yes: false }), options);
  }
  const named: ConfigurationSource = file === usualFileOf(surroundings) ? { kind: 'default' } : source;
  const command = createServeCommand({ ...context, isForAll: target.scope === 'project' }, named, ['--shared']);
  return target.client === 'vscode' ? { type: 'stdio', ...command } : command;
}

/** The user's file where Toolyard finds it also without the variables of this terminal. */
function usualFileOf({ env, homeDir, platform }: CommandContext['surroundings']): string {
  const { XDG_CONFIG_HOME: _terminal, ...usual } = env;
  return join(resolvePlaces({ env: usual, homeDir, platform }).userConfigDir, 'toolyard', 'toolyard.json');
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [real, otherReal] = await Promise.all([one, other].map((file) => realpath(file).catch(() => file)));
  return real === otherReal;
}

function toCircle(file: string): ToolyardError {
  const message =
    `${file} is the configuration that Toolyard reads here, so Toolyard in it would start itself. ` +
    'Keep its servers in toolyard.json ("toolyard import" adds them to your own file), or name another file with --config.';
  return new ToolyardError('config-invalid', message);
}
