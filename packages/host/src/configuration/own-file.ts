import { basename, dirname, join } from 'node:path';
import {
  parseConfiguration,
  readJsonText,
  toConfigInvalid,
  ToolyardError,
  type Configuration,
  type TextEditResult,
} from '@toolyard/core';
import {
  findConfiguration,
  hashOf,
  readTextFile,
  replaceTextFile,
  resolvePlaces,
  type ConfigurationSource,
} from '@toolyard/node';
import type { Host } from '../ports/host.ts';
import { stateStoreOf } from '../state/state-store.ts';
import type { Surroundings } from '../surroundings/surroundings.ts';
import { toFindOptions } from './to-find-options.ts';

/** A key under which servers stand in a file. */
export type Section = 'mcpServers' | 'servers';

/** The configuration file that Toolyard edits for people. */
export interface OwnFile {
  readonly kind: ConfigurationSource['kind'];
  readonly file: string;
  /** `undefined` where there is no such file yet. */
  readonly text: string | undefined;
  /** The section of each key there is, also of servers that are not right. */
  readonly keys: ReadonlyMap<string, Section>;
  /** Where a new server goes. */
  readonly section: Section;
  /** There was no configuration at all, so what ran without one no longer does. */
  readonly isFirst: boolean;
}

/** How the file is found. */
export interface OwnFileOptions {
  /** The value of `--config`. */
  readonly config?: string;
  /** The value of `--found`. */
  readonly found?: string;
  /** A client's file that lies in the working directory does not count. */
  readonly isOurs?: true;
  /** That of the working directory, or the user's, whichever counts; the one that counts where it is absent. */
  readonly place?: 'folder' | 'user';
}

const SECTIONS: readonly Section[] = ['mcpServers', 'servers'];

const NOTHING_WRITTEN = 'Nothing was written.';

/** Reads the file that Toolyard uses here, else the user's, or that of `place`, which need not exist; throws `config-invalid` where it is no JSON. */
export async function readOwnFile(surroundings: Surroundings, options: OwnFileOptions): Promise<OwnFile> {
  const { kind, file, isFirst } = await locateOwnFile(surroundings, options);
  const read = await readTextFile(file);
  if (read.kind === 'refused') throw new ToolyardError('config-invalid', `${file} was not edited: ${read.reason}.`);
  if (read.kind === 'missing') return { kind, file, text: undefined, keys: new Map(), section: 'mcpServers', isFirst };
  const parsed = readJsonText(read.text);
  if (!parsed.ok) throw toConfigInvalid(file, parsed.problems, NOTHING_WRITTEN);
  const keysOf = (section: Section): string[] => Object.keys(memberOf(parsed.value, section) ?? {});
  const keys = SECTIONS.flatMap((section) => keysOf(section).map((key) => [key, section] as const));
  const section = SECTIONS.find((each) => memberOf(parsed.value, each) !== undefined) ?? 'mcpServers';
  return { kind, file, text: read.text, keys: new Map(keys), section, isFirst };
}

/** Writes an edit of the file; what was approved before stays approved, and a new file is, since a person asked for all of the edit. */
export async function writeOwnFile(
  host: Pick<Host, 'surroundings' | 'state'>,
  own: OwnFile,
  edit: TextEditResult,
): Promise<void> {
  const { kind, file, text: before } = own;
  if (!edit.ok) throw toConfigInvalid(file, edit.problems, NOTHING_WRITTEN);
  const { approvals } = stateStoreOf(host);
  const wasApproved =
    kind === 'folder' && (before === undefined || (await approvals.isApproved(file, hashOf(Buffer.from(before)))));
  await replaceTextFile({ file, before, after: edit.text });
  if (wasApproved) await approvals.approve(file, hashOf(Buffer.from(edit.text)));
}

/** What a text would mean as that file, variables and paths as they are written; throws `config-invalid` with one line a problem. */
export function parseAsFile(file: string, text: string): Configuration {
  const { configuration, problems } = parseConfiguration(text, { folder: dirname(file) });
  if (configuration !== undefined) return configuration;
  throw toConfigInvalid(file, problems, NOTHING_WRITTEN);
}

/** Where the user's own configuration lies. */
function userFileOf(surroundings: Surroundings): string {
  return join(resolvePlaces(surroundings).userConfigDir, 'toolyard', 'toolyard.json');
}

async function locateOwnFile(
  surroundings: Surroundings,
  { config, found: named, isOurs, place }: OwnFileOptions,
): Promise<Pick<OwnFile, 'kind' | 'file' | 'isFirst'>> {
  const meant = { ...(config !== undefined && { config }), ...(named !== undefined && { found: named }) };
  const found = await findConfiguration(toFindOptions(surroundings, meant));
  const { kind, file } = found;
  if (config === undefined && named === undefined && place !== undefined)
    return locatePlace(surroundings, place, found);
  const isTheirs = isOurs === true && kind === 'folder' && basename(file ?? '') === '.mcp.json';
  if (file !== undefined && !isTheirs) return { kind, file, isFirst: false };
  return { kind: 'user', file: userFileOf(surroundings), isFirst: kind === 'default' };
}

function locatePlace(
  surroundings: Surroundings,
  place: 'folder' | 'user',
  { kind, file }: ConfigurationSource,
): Pick<OwnFile, 'kind' | 'file' | 'isFirst'> {
  const isFirst = kind === 'default';
  if (place === 'user') return { kind: 'user', file: userFileOf(surroundings), isFirst };
  const found = kind === 'folder' ? file : undefined;
  return { kind: 'folder', file: found ?? join(surroundings.cwd, 'toolyard.json'), isFirst };
}

function memberOf(value: unknown, key: string): object | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  const member: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof member === 'object' && member !== null ? member : undefined;
}
