import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import {
  type ConfigInput,
  type ConfigProblem,
  type Configuration,
  type MissingRules,
  parseConfiguration,
  type ParsedConfiguration,
  stopsStart,
} from '@toolyard/core';
import type { ApprovalStore } from '../state/create-file-approval-store.ts';
import { resolvePlaces } from '../state/resolve-places.ts';
import { createVariableSource } from './create-variable-source.ts';
import { DEFAULT_CONFIGURATION } from './default-configuration.ts';
import { hashOf } from './hash-of.ts';
import {
  type ConfigurationFileSource,
  type ConfigurationSource,
  listCandidates,
  locateConfiguration,
  type LocateOptions,
} from './locate-configuration.ts';
import { readConfigurationFile } from './read-configuration-file.ts';

export interface LoadOptions {
  /** The value of `--config`. */
  readonly file?: string;
  /** The value of `--found`. */
  readonly found?: string;
  /** What people call the place that names one of the two, such as a setting; these options where it is absent. */
  readonly namedBy?: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
  readonly approvals: ApprovalStore;
  /** Asks a person for the value of an input; `undefined` where none is given. */
  readonly askInput?: (input: ConfigInput) => Promise<string | undefined>;
  /** Hears all inputs that will be asked for, before the first one is. */
  readonly prepareInputs?: (inputs: readonly ConfigInput[]) => Promise<void>;
  /** Servers that are used whatever the file says, so that variables are put into them too. */
  readonly isUsed?: (key: string) => boolean;
  /** Servers that are not used whatever the file says, so that nobody misses their variables. */
  readonly isOff?: (key: string) => boolean;
  /** A missing variable is a problem of the whole file, and not of its own server alone. */
  readonly strict?: boolean;
}

/** What finding a configuration depends on. */
export type FindOptions = Pick<LoadOptions, 'file' | 'found' | 'namedBy' | 'cwd' | 'env' | 'homeDir' | 'platform'>;

/** A valid configuration and where it comes from. */
export interface LoadedConfiguration {
  readonly source: ConfigurationSource;
  /** Variables put in. While the file is not approved nobody is asked, and `${input:ID}` stays: load again after that. */
  readonly configuration: Configuration;
  /** The same with variables and paths as they are written, to be shown and approved. */
  readonly asWritten: Configuration;
  /** The inputs that the file declares: their defaults reach the servers too. */
  readonly inputs: readonly ConfigInput[];
  readonly warnings: readonly ConfigProblem[];
  /** Variables that servers miss, each with where it stands; those servers cannot be started. */
  readonly missing: readonly ConfigProblem[];
  /** False: the file merely lies in the working directory and was not approved yet; nothing of it may start. */
  readonly approved: boolean;
  /** SHA-256 of the file's bytes in hex. */
  readonly hash: string;
}

/** A configuration, or everything that is wrong with it. */
export type LoadResult =
  | { readonly ok: true; readonly loaded: LoadedConfiguration }
  | {
      readonly ok: false;
      readonly file: string;
      readonly problems: readonly ConfigProblem[];
      readonly warnings: readonly ConfigProblem[];
      /** Where only values of variables are missing. */
      readonly written?: WrittenConfiguration;
    };

/** What can be known of a configuration without its variables. */
export type WrittenConfiguration = Pick<LoadedConfiguration, 'source' | 'asWritten' | 'inputs' | 'approved' | 'hash'>;

/** Finds the configuration without reading it. */
export async function findConfiguration(options: FindOptions): Promise<ConfigurationSource> {
  return locateConfiguration({ ...toLocateOptions(options), exists });
}

/** The files of which the first that there is becomes the configuration, whether there is any or not. */
export function listConfigurationFiles(options: FindOptions): readonly string[] {
  return listCandidates(toLocateOptions(options)).map(({ file }) => file);
}

