import { toMessage, type ConfigInput } from '@toolyard/core';
import type { Host } from '../ports/host.ts';
import { askUntil } from './ask-until.ts';

/** What people answered to the inputs of a configuration. */
export interface InputAnswers {
  /** The answer given before, or one that is asked for now; `undefined` where there is none. Throws `interrupted`. */
  answer(input: ConfigInput): Promise<string | undefined>;
  /** From now on only answers given before count. */
  stopAsking(): void;
}

/** The part of a host that answers inputs. */
export type InputHost = Pick<Host, 'askInput' | 'secrets' | 'keepsAnswers' | 'notify'>;

/**
 * Asks for each input once; a file that is read again gets the same answers, unless a secret was replaced in its place meanwhile. `configuration` names the file: what a person
 * typed for one configuration is never given to another. Aborted, `signal` takes back what is being asked.
 */
export function createInputAnswers(
  host: InputHost,
  configuration: () => Promise<string>,
  signal: AbortSignal = new AbortController().signal,
): InputAnswers {
  const answers = new Map<string, string>();
  let mayAsk = true;

  async function find(input: ConfigInput, until: AbortSignal): Promise<string | undefined> {
    const known = await readSecret(input);
    if (known !== undefined) return known;
    const given = await host.askInput?.(input, until);
    if (given !== undefined) await keepSecret(input, given);
    return given;
  }

  async function readSecret({ id, password }: ConfigInput): Promise<string | undefined> {
    if (!isKept(password) || host.secrets === undefined) return undefined;
    return host.secrets.read(await nameSecret(id)).catch(warnOfFailure(id, 'read'));
  }

  async function keepSecret({ id, password }: ConfigInput, value: string): Promise<void> {
    if (!isKept(password) || host.secrets === undefined) return;
    await host.secrets.keep(await nameSecret(id), value).catch(warnOfFailure(id, 'kept'));
  }

  function isKept(isSecret: boolean): boolean {
    return isSecret || host.keepsAnswers === true;
  }

  async function nameSecret(id: string): Promise<string> {
    return `${await configuration()}#${id}`;
  }

  /** Nobody has to do without their servers since a keychain is locked. */
  function warnOfFailure(id: string, what: 'read' | 'kept'): (error: unknown) => undefined {
    return (error) => {
      host.notify({ level: 'warning', message: `The value of "${id}" could not be ${what}: ${toMessage(error)}` });
      return undefined;
    };
  }

  return {
    async answer(input) {
      const known = answers.get(input.id);
      if (mayAsk && known !== undefined) return known;
      const answer = mayAsk
        ? await askUntil(signal, (until) => find(input, until))
        : ((await readSecret(input)) ?? known);
      if (answer !== undefined) answers.set(input.id, answer);
      return answer;
    },
    stopAsking: () => void (mayAsk = false),
  };
}
