import { realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import {
  parseConfiguration,
  ToolyardError,
  type ConfigProblem,
  type Configuration,
  type Log,
  type Yard,
} from '@toolyard/core';
import {
  CHAIN_VARIABLE,
  extendChain,
  parseChain,
  findHome,
  createOwnYard,
  type ConfigurationFile,
  type Surroundings,
} from '@toolyard/host';
import {
  createFileApprovalStore,
  createVariableSource,
  formatProblem,
  loadConfiguration,
  resolvePlaces,
  systemClock,
} from '@toolyard/node';
import { VERSION } from '../version.ts';

/** What a yard may be given besides its configuration. */
export interface CreateYardOptions {
  /** Where relative paths of a configuration object start; the working directory where absent. */
  readonly folder?: string;
  /** Where variables and the servers' short list of inherited variables come from; `process.env` where absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Nothing is logged where absent. */
  readonly log?: Log;
}

/**
 * Starts the servers of a configuration, given as it would stand in a file or by its file's name, and gives their yard
 * at once: `settled` waits for them. Rejects with a `ToolyardError` (`config-invalid`) that lists every problem.
 */
export async function createYard(
  config: ConfigurationFile | { readonly file: string },
  options: CreateYardOptions = {},
): Promise<Yard> {
  const env = options.env ?? process.env;
  const outer = parseChain(env[CHAIN_VARIABLE]);
  const log = options.log ?? { write: () => undefined };
  if (!('file' in config)) return start({ env, chain: outer, log, configuration: parse(config, env, options.folder) });
  const chain = extendChain(outer, await realpath(config.file).catch(() => config.file));
  return start({ env, chain, log, configuration: await load(config.file, env) });
}

interface Start {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly configuration: Configuration;
  readonly chain: readonly string[];
  readonly log: Log;
}

function start({ env, ...options }: Start): Yard {
  const { yard, stop } = createOwnYard(toHost(env), options);
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

function toHost(env: Start['env']): Parameters<typeof createOwnYard>[0] {
  const { platform } = process;
  const surroundings: Surroundings = {
    env,
    cwd: process.cwd(),
    homeDir: findHome(),
    platform,
    userId: process.getuid?.() ?? userInfo().username,
  };
  return {
    surroundings,
    info: { name: 'toolyard', version: VERSION },
    clock: systemClock,
    builtins: {
      tasks: async (start) =>
        (await import('../tasks/start-embedded-tasks.ts')).startEmbeddedTasks(surroundings, start),
    },
  };
}

function parse(config: ConfigurationFile, env: Start['env'], folder = process.cwd()): Configuration {
  const { configuration, problems } = parseConfiguration(JSON.stringify(config), {
    folder: resolve(folder),
    resolvePath: resolve,
    variables: createVariableSource({
      env,
      homeDir: findHome(),
      platform: process.platform,
      workspaceFolder: resolve(folder),
      answers: new Map(),
      keepsInputs: false,
    }),
  });
  if (configuration === undefined) throw toInvalid('configuration', problems);
  return configuration;
}

async function load(file: string, env: Start['env']): Promise<Configuration> {
  const { platform } = process;
  const homeDir = findHome();
  const approvals = createFileApprovalStore(resolvePlaces({ env, homeDir, platform }).stateDir);
  const result = await loadConfiguration({ file, cwd: process.cwd(), env, homeDir, platform, approvals });
  if (!result.ok) throw toInvalid(result.file, result.problems);
  return result.loaded.configuration;
}

function toInvalid(file: string, problems: readonly ConfigProblem[]): ToolyardError {
  return new ToolyardError('config-invalid', problems.map((problem) => formatProblem(file, problem)).join('\n'));
}
