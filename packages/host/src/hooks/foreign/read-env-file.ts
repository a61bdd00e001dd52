import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expandVariables } from '@toolyard/core';
import { createVariableSource, readTextFile } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import type { EnvFile } from './foreign-mcp-server.ts';

/** Reads the `envFile` of an entry, whose path starts at the workspace, which is `cwd`; a sentence where that is not possible. */
export async function readEnvFile(path: unknown, surroundings: Surroundings): Promise<EnvFile | string | undefined> {
  if (path === undefined) return undefined;
  if (typeof path !== 'string' || path === '') return 'envFile must be the path of a file';
  const { cwd } = surroundings;
  const variables = createVariableSource({
    ...surroundings,
    workspaceFolder: cwd,
    answers: new Map(),
    keepsInputs: false,
  });
  const { text, missing } = expandVariables(path, variables);
  const [first] = missing;
  if (first !== undefined) return `the path of its envFile needs a value for ${first.name}`;
  const file = resolve(cwd, text);
  const read = await readTextFile(file);
  if (read.kind === 'missing') return `its envFile ${file} does not exist`;
  if (read.kind === 'refused') return `its envFile ${file} was not read: ${read.reason}`;
  return { file, values: toValues(read.text) };
}

function toValues(text: string): Readonly<Record<string, string>> {
  const values = Object.entries(parseEnv(text)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(values);
}
