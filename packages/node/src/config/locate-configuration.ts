import { join, resolve } from 'node:path';

/** Where a configuration comes from. */
export interface ConfigurationSource {
  /** `folder`: it merely lies in a folder, mostly the working directory. `default`: there is no file. */
  readonly kind: 'option' | 'environment' | 'folder' | 'user' | 'default';
  /** Absolute; absent for `default`. */
  readonly file?: string;
  /** What people call the place that names the file, where that is not the command line. */
  readonly namedBy?: string;
}

/** One that has a file. */
export interface ConfigurationFileSource extends ConfigurationSource {
  readonly file: string;
}

/** Where to look. */
export interface LocateOptions {
  /** The value of `--config`. */
  readonly option?: string;
  /** The value of `--found`: a file that was found in a folder earlier, and is none the more trusted for being named. */
  readonly found?: string;
  /** What people call the place that names one of the two, such as a setting; the options of the command line where it is absent. */
  readonly namedBy?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly userConfigDir: string;
  exists(file: string): Promise<boolean>;
}

/** Finds the one configuration to use; a file that was named is not looked for. */
export async function locateConfiguration(options: LocateOptions): Promise<ConfigurationSource> {
  const candidates = listCandidates(options);
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  for (const candidate of candidates) {
    if (await options.exists(candidate.file)) return candidate;
  }
  return { kind: 'default' };
}

/** The files of which the first that there is counts: one alone where it was named. */
export function listCandidates(options: Omit<LocateOptions, 'exists'>): readonly ConfigurationFileSource[] {
  const { option, found, namedBy, env, cwd, userConfigDir } = options;
  const by = namedBy === undefined ? {} : { namedBy };
  if (option !== undefined) return [{ kind: 'option', file: resolve(cwd, option), ...by }];
  if (found !== undefined) return [{ kind: 'folder', file: resolve(cwd, found), ...by }];
  const named = env['TOOLYARD_CONFIG'];
  if (named) return [{ kind: 'environment', file: resolve(cwd, named) }];
  return [
    { kind: 'folder', file: resolve(cwd, 'toolyard.json') },
    { kind: 'folder', file: resolve(cwd, '.mcp.json') },
    { kind: 'user', file: join(userConfigDir, 'toolyard', 'toolyard.json') },
  ];
}
