import type { ConfigInput } from '@toolyard/core';
import type { Host } from '../ports/host.ts';
import { createInputAnswers } from './create-input-answers.ts';
import { namesInput } from './names-input.ts';
import { readWritten } from './open-configuration.ts';
import type { NamedConfiguration } from './to-find-options.ts';

/** What became of the inputs of a server. */
export interface AnsweredInputs {
  /** How many it has. */
  readonly count: number;
  /** The ids of those that have no value still. */
  readonly missing: readonly string[];
}

/**
 * Asks for the inputs of a server of the configuration that have no value yet, and keeps what people give, for a yard that was opened while
 * nobody could be asked; `undefined` where there is no such server, or nobody has approved the configuration.
 */
export async function answerInputs(
  host: Host,
  named: NamedConfiguration,
  key: string,
): Promise<AnsweredInputs | undefined> {
  const quiet = { ...host, askInput: undefined, notify: () => undefined };
  const { approved, asWritten, inputs, source } = await readWritten(quiet, named);
  const server = asWritten.servers.find((each) => each.key === key);
  if (!approved || server === undefined) return undefined;
  const text = JSON.stringify(server);
  const answers = inputs.filter(({ id }) => namesInput(text, id));
  return askAll(host, source.file ?? '', answers);
}

/** Asks for each of these inputs of a file that has no value yet, one after the other. */
export async function askAll(host: Host, file: string, inputs: readonly ConfigInput[]): Promise<AnsweredInputs> {
  const answers = createInputAnswers(host, async () => file);
  await answers.prepare(inputs);
  const missing: string[] = [];
  for (const input of inputs) {
    if ((await answers.answer(input)) === undefined) missing.push(input.id);
  }
  return { count: inputs.length, missing };
}
