import { resolve } from 'node:path';
import {
  parseConfiguration,
  stopsStart,
  toConfigInvalid,
  type Configuration,
  type Log,
  type Yard,
} from '@toolyard/core';
import { createVariableSource, loadConfiguration } from '@toolyard/node';
import type { ConfigurationFile } from '../configuration/configuration-file.ts';
import { readChain } from '../configuration/open-configuration.ts';
import { stateStoreOf } from '../state/state-store.ts';
import type { Surroundings } from '../surroundings/surroundings.ts';
import { toFindOptions } from '../configuration/to-find-options.ts';
import { createOwnYard, type OwnYardHost } from './create-own-yard.ts';

/** What a yard may be given besides its configuration. */
export interface PrivateYardOptions {
  /** Where relative paths of a configuration object start; the folder of the surroundings where absent. */
  readonly folder?: string;
  /** Nothing is logged where absent. */
  readonly log?: Log;
  /** A missing variable stops the start; without it, it stops its own server alone, unless no other one is left. */
  readonly strict?: boolean;
}

/**
 * Starts the servers of a configuration, given as it would stand in a file or by its file's name, and gives their yard
 * at once: `settled` waits for them. Nobody else can join it, and nothing is remembered. Rejects with `config-invalid`,
 * which has every problem with its code in `problems`.
 */
export async function createPrivateYard(
  host: OwnYardHost,
  config: ConfigurationFile | { readonly file: string },
  { folder = '.', log = { write: () => undefined }, strict = false }: PrivateYardOptions = {},
): Promise<Yard> {
  const { surroundings } = host;
  const { cwd } = surroundings;
  const isFile = 'file' in config;
  const chain = await readChain(surroundings, isFile ? resolve(cwd, config.file) : undefined);
  const configuration = isFile
    ? await load(config.file, surroundings, strict)
    : parse(config, surroundings, { folder: resolve(cwd, folder), strict });
  const { yard, stop } = createOwnYard(host, { configuration, chain, log });
  return {
    catalogue: yard.catalogue,
    caller: yard.caller,
    calls: yard.calls,
    servers: () => yard.servers(),
    server: (key) => yard.server(key),
    on: (listener) => yard.on(listener),
    settled: (until) => yard.settled(until),
    enable: (key) => yard.enable(key),
    disable: (key) => yard.disable(key),
    stop,
  };
}

function parse(
  config: ConfigurationFile,
  { env, homeDir, platform }: Surroundings,
  { folder, strict }: { readonly folder: string; readonly strict: boolean },
): Configuration {
  const { configuration, problems } = parseConfiguration(JSON.stringify(config), {
    folder,
    resolvePath: resolve,
    variables: createVariableSource({
      env,
      homeDir,
      platform,
      workspaceFolder: folder,
      answers: new Map(),
      keepsInputs: false,
    }),
  });
  if (configuration === undefined || stopsStart(configuration, { strict })) {
    throw toConfigInvalid('configuration', problems);
  }
  return configuration;
}

async function load(file: string, surroundings: Surroundings, strict: boolean): Promise<Configuration> {
  const { approvals } = stateStoreOf({ surroundings });
  const result = await loadConfiguration({ ...toFindOptions(surroundings, { config: file }), approvals, strict });
  if (!result.ok) throw toConfigInvalid(result.file, result.problems);
  return result.loaded.configuration;
}
