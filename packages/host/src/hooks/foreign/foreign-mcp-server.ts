import type { ConfigInput, JsonObject, ServerDefinition } from '@toolyard/core';
import type { FoundDefinition, ReachableServer } from '@toolyard/hooks';
import type { ServerFile } from './locate-server-files.ts';

/** A file with variables that a server gets, as it is now. */
export interface EnvFile {
  readonly file: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A server as a file of another program defines it. */
export interface FoundForeign extends Omit<FoundDefinition, 'source'>, Pick<ServerFile, 'source' | 'scope'> {
  /** What stands there. */
  readonly entry: JsonObject;
  /** What Toolyard makes of it, variables and paths as they are written; absent where it cannot be used. */
  readonly written?: ServerDefinition;
  /** The inputs that it names, and `raw` as all of them stand in the file. */
  readonly inputs: readonly ConfigInput[];
  readonly rawInputs: unknown;
  readonly envFile?: EnvFile;
  /** What it has that Toolyard does not heed, for whoever is to approve it. */
  readonly notes: readonly string[];
}

/** A server that only a file of another program defines. */
export type ForeignMcpServer = ReachableServer<FoundForeign>;

/** The definition of such a server under the name that a hook has for it, as it is written; `undefined` where it cannot be used. */
export function writtenAs(id: string, { found, problem }: ForeignMcpServer): ServerDefinition | undefined {
  return problem === undefined && found.written !== undefined ? { ...found.written, key: id } : undefined;
}

/** All that decides what such a server does, for the hash of an approval: also what its variables come from. */
export function toApproved(id: string, server: ForeignMcpServer): unknown {
  const { inputs, envFile } = server.found;
  return { definition: writtenAs(id, server), inputs, envFile };
}