function toLocateOptions(options: FindOptions): Omit<LocateOptions, 'exists'> {
  const { file: option, found, namedBy, env, cwd } = options;
  const { userConfigDir } = resolvePlaces(options);
  return {
    ...(option !== undefined && { option }),
    ...(found !== undefined && { found }),
    ...(namedBy !== undefined && { namedBy }),
    env,
    cwd,
    userConfigDir,
  };
}

/** Finds, reads and checks the configuration; never starts or writes anything. */
export async function loadConfiguration(options: LoadOptions): Promise<LoadResult> {
  const source = await findConfiguration(options);
  const { file } = source;
  return file === undefined ? { ok: true, loaded: createDefault() } : loadFile({ ...source, file }, options);
}

function createDefault(): LoadedConfiguration {
  return {
    source: { kind: 'default' },
    configuration: DEFAULT_CONFIGURATION,
    asWritten: DEFAULT_CONFIGURATION,
    inputs: [],
    warnings: [],
    missing: [],
    approved: true,
    hash: hashOf(new Uint8Array()),
  };
}

async function loadFile(source: ConfigurationFileSource, options: LoadOptions): Promise<LoadResult> {
  const { file } = source;
  const read = await readConfigurationFile(source);
  if (!read.ok) return { ok: false, file, problems: [read.problem], warnings: [] };
  const { text, hash } = read;
  const approved = source.kind !== 'folder' || (await options.approvals.isApproved(file, hash));
  const parsed = await parseWithInputs(text, file, approved, options);
  const { configuration } = parsed;
  const problems = parsed.problems.filter(({ server }) => server === undefined || options.isOff?.(server) !== true);
  const warnings = [...read.warnings, ...parsed.warnings];
  // Paths too: one that holds a variable leads elsewhere than it seems to.
  const { configuration: asWritten, inputs } = parseConfiguration(text, { folder: createPaths(file).folder });
  if (asWritten === undefined) return { ok: false, file, problems, warnings };
  const written = { source, asWritten, inputs, approved, hash };
  if (configuration === undefined || stopsStart(configuration, rulesOf(options))) {
    return { ok: false, file, problems, warnings, written };
  }
  return { ok: true, loaded: { configuration, warnings, missing: problems, ...written } };
}

function rulesOf({ strict, isUsed, isOff }: LoadOptions): MissingRules {
  return { strict, isOn: ({ key, enabled }) => (enabled || isUsed?.(key) === true) && isOff?.(key) !== true };
}

async function parseWithInputs(
  text: string,
  file: string,
  approved: boolean,
  options: LoadOptions,
): Promise<ParsedConfiguration> {
  const answers = new Map<string, string>();
  const paths = createPaths(file);
  const parse = (keepsInputs: boolean): ParsedConfiguration => {
    const variables = createVariableSource({ ...options, workspaceFolder: paths.folder, answers, keepsInputs });
    return parseConfiguration(text, { ...paths, variables, ...(options.isUsed && { isUsed: options.isUsed }) });
  };
  const look = parse(true);
  // A text that names no input, not even in escapes, says the same without the answers as with them.
  if (!approved || !/input:|\\u/.test(text)) return look;
  // People are asked only where their answers can make something start.
  const isVain = look.configuration === undefined || stopsStart(look.configuration, rulesOf(options));
  const asked = isVain || options.askInput === undefined ? [] : look.inputsNeeded;
  if (asked.length > 0) await options.prepareInputs?.(asked);
  for (const input of asked) {
    const answer = await options.askInput?.(input);
    if (answer !== undefined) answers.set(input.id, answer);
  }
  return parse(false);
}

/** Editors keep their file in a folder of their own, and count its paths from the folder above. */
const EDITOR_FOLDERS: readonly string[] = ['.vscode', '.cursor'];

function createPaths(file: string): { folder: string; resolvePath: (folder: string, path: string) => string } {
  const folder = dirname(file);
  return {
    folder: EDITOR_FOLDERS.includes(basename(folder)) ? dirname(folder) : folder,
    resolvePath: (from, path) => resolve(from, path),
  };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
