import { realpath } from 'node:fs/promises';
import { ToolyardError, type Configuration } from '@toolyard/core';
import {
  createFileApprovalStore,
  formatProblem,
  loadConfiguration,
  resolvePlaces,
  type ApprovalStore,
  type ConfigInput,
  type LoadedConfiguration,
  type LoadResult,
} from '@toolyard/node';
import type { Host } from '../host/host.ts';
import { askLine, askYesNo, canAsk } from '../terminal/ask.ts';
import { toLine } from '../terminal/text-width.ts';
import { CHAIN_VARIABLE, extendChain, parseChain } from './chain.ts';
import { describeServers } from './describe-servers.ts';

/** How a command wants its configuration. */
export interface OpenOptions {
  /** The value of `--config`. */
  readonly config?: string;
  /** The value of `--yes`: approve what lies in the working directory. */
  readonly yes?: boolean;
  /** False where stdin belongs to the protocol. */
  readonly mayAsk: boolean;
}

/** A configuration that may be started. */
export interface OpenConfiguration {
  readonly configuration: Configuration;
  /** Absent for the built-in default. */
  readonly file?: string;
  /** The configurations that led here, this one last; the servers get it. */
  readonly chain: readonly string[];
}

/** A configuration as it was read, approved or not. */
export interface ReadConfiguration {
  readonly loaded: LoadedConfiguration;
  readonly approvals: ApprovalStore;
}

/** Reads the configuration and tells its warnings; throws `config-invalid` with one line a problem. */
export async function readConfiguration(host: Host, options: OpenOptions): Promise<ReadConfiguration> {
  const { env, homeDir, platform, stderr } = host;
  const approvals = createFileApprovalStore(resolvePlaces({ env, homeDir, platform }).stateDir);
  const result = await load(host, options, approvals);
  const file = result.ok ? (result.loaded.source.file ?? '') : result.file;
  const warnings = result.ok ? result.loaded.warnings : result.warnings;
  for (const warning of warnings) stderr.write(`warning: ${formatProblem(file, warning)}\n`);
  return { loaded: toLoaded(result), approvals };
}

/** Reads the configuration and makes sure that it may be started; throws `config-not-approved` where it may not. */
export async function openConfiguration(host: Host, options: OpenOptions): Promise<OpenConfiguration> {
  const outer = parseChain(host.env[CHAIN_VARIABLE]);
  const { loaded, approvals } = await readConfiguration(host, options);
  const { file } = loaded.source;
  if (file === undefined) return { configuration: loaded.configuration, chain: outer };
  const chain = extendChain(outer, await realpath(file));
  if (loaded.approved) return { configuration: loaded.configuration, file, chain };
  if (!(await mayApprove(host, options, loaded))) throw toNotApproved(file);
  await approvals.approve(file, loaded.hash);
  // Read again, since inputs are asked for in approved files only, and the file may have changed under the question.
  const again = toLoaded(await load(host, options, approvals));
  if (!again.approved) throw toNotApproved(file);
  return { configuration: again.configuration, file, chain };
}

function load(host: Host, options: OpenOptions, approvals: ApprovalStore): Promise<LoadResult> {
  const { cwd, env, homeDir, platform } = host;
  const asks = options.mayAsk && canAsk(host);
  return loadConfiguration({
    ...(options.config === undefined ? {} : { file: options.config }),
    cwd,
    env,
    homeDir,
    platform,
    approvals,
    ...(asks ? { askInput: (input: ConfigInput) => askInput(host, input) } : {}),
  });
}

function toLoaded(result: LoadResult): LoadedConfiguration {
  if (result.ok) return result.loaded;
  const lines = result.problems.map((problem) => formatProblem(result.file, problem));
  throw new ToolyardError('config-invalid', lines.join('\n'));
}

async function mayApprove(host: Host, options: OpenOptions, loaded: LoadedConfiguration): Promise<boolean> {
  return options.yes === true || (options.mayAsk && canAsk(host) && (await askApproval(host, loaded)));
}

function toNotApproved(file: string): ToolyardError {
  return new ToolyardError(
    'config-not-approved',
    `${file} was found in the working directory and is not approved, so nothing of it was started. ` +
      'Run "toolyard approve" there to see what it would start and to approve it, or name it with --config.',
  );
}

/** Shows what a configuration would start and asks whether it may. */
export async function askApproval(host: Host, loaded: LoadedConfiguration): Promise<boolean> {
  showServers(host, loaded);
  return askYesNo(host, 'Start these servers from now on?');
}

/** Writes what a configuration would start to stderr. */
export function showServers({ stderr }: Host, { source, asWritten }: LoadedConfiguration): void {
  const lines = describeServers(asWritten);
  stderr.write(`${source.file ?? 'The built-in configuration'} would start:\n`);
  for (const line of lines.length > 0 ? lines : ['nothing, it has no enabled server']) stderr.write(`  ${line}\n`);
}

async function askInput(host: Host, input: ConfigInput): Promise<string | undefined> {
  const choices = input.options === undefined ? '' : ` (${input.options.join(', ')})`;
  const preset = input.default === undefined ? '' : ` [${input.password ? '***' : input.default}]`;
  const answer = await askLine(
    host,
    `${toLine(`${input.description ?? input.id}${choices}${preset}`)}: `,
    input.password,
  );
  return answer === '' ? input.default : answer;
}
