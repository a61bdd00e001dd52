import { basename, isAbsolute, resolve } from 'node:path';
import { expandVariables, isJsonObject, type JsonObject } from '@toolyard/core';
import type { ServerEntry } from '@toolyard/host';

/** A path that starts at a folder, which names for the PATH and names of volumes do not. */
const RELATIVE = /^\.\.?([\\/]|$)/;
const RELATIVE_PROGRAM = /^(?![\\~$]|[A-Za-z]:)[^/\s]+\//;
const VAULT_VARIABLE = /\$\$|\$\{workspaceFolder(?:Basename)?\}/g;

/**
 * A definition of the vault as it stands in a configuration file that lies elsewhere: its relative paths and `${workspaceFolder}` are the
 * vault. Servers start when they are first needed, unless it says otherwise; programs that name nothing of the vault have no folder yet.
 */
export function toVaultEntry(definition: JsonObject, vaultFolder: string): ServerEntry {
  const entry = replaceIn(definition, vaultFolder);
  return { start: 'lazy', ...entry, ...toVaultPaths(entry, vaultFolder, usesVault(definition)) };
}

/**
 * The same entry with a folder of this device for a program that has none. It is not the vault, where files such as package.json, .npmrc or
 * a Python module decide what an approved command runs.
 */
export function withWorkFolder(entry: ServerEntry, workFolder: string): ServerEntry {
  const { command, cwd } = entry;
  return command === undefined || cwd !== undefined ? entry : { ...entry, cwd: escapeVariables(workFolder) };
}

function toVaultPaths({ command, cwd, docker }: JsonObject, vaultFolder: string, startsThere: boolean): JsonObject {
  const mounts = isJsonObject(docker) ? docker['mounts'] : undefined;
  return {
    ...(command !== undefined && { command: toProgram(command, vaultFolder) }),
    ...(command !== undefined && (startsThere || cwd !== undefined) && { cwd: toFolder(cwd, vaultFolder) }),
    ...(isJsonObject(docker) &&
      Array.isArray(mounts) && { docker: { ...docker, mounts: mounts.map((mount) => toMount(mount, vaultFolder)) } }),
  };
}

/** The ids of all `${input:ID}` of an entry, each once. */
export function findInputs(entry: JsonObject): readonly string[] {
  const { missing } = expandVariables(JSON.stringify(entry), {
    env: () => '',
    input: () => undefined,
    workspaceFolder: '',
    userHome: '',
    pathSeparator: '/',
  });
  return missing.filter(({ kind }) => kind === 'input').map(({ name }) => name);
}

function replaceIn(object: JsonObject, vaultFolder: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, replaceVariables(value, vaultFolder)]),
  );
}

function replaceVariables(value: unknown, vaultFolder: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => replaceVariables(item, vaultFolder));
  if (isJsonObject(value)) return replaceIn(value, vaultFolder);
  if (typeof value !== 'string') return value;
  return value.replaceAll(VAULT_VARIABLE, (found) => {
    if (found === '$$') return found;
    return escapeVariables(found.endsWith('Basename}') ? basename(vaultFolder) : vaultFolder);
  });
}

function toProgram(command: unknown, vaultFolder: string): unknown {
  return typeof command === 'string' && isProgramOfVault(command) ? join(vaultFolder, command) : command;
}

function isProgramOfVault(command: string): boolean {
  return RELATIVE.test(command) || RELATIVE_PROGRAM.test(command);
}

function toFolder(cwd: unknown, vaultFolder: string): unknown {
  if (cwd === undefined) return escapeVariables(vaultFolder);
  // What a variable begins with is known when it has a value.
  if (typeof cwd !== 'string' || cwd.startsWith('$') || isAbsolute(cwd)) return cwd;
  return join(vaultFolder, cwd);
}

/** Whether a program is meant to work in the vault: its definition names the vault, or a path that begins with a dot. */
function usesVault(definition: JsonObject): boolean {
  const { command, args } = definition;
  if (typeof command !== 'string') return false;
  const words: readonly unknown[] = Array.isArray(args) ? args : [];
  if (isProgramOfVault(command) || words.some((word) => typeof word === 'string' && RELATIVE.test(word))) return true;
  return JSON.stringify(definition).replaceAll('$$', '').includes('${workspaceFolder');
}

function toMount(mount: unknown, vaultFolder: string): unknown {
  if (typeof mount !== 'string' || !RELATIVE.test(mount)) return mount;
  const colon = mount.indexOf(':');
  return colon < 0 ? mount : join(vaultFolder, mount.slice(0, colon)) + mount.slice(colon);
}

function join(vaultFolder: string, path: string): string {
  return resolve(escapeVariables(vaultFolder), path);
}

/** A text in which no variable is looked for. */
function escapeVariables(text: string): string {
  return text.replaceAll('$', '$$$$');
}
