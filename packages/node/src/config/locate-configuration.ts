import { join, resolve } from 'node:path';

/** Where a configuration comes from. */
export interface ConfigurationSource {
  /** `folder`: it merely lies in a folder, mostly the working directory. `default`: there is no file. */
  readonly kind: 'option' | 'environment' | 'folder' | 'user' | 'default';
  /** Absolute; absent for `default`. */
  readonly file?: string;
}

/** Where to look. */
export interface LocateOptions {
  /** The value of `--config`. */
  readonly option?: string;
  /** The value of `--found`: a file that was found in a folder earlier, and is none the more trusted for being named. */
  readonly found?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly userConfigDir: string;
  exists(file: string): Promise<boolean>;
}

/** Finds the one configuration to use; a file that was named is not looked for. */
export async function locateConfiguration(options: LocateOptions): Promise<ConfigurationSource> {
  const { option, found, env, cwd, userConfigDir, exists } = options;
  if (option !== undefined) return { kind: 'option', file: resolve(cwd, option) };
  if (found !== undefined) return { kind: 'folder', file: resolve(cwd, found) };
  const named = env['TOOLYARD_CONFIG'];
  if (named) return { kind: 'environment', file: resolve(cwd, named) };
  const candidates: readonly Required<ConfigurationSource>[] = [
    { kind: 'folder', file: resolve(cwd, 'toolyard.json') },
    { kind: 'folder', file: resolve(cwd, '.mcp.json') },
    { kind: 'user', file: join(userConfigDir, 'toolyard', 'toolyard.json') },
  ];
  for (const candidate of candidates) {
    if (await exists(candidate.file)) return candidate;
  }
  return { kind: 'default' };
}
