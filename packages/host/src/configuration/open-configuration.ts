import { realpath } from 'node:fs/promises';
import { type ConfigProblem, type Configuration, quoteForShell, toConfigInvalid, ToolyardError } from '@toolyard/core';
import {
  findConfiguration,
  formatProblem,
  type ApprovalStore,
  type LoadedConfiguration,
  type LoadOptions,
  type LoadResult,
  type WrittenConfiguration,
} from '@toolyard/node';
import type { Host } from '../ports/host.ts';
import { stateStoreOf } from '../state/state-store.ts';
import type { Surroundings } from '../surroundings/surroundings.ts';
import { askUntil } from './ask-until.ts';
import type { ConfigurationForms } from './bind-memory.ts';
import { CONFIGURATION_CHAIN_VARIABLE, extendChain, parseConfigurationChain } from './chain.ts';
import { createInputAnswers, type InputAnswers } from './create-input-answers.ts';
import { findRemoved, toRemoved } from './find-removed.ts';
import { loadSwitched, type SwitchOptions } from './load-switched.ts';
import { toFindOptions, type NamedConfiguration } from './to-find-options.ts';

/** Which configuration is opened, and which switches count in it. */
export interface OpenOptions extends SwitchOptions, NamedConfiguration {
  /** Aborted, it takes back what people are being asked; `interrupted` is thrown then. */
  readonly signal?: AbortSignal;
}

/** The part of a host that reading a configuration needs. */
export type ConfigurationHost = Pick<
  Host,
  'surroundings' | 'notify' | 'approve' | 'askInput' | 'secrets' | 'keepsAnswers' | 'state'
>;

/** A configuration that may be started. */
export interface OpenConfiguration extends ConfigurationForms {
  /** Absent for the built-in default. */
  readonly file?: string;
  /** SHA-256 of the file's bytes as they were read, in hex. */
  readonly hash: string;
  /** The configurations that led here, this one last; the servers get it. */
  readonly chain: readonly string[];
  /** Reads the same file again, without asking; throws as `openConfiguration` does. */
  reload(switches: SwitchOptions): Promise<ReloadedConfiguration>;
}

/** A configuration that was read again. */
export interface ReloadedConfiguration extends ConfigurationForms {
  /** One line each. */
  readonly warnings: readonly string[];
}

/** A configuration as it was read, approved or not. */
interface ReadConfiguration {
  readonly loaded: LoadedConfiguration;
  readonly approvals: ApprovalStore;
  readonly inputs: InputAnswers;
  /** Loads it again. */
  load(switches: SwitchOptions): Promise<LoadResult>;
}

/** Reads the configuration and tells its warnings; throws `config-invalid` with one line a problem. */
async function readConfiguration(host: ConfigurationHost, options: OpenOptions): Promise<ReadConfiguration> {
  const { result, ...reading } = await read(host, options);
  for (const message of warningsOf(result, missingOf(result))) host.notify({ level: 'warning', message });
  return { loaded: toLoaded(result), ...reading };
}

/** A configuration that was read without insisting on its variables. */
export interface ReadWritten extends WrittenConfiguration {
  /** Absent where missing variables stop its start. */
  readonly configuration?: Configuration;
  /** The variables that are missing, one line each. */
  readonly missing?: string;
  readonly approvals: ApprovalStore;
}

/**
 * Reads the configuration and tells its warnings, and is content where values of variables are missing, since another
 * process may have them; throws `config-invalid` where anything else is wrong.
 */
export async function readWritten(host: ConfigurationHost, options: OpenOptions): Promise<ReadWritten> {
  const { result, approvals } = await read(host, options);
  for (const message of warningsOf(result)) host.notify({ level: 'warning', message });
  const { missing, ...written } = result.ok
    ? result.loaded
    : { ...(result.written ?? toLoaded(result)), missing: result.problems };
  const { file = '' } = written.source;
  return { ...written, approvals, ...(missing.length > 0 && { missing: toConfigInvalid(file, missing).message }) };
}

async function read(
  host: ConfigurationHost,
  options: OpenOptions,
): Promise<Omit<ReadConfiguration, 'loaded'> & { readonly result: LoadResult }> {
  const finding = toFindOptions(host.surroundings, options);
  const { approvals } = stateStoreOf(host);
  const nameFile = async (): Promise<string> => (await findConfiguration(finding)).file ?? '';
  const inputs = createInputAnswers(host, nameFile, options.signal);
  const loading: LoadOptions = {
    ...finding,
    approvals,
    askInput: (input) => inputs.answer(input),
    prepareInputs: (needed) => inputs.prepare(needed),
    strict: options.strict === true,
  };
  const load = (switches: SwitchOptions): Promise<LoadResult> => loadSwitched(loading, switches);
  const result = await load(options);
  return { result, approvals, inputs, load };
}

