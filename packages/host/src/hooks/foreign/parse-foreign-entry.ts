import { isJsonObject, parseConfiguration, toCanonicalJson, type ParsedConfiguration } from '@toolyard/core';
import { hashOf } from '@toolyard/node';
import { isToolyardEntry } from '../../clients/is-toolyard-entry.ts';
import { namesInput } from '../../configuration/names-input.ts';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import type { FoundForeign } from './foreign-mcp-server.ts';
import type { ServerFile } from './locate-server-files.ts';
import { readEnvFile } from './read-env-file.ts';

/** One entry of a file of another program. */
export interface ForeignEntry {
  readonly place: ServerFile;
  readonly key: string;
  readonly entry: unknown;
  /** The inputs of its file, as they stand there. */
  readonly inputs: unknown;
}

/** Understood here, or of no matter to who approves it. */
const HEEDED = /^envFile is not read/;

/** What an entry means in a workspace, which is `cwd`; `undefined` where it is Toolyard itself. */
export async function parseForeignEntry(
  { place, key, entry, inputs }: ForeignEntry,
  surroundings: Surroundings,
): Promise<FoundForeign | undefined> {
  const { source, scope, file } = place;
  const about = { source, scope, file, key, rawInputs: inputs };
  if (!isJsonObject(entry)) return refuse(about, entry, 'it is not an object');
  const parsed = parseConfiguration(toOneServerText(key, entry, inputs), { folder: surroundings.cwd });
  const written = parsed.configuration?.servers[0];
  if (isToolyardEntry(written)) return undefined;
  const envFile = await readEnvFile(entry['envFile'], surroundings);
  const problem = findProblem(entry, parsed, envFile);
  if (written === undefined || problem !== undefined || typeof envFile === 'string') {
    return refuse(about, entry, problem ?? 'it is not a server');
  }
  const text = JSON.stringify(entry);
  const named = parsed.inputs.filter(({ id }) => namesInput(text, id));
  const { key: _key, ...definition } = written;
  return {
    ...about,
    entry,
    written,
    inputs: named,
    ...(envFile === undefined ? {} : { envFile }),
    hash: hashOf(Buffer.from(toCanonicalJson({ definition, inputs: named, envFile }))),
    notes: parsed.warnings.flatMap(({ message }) => (HEEDED.test(message) ? [] : [message])),
  };
}

/** The text of a configuration with this one server. */
export function toOneServerText(key: string, entry: unknown, inputs: unknown): string {
  // A file without inputs has none; what is no list is told by whoever reads it.
  return JSON.stringify({ servers: Object.fromEntries([[key, entry]]), ...(inputs === undefined ? {} : { inputs }) });
}

function findProblem(
  entry: Readonly<Record<string, unknown>>,
  { problems }: ParsedConfiguration,
  envFile: unknown,
): string | undefined {
  const [scheme] = /^(unix|pipe):/i.exec(typeof entry['url'] === 'string' ? entry['url'] : '') ?? [];
  if (scheme !== undefined) return `Toolyard does not connect to ${scheme}// addresses, only to http:// and https://`;
  if (problems.length > 0) return problems.map(({ message }) => message).join('; ');
  return typeof envFile === 'string' ? envFile : undefined;
}

type About = Pick<FoundForeign, 'source' | 'scope' | 'file' | 'key' | 'rawInputs'>;

function refuse(about: About, entry: unknown, problem: string): FoundForeign {
  const hash = hashOf(Buffer.from(toCanonicalJson(entry)));
  return { ...about, entry: isJsonObject(entry) ? entry : {}, inputs: [], hash, problem, notes: [] };
}
