import { describe, expect, it } from 'vitest';
import { BACK, type InputStep, type Notice } from '../ports/host.ts';
import type { SecretStore } from '../ports/secret-store.ts';
import { createInputAnswers, type InputAnswers } from './create-input-answers.ts';

const PASSWORD = { id: 'token', password: true };
const WORD = { id: 'word', password: false };

interface Bench {
  readonly kept: Map<string, string>;
  readonly asked: string[];
  readonly notices: Notice[];
  open(file?: string, secrets?: SecretStore, keepsAnswers?: boolean): InputAnswers;
}

function createBench(): Bench {
  const kept = new Map<string, string>();
  const asked: string[] = [];
  const notices: Notice[] = [];
  const store: SecretStore = {
    read: async (name) => kept.get(name),
    keep: async (name, value) => void kept.set(name, value),
  };
  return {
    kept,
    asked,
    notices,
    open(file = '/a.json', secrets = store, keepsAnswers = false) {
      const askInput = async ({ id }: { readonly id: string }): Promise<string> => `${id} ${asked.push(id)}`;
      const host = { askInput, secrets, keepsAnswers, notify: (notice: Notice) => void notices.push(notice) };
      return createInputAnswers(host, async () => file);
    },
  };
}

describe('createInputAnswers', () => {
  it('keeps what is no secret only for a host that wants to start servers again while nobody can be asked', async () => {
    const { open, asked, kept } = createBench();
    await open().answer(WORD);
    expect(kept.size).toBe(0);
    expect(await open(undefined, undefined, true).answer(WORD)).toBe('word 2');
    expect(await open(undefined, undefined, true).answer(WORD)).toBe('word 2');
    expect([...kept]).toEqual([['/a.json#word', 'word 2']]);
    expect(asked).toHaveLength(2);
  });

  it('asks once for each input', async () => {
    const { open, asked } = createBench();
    const answers = open();
    expect([await answers.answer(WORD), await answers.answer(WORD)]).toEqual(['word 1', 'word 1']);
    expect(asked).toEqual(['word']);
  });

  it('keeps what a person gave for a password, and nothing else, and looks there first', async () => {
    const { open, kept } = createBench();
    const answers = open();
    await answers.answer(PASSWORD);
    await answers.answer(WORD);
    expect([...kept]).toEqual([['/a.json#token', 'token 1']]);
    const later = open();
    later.stopAsking();
    expect([await later.answer(PASSWORD), await later.answer(WORD)]).toEqual(['token 1', undefined]);
  });

  it('takes a secret that was replaced when the file is read again, and keeps other answers', async () => {
    const { open, kept } = createBench();
    const answers = open();
    await answers.answer(PASSWORD);
    await answers.answer(WORD);
    answers.stopAsking();
    kept.set('/a.json#token', 'another');
    expect([await answers.answer(PASSWORD), await answers.answer(WORD)]).toEqual(['another', 'word 2']);
    kept.clear();
    expect(await answers.answer(PASSWORD)).toBe('another');
  });

  it('gives the secret of one configuration to no other', async () => {
    const { open, asked } = createBench();
    await open('/a.json').answer(PASSWORD);
    await open('/b.json').answer(PASSWORD);
    expect(asked).toEqual(['token', 'token']);
  });

  it('asks where the place for secrets cannot be used, and says so', async () => {
    const { open, notices } = createBench();
    const locked = (): Promise<never> => Promise.reject(new Error('it is locked'));
    expect(await open('/a.json', { read: locked, keep: locked }).answer(PASSWORD)).toBe('token 1');
    expect(notices.map(({ message }) => message)).toEqual([
      'The value of "token" could not be read: it is locked',
      'The value of "token" could not be kept: it is locked',
    ]);
  });

  it('does not wait for an answer that nobody wants any more, and still knows what it was given', async () => {
    const stop = new AbortController();
    const given: AbortSignal[] = [];
    const host = {
      askInput: ({ id }: { readonly id: string }, signal: AbortSignal): Promise<string> =>
        given.push(signal) === 1 ? Promise.resolve(id) : new Promise(() => undefined),
      notify: () => undefined,
    };
    const answers = createInputAnswers(host, async () => '/a.json', stop.signal);
    expect(await answers.answer(WORD)).toBe('word');
    const asking = answers.answer(PASSWORD);
    stop.abort();
    await expect(asking).rejects.toMatchObject({ code: 'interrupted' });
    expect(given.every(({ aborted }) => aborted)).toBe(true);
    expect(await answers.answer(WORD)).toBe('word');
  });
});

describe('several inputs', () => {
  const inputs = ['a', 'b', 'c'].map((id) => ({ id, password: false }));

  /** Answers in this order, and says what was asked. */
  function prepare(...given: readonly (string | typeof BACK | undefined)[]) {
    const asked: string[] = [];
    const kept: string[] = [];
    const left = [...given];
    const host = {
      askInput: async ({ id }: { readonly id: string }, _signal: AbortSignal, { number, of }: InputStep) => {
        asked.push(`${id} ${number}/${of}`);
        return left.shift();
      },
      secrets: {
        read: async (name: string) => (name === '/a.json#b' ? 'known' : undefined),
        keep: async (name: string, value: string) => void kept.push(`${name}=${value}`),
      },
      keepsAnswers: true,
      notify: () => undefined,
    };
    return { answers: createInputAnswers(host, async () => '/a.json'), asked, kept };
  }

  it('are asked for with their numbers, and a person can go back; what is known is not asked for', async () => {
    const { answers, asked, kept } = prepare('one', BACK, 'two', 'three');
    await answers.prepare(inputs);
    expect(asked).toEqual(['a 1/2', 'c 2/2', 'a 1/2', 'c 2/2']);
    expect(await Promise.all(inputs.map((input) => answers.answer(input)))).toEqual(['two', 'known', 'three']);
    expect(kept).toEqual(['/a.json#a=two', '/a.json#c=three']);
  });

  it('that a person left are not asked for again until the file is read again', async () => {
    const { answers, asked } = prepare(undefined, 'three', 'one');
    await answers.prepare(inputs);
    expect(await Promise.all(inputs.map((input) => answers.answer(input)))).toEqual([undefined, 'known', 'three']);
    expect(asked).toHaveLength(2);
    await answers.prepare(inputs);
    expect(asked.slice(2)).toEqual(['a 1/1']);
    expect(await answers.answer({ id: 'a', password: false })).toBe('one');
  });
});
