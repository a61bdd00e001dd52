import { VERSION, type Log, type Yard } from '@toolyard/core';
import { createPrivateYard as createYardOf, type ConfigurationFile } from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import { createBuiltins } from '../host/create-builtins.ts';
import { createProcessSurroundings } from '../process/create-process-surroundings.ts';

/** What a yard may be given besides its configuration. */
export interface CreateYardOptions {
  /** Where relative paths of a configuration object start; the working directory where absent. */
  readonly folder?: string;
  /** Where variables and the servers' short list of inherited variables come from; `process.env` where absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Nothing is logged where absent. */
  readonly log?: Log;
  /** A missing variable stops the start; without it, it stops its own server alone, unless no other one is left. */
  readonly strict?: boolean;
}

/**
 * Starts the servers of a configuration, given as it would stand in a file or by its file's name, and gives their yard
 * at once: `settled` waits for them. Rejects with a `ToolyardError` (`config-invalid`) that has every problem with its code in
 * `problems`.
 */
export async function createYard(
  config: ConfigurationFile | { readonly file: string },
  { env, ...options }: CreateYardOptions = {},
): Promise<Yard> {
  const surroundings = createProcessSurroundings(env);
  const info = { name: 'toolyard', version: VERSION };
  const host = { surroundings, info, clock: systemClock, builtins: createBuiltins(surroundings) };
  return createYardOf(host, config, options);
}
