import { toMessage, type ConfigInput } from '@toolyard/core';
import { BACK, type Host, type InputStep } from '../ports/host.ts';
import { askUntil } from './ask-until.ts';

/** What people answered to the inputs of a configuration. */
export interface InputAnswers {
  /**
   * Asks for all of them that have no answer, one after the other, so that people see how many there are and can go back; `answer` asks for
   * none of them again. Throws `interrupted`.
   */
  prepare(inputs: readonly ConfigInput[]): Promise<void>;
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
  const kept = createKeptAnswers(host, configuration);
  /** Those that people were asked for and left without an answer. */
  const left = new Set<string>();
  let mayAsk = true;

  async function find(input: ConfigInput): Promise<string | undefined> {
    const known = await kept.read(input);
    if (known !== undefined || left.has(input.id)) return known;
    const given = await ask(input, { number: 1, of: 1 });
    if (given === BACK || given === undefined) return undefined;
    await kept.keep(input, given);
    return given;
  }

  async function ask(input: ConfigInput, step: InputStep): Promise<string | typeof BACK | undefined> {
    return askUntil(signal, async (until) => host.askInput?.(input, until, step));
  }

  async function listOpen(inputs: readonly ConfigInput[]): Promise<readonly ConfigInput[]> {
    const open: ConfigInput[] = [];
    for (const input of inputs) {
      const known = answers.get(input.id) ?? (await kept.read(input));
      if (known === undefined) open.push(input);
      else answers.set(input.id, known);
    }
    return open;
  }

  return {
    async prepare(inputs) {
      left.clear();
      if (!mayAsk || host.askInput === undefined) return;
      const open = await listOpen(inputs);
      const given = await askInTurn(open, ask);
      for (const input of open) {
        const answer = given.get(input);
        if (answer === undefined) left.add(input.id);
        else {
          answers.set(input.id, answer);
          await kept.keep(input, answer);
        }
      }
    },
    async answer(input) {
      const known = answers.get(input.id);
      if (mayAsk && known !== undefined) return known;
      const answer = mayAsk ? await askUntil(signal, () => find(input)) : ((await kept.read(input)) ?? known);
      if (answer !== undefined) answers.set(input.id, answer);
      return answer;
    },
    stopAsking: () => void (mayAsk = false),
  };
}

/** Goes from one to the next, or back. */
async function askInTurn(
  inputs: readonly ConfigInput[],
  ask: (input: ConfigInput, step: InputStep) => Promise<string | typeof BACK | undefined>,
): Promise<ReadonlyMap<ConfigInput, string>> {
  const given = new Map<ConfigInput, string>();
  for (let index = 0; ;) {
    const input = inputs[index];
    if (input === undefined) return given;
    const answer = await ask(input, { number: index + 1, of: inputs.length });
    given.delete(input);
    if (answer !== BACK && answer !== undefined) given.set(input, answer);
    index = answer === BACK ? Math.max(0, index - 1) : index + 1;
  }
}

/** What a host keeps of answers beyond its own life. */
interface KeptAnswers {
  read(input: ConfigInput): Promise<string | undefined>;
  keep(input: ConfigInput, value: string): Promise<void>;
}

function createKeptAnswers(host: InputHost, configuration: () => Promise<string>): KeptAnswers {
  async function read({ id, password }: ConfigInput): Promise<string | undefined> {
    if (!isKept(password) || host.secrets === undefined) return undefined;
    return host.secrets.read(await nameSecret(id)).catch(warnOfFailure(id, 'read'));
  }

  async function keep({ id, password }: ConfigInput, value: string): Promise<void> {
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

  return { read, keep };
}
