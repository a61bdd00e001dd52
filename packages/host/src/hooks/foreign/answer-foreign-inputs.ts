import { createInputAnswers } from '../../configuration/create-input-answers.ts';
import type { Host } from '../../ports/host.ts';
import { openUncheckedHooks, type OpenHooksOptions } from '../read/open-hooks.ts';
import { readServers } from '../trust/read-servers.ts';
import { readForeignServers } from './read-foreign-servers.ts';

/** What became of the inputs of a server. */
export interface AnsweredInputs {
  /** How many it has. */
  readonly count: number;
  /** The ids of those that have no value still. */
  readonly missing: readonly string[];
}

/**
 * Asks for the inputs of a server of another program that have no value yet, and keeps what people give, so that hooks can start it later while
 * nobody can be asked; `undefined` where there is no such server.
 */
export async function answerForeignInputs(
  host: Host,
  options: OpenHooksOptions,
  id: string,
): Promise<AnsweredInputs | undefined> {
  const opened = await openUncheckedHooks(host, options);
  const { asWritten, source } = await readServers(opened);
  const own = { file: source.file, servers: asWritten.servers };
  const found = (await readForeignServers(opened.surroundings, own, opened.sources)).find(id)?.found;
  if (found === undefined) return undefined;
  const answers = createInputAnswers(host, async () => found.file);
  const missing: string[] = [];
  for (const input of found.inputs) {
    if ((await answers.answer(input)) === undefined) missing.push(input.id);
  }
  return { count: found.inputs.length, missing };
}
