import { ToolyardError } from '@toolyard/core';
import type { FindOptions } from '@toolyard/node';
import type { Surroundings } from '../surroundings/surroundings.ts';

/** How a host was told which configuration to use, and how much has to be right with it. */
export interface NamedConfiguration {
  /** The value of `--config`: a file that a person chose, which approves it. */
  readonly config?: string;
  /** The value of `--found`: a file that was found in a folder earlier, and is approved by its hash. */
  readonly found?: string;
  /** What people call the place that names one of the two, such as a setting; the options of the command line where it is absent. */
  readonly namedBy?: string;
  /** The value of `--strict`: a missing variable stops the start, and not its own server alone. */
  readonly strict?: boolean;
}

/** What a configuration is found by; throws `usage` where it was named in both ways. */
export function toFindOptions(surroundings: Surroundings, { config, found, namedBy }: NamedConfiguration): FindOptions {
  const { cwd, env, homeDir, platform } = surroundings;
  if (config !== undefined && found !== undefined) {
    throw new ToolyardError('usage', 'Use --config or --found, not both.');
  }
  const named = {
    ...(config !== undefined && { file: config }),
    ...(found !== undefined && { found }),
    ...(namedBy !== undefined && { namedBy }),
  };
  return { ...named, cwd, env, homeDir, platform };
}
