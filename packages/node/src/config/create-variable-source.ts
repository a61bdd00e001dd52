import { posix, win32 } from 'node:path';
import { toInputVariable, type VariableSource } from '@toolyard/core';

/** What the values of variables come from. */
export interface VariableOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
  readonly workspaceFolder: string;
  /** Answers that people gave, by id. */
  readonly answers: ReadonlyMap<string, string>;
  /** `${input:ID}` without an answer stays as it is, for a file that is only looked at. */
  readonly keepsInputs: boolean;
}

/** Creates the variables of a configuration file from the environment and from answers. */
export function createVariableSource(options: VariableOptions): VariableSource {
  const { answers, keepsInputs, workspaceFolder, homeDir, platform } = options;
  const env = createLookup(options);
  return {
    env,
    input: (id) => env(`TOOLYARD_INPUT_${id}`) ?? env(toInputVariable(id)) ?? answers.get(id),
    keepsInputs,
    workspaceFolder,
    userHome: homeDir,
    pathSeparator: platform === 'win32' ? win32.sep : posix.sep,
  };
}

/** Names of variables have no case on Windows. */
function createLookup({ env, platform }: VariableOptions): (name: string) => string | undefined {
  if (platform !== 'win32') return (name) => (Object.hasOwn(env, name) ? env[name] : undefined);
  const upper = new Map(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]));
  return (name) => upper.get(name.toUpperCase());
}
