import { askAll, type AnsweredInputs } from '../../configuration/answer-inputs.ts';
import type { Host } from '../../ports/host.ts';
import { openUncheckedHooks, type OpenHooksOptions } from '../read/open-hooks.ts';
import { readServers } from '../trust/read-servers.ts';
import { readForeignServers } from './read-foreign-servers.ts';

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
  return askAll(host, found.file, found.inputs);
}
