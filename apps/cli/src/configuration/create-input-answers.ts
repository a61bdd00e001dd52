import { toLine } from '@toolyard/core';
import type { ConfigInput } from '@toolyard/node';
import type { Host } from '../host/host.ts';
import { askLine } from '../terminal/ask.ts';

/** What people answered to the inputs of a configuration. */
export interface InputAnswers {
  /** The answer given before, or one that is asked for now; `undefined` where there is none. */
  answer(input: ConfigInput): Promise<string | undefined>;
  /** From now on only answers given before count. */
  stopAsking(): void;
}

/** Asks for each input once, where it may ask; a file that is read again gets the same answers. */
export function createInputAnswers(host: Host, mayAsk: boolean): InputAnswers {
  const answers = new Map<string, string>();
  let asks = mayAsk;
  return {
    async answer(input) {
      const answer = answers.get(input.id) ?? (asks ? await askInput(host, input) : undefined);
      if (answer !== undefined) answers.set(input.id, answer);
      return answer;
    },
    stopAsking: () => void (asks = false),
  };
}

async function askInput(host: Host, input: ConfigInput): Promise<string | undefined> {
  const choices = input.options === undefined ? '' : ` (${input.options.join(', ')})`;
  const preset = input.default === undefined ? '' : ` [${input.password ? '***' : input.default}]`;
  const answer = await askLine(host, `${toLine(`${input.description ?? input.id}${choices}${preset}`)}: `, {
    hidden: input.password,
  });
  return answer === '' ? input.default : answer;
}
