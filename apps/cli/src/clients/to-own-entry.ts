import { resolve } from 'node:path';

const RELATIVE = /^\.\.?([\\/]|$)/;

/** An entry of a project's file as it has to stand elsewhere: with the project's folder in place of what leads to it. */
export function toOwnEntry(entry: unknown, folder: string): unknown {
  const named = withFolder(entry, folder);
  if (typeof named !== 'object' || named === null || !('command' in named)) return named;
  const cwd = resolve(folder, 'cwd' in named && typeof named.cwd === 'string' ? named.cwd : '.');
  const { command } = named;
  const isRelative = typeof command === 'string' && RELATIVE.test(command);
  return { ...named, command: isRelative ? resolve(folder, command) : command, cwd };
}

function withFolder(value: unknown, folder: string): unknown {
  if (typeof value === 'string') return value.replaceAll('${workspaceFolder}', folder);
  if (Array.isArray(value)) return value.map((item) => withFolder(item, folder));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withFolder(member, folder)]));
}
