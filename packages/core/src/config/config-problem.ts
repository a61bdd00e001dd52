/** What is wrong with a configuration or with hooks, which may be YAML, for programs. Public: add freely, never rename. */
export type ConfigProblemCode =
  | 'file_not_found'
  | 'invalid_json'
  | 'invalid_yaml'
  | 'invalid_schema'
  | 'missing_env_var';

/** One thing that is wrong with a configuration, or (as a warning) that is probably not meant so. */
export interface ConfigProblem {
  readonly code: ConfigProblemCode;
  /** Where in the data, e.g. `$.mcpServers.files.command`; `$` is the whole file. */
  readonly path: string;
  /** For people; holds no value of a variable. */
  readonly message: string;
  /** Where in the text, both from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The key of the server that alone is concerned: a variable that is missing keeps no other one from starting. */
  readonly server?: string;
}

/** A problem of a text, which always has a place in it. */
export interface PlacedProblem extends ConfigProblem {
  readonly line: number;
  readonly column: number;
}

/** One line for people: `FILE: $.path: message`. */
export function formatProblem(file: string, problem: ConfigProblem): string {
  return `${file}: ${problem.path}: ${problem.message}`;
}
