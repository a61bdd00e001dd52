import { dirname, resolve } from 'node:path';
import {
  parseConfiguration,
  type Configuration,
  type ConfigProblem,
  type ConfigProblemCode,
  type ServerDefinition,
} from '@toolyard/core';
import { checkConfiguredBindings } from '@toolyard/documents';
import { toFindOptions, loadSwitched, type Surroundings } from '@toolyard/host';
import { createFileApprovalStore, formatProblem, readTextFile, resolvePlaces } from '@toolyard/node';
import type { Finding } from './finding.ts';

const NOTE = { check: 'configuration', level: 'note' } as const;

const NO_FILE: Finding = {
  ...NOTE,
  text: 'There is no configuration yet',
  advice: 'Add a server with "toolyard add", or import those of your clients with "toolyard import".',
};

/** What is known of the configuration. */
export interface CheckedConfiguration {
  readonly findings: readonly Finding[];
  /** Those that are switched on, as far as they could be read. */
  readonly servers: readonly ServerDefinition[];
  readonly file?: string;
  /** The keys of those whose `cwd` stands in the file. */
  readonly placed: ReadonlySet<string>;
  /** All of it, where nothing is wrong with it. */
  readonly configuration?: Configuration;
}

const ADVICE: Readonly<Record<ConfigProblemCode, string>> = {
  file_not_found: 'Correct the path, or create the file with "toolyard add".',
  invalid_json: 'Fix the file at that place.',
  invalid_yaml: 'Fix the file at that place.',
  invalid_schema: 'Fix the file at that place.',
  missing_env_var: 'Set the variable in the environment of Toolyard, or give it a default: ${NAME:-default}.',
};

/** Reads the configuration as the other commands do, without asking for anything. */
export async function checkConfiguration(
  surroundings: Surroundings,
  config: string | undefined,
): Promise<CheckedConfiguration> {
  const approvals = createFileApprovalStore(resolvePlaces(surroundings).stateDir);
  const result = await loadSwitched({
    ...toFindOptions(surroundings, config === undefined ? {} : { config }),
    approvals,
  });
  if (!result.ok) {
    const { file, problems, warnings } = result;
    // A warning may be the reason: a key that is mistyped is missing under its right name.
    const findings = [...problems.map((problem) => toProblem(file, problem)), ...toNotes(file, warnings)];
    return { findings, servers: await readAsWritten(file), file, placed: placedOf(result.written?.asWritten) };
  }
  const { source, approved, configuration, asWritten, warnings, missing } = result.loaded;
  const { file } = source;
  const enabled = configuration.servers.filter((server) => server.enabled);
  // What variables would be put into cannot be looked at.
  const servers = enabled.filter((server) => server.missing === undefined);
  const placed = placedOf(asWritten);
  if (file === undefined) return { findings: [NO_FILE], servers, placed, configuration };
  const text = `${file} has ${count(configuration.servers.length)}, ${enabled.length} enabled`;
  const state: Finding = approved ? { ...NOTE, level: 'good', text } : toNotApproved(file);
  const variables = missing.map((problem) => toProblem(file, problem));
  const all = [state, ...toNotes(file, warnings), ...variables, ...checkBindings(file, configuration)];
  return { findings: all, servers, file, placed, configuration };
}

function toNotApproved(file: string): Finding {
  const text = `${file} was found in the working directory and is not approved, so none of its servers start`;
  return { check: 'configuration', level: 'wrong', text, advice: 'Review and approve it with "toolyard approve".' };
}

function toNotes(file: string, warnings: readonly ConfigProblem[]): Finding[] {
  return warnings.map((warning) => ({ ...NOTE, text: formatProblem(file, warning) }));
}

function toProblem(file: string, { message, ...problem }: ConfigProblem): Finding {
  const text = formatProblem(file, { message, ...problem });
  return { check: 'configuration', level: 'wrong', text, advice: ADVICE[problem.code], ...problem };
}

/** As it is written, a server knows the folder that its `cwd` starts from. */
function placedOf(asWritten: Configuration | undefined): Set<string> {
  const servers = asWritten?.servers ?? [];
  return new Set(servers.filter(({ folder }) => folder !== undefined).map(({ key }) => key));
}

/** What only lacks a variable can be looked at all the same. */
async function readAsWritten(file: string): Promise<ServerDefinition[]> {
  const read = await readTextFile(file);
  if (read.kind !== 'text') return [];
  const context = { folder: dirname(file), resolvePath: (from: string, path: string) => resolve(from, path) };
  const servers = parseConfiguration(read.text, context).configuration?.servers ?? [];
  return servers.filter((server) => server.enabled && !JSON.stringify(server).includes('$'));
}

function count(servers: number): string {
  return `${servers} server${servers === 1 ? '' : 's'}`;
}

/** Looks at the bindings of a configuration, which are read only when a note runs. */
function checkBindings(file: string, { servers, settings }: Configuration): Finding[] {
  const keys = servers.map(({ key }) => key);
  return checkConfiguredBindings(settings.bindings ?? [], keys).map(({ index, key, message }) => {
    const path = `$.toolyard.bindings[${index}]${key === undefined ? '' : `.${key}`}`;
    const problem = { code: 'invalid_schema', path } as const;
    return {
      check: 'configuration',
      level: 'wrong',
      text: formatProblem(file, { ...problem, message }),
      advice: 'Fix or remove the binding: until then nothing runs in its sections.',
      ...problem,
    };
  });
}
