import { isJsonObject, readJsonText, type JsonObject } from '@toolyard/core';
import { findDefinitionProblems } from '../configuration/check-definition.ts';
import { readStoredDefinition } from './read-stored-definition.ts';
import { valueAt } from '../clients/read-entry.ts';
import { takeOutSecrets } from './take-out-secrets.ts';

/** A server of another program, as it would be added here. */
export interface PastedServer {
  readonly name: string;
  /** As it would stand in a configuration, without its secrets. */
  readonly definition: JsonObject;
  /** The same with the secrets as they were pasted. */
  readonly plain: JsonObject;
  /** The name that it has there; another one than here where it cannot have that one here. */
  readonly formerName: string;
  /** What people call the program in whose files it was found. */
  readonly from?: string;
  /** Its values that stay on this device, by the names that the definition has for them. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Why it cannot be added, for people; absent where it can. */
  readonly problem?: string;
}

/** A server as another program has it. */
export interface ForeignServer extends Pick<PastedServer, 'formerName' | 'from'> {
  readonly entry: unknown;
}

/** What the servers that are there already use. */
export interface TakenNames {
  readonly names: readonly string[];
  /** Of secrets. */
  readonly secretIds: readonly string[];
  /** The name that a server can have here, as near to its own as can be; `others` are taken. */
  toName(name: string, others: readonly string[]): string;
}

/** What a pasted text holds; `problem` says for people why it holds nothing. */
export type PastedServers =
  | {
      readonly ok: true;
      readonly servers: readonly PastedServer[];
      /** What VS Code asks people for, as it was pasted. */
      readonly inputs: readonly JsonObject[];
    }
  | { readonly ok: false; readonly problem: string };

/** Where programs keep their servers: Claude and Cursor, VS Code's mcp.json and settings.json, Zed. */
const SECTIONS: readonly (readonly string[])[] = [['mcpServers'], ['servers'], ['mcp', 'servers'], ['context_servers']];

/** What says that an object is a server and not a list of them. */
const MARKS = ['command', 'url', 'docker', 'serverUrl', 'httpUrl', 'dockerConfig', 'sseConfig'];

/** What belongs to the other program alone, or what the plugin has in places of its own. */
const LEFT_OUT = new Set(['name', 'disabled', 'source', 'settings', 'serverUrl', 'httpUrl']);

const WHAT_TO_PASTE = 'Paste a block like { "mcpServers": { "name": { "command": "npx" } } }.';

/**
 * Reads the servers of a JSON block from the settings of Claude, Cursor, VS Code or Zed: a whole file, one section of it, or a single
 * entry.
 */
export function readPastedServers(text: string, taken: TakenNames): PastedServers {
  const read = readLoosely(text);
  if (!read.ok) return { ok: false, problem: `This is no JSON: ${read.reason}. ${WHAT_TO_PASTE}` };
  const entries = findEntries(read.value);
  if (entries.length === 0) return { ok: false, problem: `There is no server in it. ${WHAT_TO_PASTE}` };
  return {
    ok: true,
    servers: toPastedServers(
      entries.map(([formerName, entry]) => ({ formerName, entry })),
      taken,
    ),
    inputs: findInputs(read.value),
  };
}

/** Servers of another program under names that they can have here, each without the secrets that stood in it. */
export function toPastedServers(servers: readonly ForeignServer[], taken: TakenNames): readonly PastedServer[] {
  const names = [...taken.names];
  const secretIds = [...taken.secretIds];
  return servers.map((server) => {
    const pasted = toPastedServer(server, { ...taken, names, secretIds });
    names.push(pasted.name);
    secretIds.push(...Object.keys(pasted.secrets));
    return pasted;
  });
}

function toPastedServer({ entry, ...server }: ForeignServer, taken: TakenNames): PastedServer {
  const name = taken.toName(server.formerName, taken.names);
  const nothing = { definition: {}, plain: {}, secrets: {} };
  if (!isJsonObject(entry)) return { ...server, ...nothing, name, problem: 'It is no object.' };
  const plain = normalize(entry);
  const { definition, secrets, problems } = takeOutSecrets(name, plain, taken.secretIds);
  const problem = [...problems, ...findDefinitionProblems(definition).map(({ text }) => text)].join(' ');
  return { ...server, name, definition, plain, secrets, ...(problem !== '' && { problem }) };
}

/** People copy an entry with its name too, which is no JSON without braces around it. */
function readLoosely(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  const [whole, wrapped] = [text, `{${text}}`].map(readJsonText);
  if (whole?.ok === true && isJsonObject(whole.value)) return whole;
  if (wrapped?.ok === true && isJsonObject(wrapped.value) && Object.keys(wrapped.value).length > 0) return wrapped;
  return {
    ok: false,
    reason: whole?.ok === false ? (whole.problems[0]?.message ?? 'it cannot be read') : 'it is no object',
  };
}

function findEntries(value: unknown): readonly (readonly [string, unknown])[] {
  if (!isJsonObject(value)) return [];
  const sections = SECTIONS.map((path) => valueAt(value, path));
  const found = sections.filter(isJsonObject).flatMap((section) => Object.entries(section));
  if (found.length > 0) return found;
  if (isEntry(value)) return [[typeof value['name'] === 'string' ? value['name'] : '', value]];
  return Object.entries(value).filter(([, entry]) => isEntry(entry));
}

function findInputs(value: unknown): readonly JsonObject[] {
  const inputs = [['inputs'], ['mcp', 'inputs']].map((path) => valueAt(value, path));
  return inputs.flatMap((list) => (Array.isArray(list) ? list : [])).filter(isJsonObject);
}

function isEntry(value: unknown): boolean {
  return isJsonObject(value) && MARKS.some((mark) => mark in value);
}

/** The entry as a configuration has it, whichever program wrote it. */
function normalize(entry: JsonObject): JsonObject {
  const { command, serverUrl, httpUrl, transport } = entry;
  const own = Object.fromEntries(Object.entries(readStoredDefinition(entry)).filter(([field]) => !LEFT_OUT.has(field)));
  const url = httpUrl ?? serverUrl ?? own['url'];
  if (url !== undefined) return { ...(transport === 'sse' && { type: 'sse' }), ...own, url };
  if (!isJsonObject(command)) return own;
  // Earlier versions of Zed have the program, its arguments and its environment under `command`.
  const { path, args, env } = command;
  return { ...own, command: path, ...(args !== undefined && { args }), ...(isJsonObject(env) && { env }) };
}
