import { resolve } from 'node:path';
import { parseConfiguration, toConfigInvalid, type ParsedConfiguration, type ServerDefinition } from '@toolyard/core';
import { createVariableSource } from '@toolyard/node';
import type { InputAnswers } from '../../configuration/create-input-answers.ts';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import type { ForeignMcpServer } from './foreign-mcp-server.ts';
import { toOneServerText } from './parse-foreign-entry.ts';

/**
 * The definition of a server of another program with its variables put in, under the name that a hook has for it; `missing` names those that have no value. Asks for inputs.
 * Throws `config-invalid` where it makes no sense with its values.
 */
export async function resolveForeign(
  id: string,
  { found }: ForeignMcpServer,
  { surroundings, inputs }: { readonly surroundings: Surroundings; readonly inputs: Pick<InputAnswers, 'answer'> },
): Promise<ServerDefinition> {
  const { cwd } = surroundings;
  const text = toOneServerText(found.key, found.entry, found.rawInputs);
  const answers = new Map<string, string>();
  const parse = (keepsInputs: boolean): ParsedConfiguration => {
    const variables = createVariableSource({ ...surroundings, workspaceFolder: cwd, answers, keepsInputs });
    return parseConfiguration(text, { folder: cwd, resolvePath: resolve, variables });
  };
  for (const input of parse(true).inputsNeeded) {
    const answer = await inputs.answer(input);
    if (answer !== undefined) answers.set(input.id, answer);
  }
  const { configuration, problems } = parse(false);
  const definition = configuration?.servers[0];
  if (definition === undefined) throw toConfigInvalid(found.file, problems);
  const named = { ...definition, key: id };
  // What such a file holds are values, in which variables mean nothing.
  return named.kind === 'command' ? { ...named, env: { ...found.envFile?.values, ...named.env } } : named;
}