/** Reads the configuration and makes sure that it may be started; throws `config-not-approved` where it may not. */
export async function openConfiguration(host: ConfigurationHost, options: OpenOptions): Promise<OpenConfiguration> {
  const { loaded, approvals, inputs, load } = await readConfiguration(host, options);
  const { file } = loaded.source;
  const reload = async (switches: SwitchOptions): Promise<ReloadedConfiguration> => {
    inputs.stopAsking();
    const removed = file === undefined ? undefined : await findRemoved(file);
    if (removed !== undefined) throw removed;
    return toReloaded(await load(switches), file, options);
  };
  const chain = await readChain(host.surroundings, file);
  if (file === undefined) return { ...formsOf(loaded), hash: loaded.hash, chain, reload };
  if (loaded.approved) return { ...formsOf(loaded), file, hash: loaded.hash, chain, reload };
  const { signal = new AbortController().signal } = options;
  const mayStart = await askUntil(signal, async (until) => host.approve?.(loaded, until));
  if (mayStart !== true) throw toNotApproved(file, options);
  await approvals.approve(file, loaded.hash);
  // Read again, since inputs are asked for in approved files only, and the file may have changed under the question.
  const again = toLoaded(await load(options));
  if (!again.approved) throw toNotApproved(file, options);
  return { ...formsOf(again), file, hash: again.hash, chain, reload };
}

/** The configurations that led here, with `file` as the last; throws `config-invalid` where they form a circle. */
export async function readChain(
  { env }: Pick<Surroundings, 'env'>,
  file: string | undefined,
): Promise<readonly string[]> {
  const outer = parseConfigurationChain(env[CONFIGURATION_CHAIN_VARIABLE]);
  if (file === undefined) return outer;
  // A file that is not there leads nowhere; whoever reads it says so.
  return extendChain(outer, await realpath(file).catch(() => file));
}

function formsOf({ configuration, asWritten }: LoadedConfiguration): ConfigurationForms {
  return { configuration, asWritten };
}

function warningsOf(result: LoadResult, missing: readonly ConfigProblem[] = []): string[] {
  const file = result.ok ? (result.loaded.source.file ?? '') : result.file;
  const warnings = result.ok ? result.loaded.warnings : result.warnings;
  return [...warnings, ...missing.map(toWarning)].map((warning) => formatProblem(file, warning));
}

function missingOf(result: LoadResult): readonly ConfigProblem[] {
  return result.ok ? result.loaded.missing : [];
}

function toWarning(missing: ConfigProblem): ConfigProblem {
  return { ...missing, message: `${missing.message}; server "${missing.server}" does not start without it` };
}

function toLoaded(result: LoadResult): LoadedConfiguration {
  if (result.ok) return result.loaded;
  throw toConfigInvalid(result.file, result.problems);
}

/** Where the file is gone another one may be found in its place, which is not the one that runs. */
function toReloaded(result: LoadResult, file: string | undefined, named: NamedConfiguration): ReloadedConfiguration {
  const loaded = toLoaded(result);
  const { source, approved } = loaded;
  if (source.file !== file) throw file === undefined ? toNew(source.file) : toRemoved(file);
  if (!approved && file !== undefined) throw toNotApproved(file, named);
  return { ...formsOf(loaded), warnings: warningsOf(result, missingOf(result)) };
}

function toNew(found: string | undefined): ToolyardError {
  return new ToolyardError(
    'config-invalid',
    `${found} was created after Toolyard started. Restart Toolyard to use it.`,
  );
}

function toNotApproved(file: string, { found }: NamedConfiguration): ToolyardError {
  const place =
    found === undefined
      ? 'was found in the working directory and is not approved'
      : 'is not approved, or has changed since it was approved';
  const advice =
    found === undefined
      ? 'Run "toolyard approve" there to see what it would start and to approve it, or name it with --config.'
      : `To see what it would start and to approve it, run: toolyard approve --found ${quoteForShell(file)}`;
  return new ToolyardError('config-not-approved', `${file} ${place}, so none of its servers were started. ${advice}`);
}
