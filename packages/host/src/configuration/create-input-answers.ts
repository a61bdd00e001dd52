import type { ConfigInput } from '@toolyard/core';
import type { Host } from '../ports/host.ts';

/** What people answered to the inputs of a configuration. */
export interface InputAnswers {
  /** The answer given before, or one that is asked for now; `undefined` where there is none. */
  answer(input: ConfigInput): Promise<string | undefined>;
  /** From now on only answers given before count. */
  stopAsking(): void;
}

/** Asks for each input once; a file that is read again gets the same answers. */
export function createInputAnswers(host: Pick<Host, 'askInput'>): InputAnswers {
  const answers = new Map<string, string>();
  let mayAsk = true;
  return {
    async answer(input) {
      const answer = answers.get(input.id) ?? (mayAsk ? await host.askInput?.(input) : undefined);
      if (answer !== undefined) answers.set(input.id, answer);
      return answer;
    },
    stopAsking: () => void (mayAsk = false),
  };
}
