import { findProcesses } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMarker, createYardFolder, fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { runToolyard, type Finished } from './run-toolyard.ts';
import { HAS_TERMINAL, startTerminal, type Terminal } from './start-terminal.ts';

const CTRL_C = '\u0003';

/** A question with a choice and a number. */
export const FORM = {
  message: 'What would you like?',
  requestedSchema: {
    type: 'object',
    properties: {
      drink: { type: 'string', title: 'Drink', enum: ['tea', 'coffee'] },
      cups: { type: 'integer', title: 'Cups', minimum: 1, maximum: 9, default: 2 },
    },
    required: ['drink'],
  },
};

/** Whose yard the command uses. */
export type Where = 'own' | 'joined';

interface Place extends YardFolder {
  readonly marker: string;
}

/** A folder with a server that asks; its yard runs already, in another process, where it is to be joined. */
export async function open(where: Where): Promise<Place> {
  const marker = createMarker();
  const place = createYardFolder({ wizard: fixture('asks-anything', [], marker) }, { listWaitMs: 60_000 });
  if (where === 'joined') {
    const client = await openGateway(place);
    onTestFinished(async () => void (await client.close()));
    expect(await client.toolNames()).toEqual(['wizard__ask', 'wizard__ask_and_wait', 'wizard__needs_page']);
  }
  return { ...place, marker };
}

/** The words that call the server's tool, which then asks this. */
export const wordsOf = ({ file }: YardFolder, method: string, params: object, tool = 'wizard:ask'): string[] => [
  'call',
  tool,
  '--args',
  JSON.stringify({ method, params }),
  '--config',
  file,
];

const call = (place: YardFolder, params: object = FORM): Terminal =>
  startTerminal(wordsOf(place, 'elicitation/create', params), place.folder);

const run = (place: YardFolder, method: string, params: object = {}): Promise<Finished> =>
  runToolyard(wordsOf(place, method, params), { cwd: place.folder });

/** A person is asked, corrected, and asked again; the server gets the answers, and stdout the result alone. */
export async function expectPassedOn(where: Where): Promise<void> {
  const place = await open(where);
  const terminal = call(place);
  await terminal.type('Server "wizard" asks you:\n  | What would you like?\n', '');
  expect(findProcesses(place.marker)).toHaveLength(1);
  await terminal.type('Drink (required, number of your choice)\n  1) tea\n  2) coffee\n> ', '3\r');
  await terminal.type('Drink must be one of the choices.\n', '');
  await terminal.type('> ', '2\r');
  await terminal.type('Cups (optional, whole number, 1 to 9)\n[2] > ', '10\r');
  await terminal.type('Cups must be at most 9.\n', '');
  await terminal.type('[2] > ', '\r');
  await terminal.type('Send them to server "wizard"? [Y/n] ', '\r');
  const { code, stdout } = await terminal.finished;
  expect(JSON.parse(stdout).result).toEqual({ action: 'accept', content: { drink: 'coffee', cups: 2 } });
  expect(code).toBe(0);
}

/** What comes of the questions of servers, in a yard of the command's own or one that it joins. */
export function describeCallQuestions(where: Where): void {
  describe(`toolyard call in its ${where} yard`, { timeout: 120_000 }, () => {
    describe.runIf(HAS_TERMINAL)('at a terminal', () => {
      it('passes the answers on, asks again for a wrong one, and prints only the result to stdout', () =>
        expectPassedOn(where));

      it('tells the server that it was declined', async () => {
        const terminal = call(await open(where));
        await terminal.type('> ', '/decline\r');
        const { code, stdout } = await terminal.finished;
        expect(JSON.parse(stdout).result).toEqual({ action: 'decline' });
        expect(code).toBe(0);
      });

      it('tells the server that Ctrl-C cancelled the question, and ends with 130', async () => {
        const terminal = call(await open(where));
        await terminal.type('> ', CTRL_C);
        const { code, stdout } = await terminal.finished;
        expect(JSON.parse(stdout).result).toEqual({ action: 'cancel' });
        expect(code).toBe(130);
      });

      it('ends with 130 after Ctrl-C also where the server does not end its call', async () => {
        const place = await open(where);
        const words = wordsOf(place, 'elicitation/create', FORM, 'wizard:ask_and_wait');
        const terminal = startTerminal(words, place.folder);
        await terminal.type('> ', CTRL_C);
        expect(await terminal.finished).toMatchObject({ code: 130, stdout: '' });
      });

      it('shows a page and does not open it', async () => {
        const terminal = call(await open(where), {
          mode: 'url',
          message: 'Log in',
          elicitationId: 'one',
          url: 'https://example.com/login',
        });
        await terminal.type('open a page at example.com:\n  https://example.com/login\n', '');
        await terminal.type('or /decline: ', 'done\r');
        expect(JSON.parse((await terminal.finished).stdout).result).toEqual({ action: 'accept' });
      });
    });

    it('says that a server asked and there is no terminal, and prints its result', async () => {
      const { code, stdout, stderr } = await run(await open(where), 'elicitation/create', FORM);
      expect(JSON.parse(stdout).error).toEqual({ code: -32601, message: 'The client does not support elicitation.' });
      expect(stderr).toBe('Server "wizard" asked for input, but there is no terminal to ask on\n');
      expect(code).toBe(0);
    });

    it('names the page that a server wants to be opened first', async () => {
      const { folder, file } = await open(where);
      expect(await runToolyard(['call', 'wizard:needs_page', '--config', file], { cwd: folder })).toMatchObject({
        code: 1,
        stderr: [
          'The server answered with error -32042: Log in first',
          'If you trust example.com, open this page, then make the call again:',
          '  https://example.com/login',
          '',
        ].join('\n'),
      });
    });

    it('says that there is no model, and nothing of roots', async () => {
      const place = await open(where);
      const model = await run(place, 'sampling/createMessage', { messages: [], maxTokens: 1 });
      expect(JSON.parse(model.stdout).error).toMatchObject({ code: -32601 });
      expect(model.stderr).toBe('Server "wizard" asked for a model (sampling), which the command line does not have\n');
      const roots = await run(place, 'roots/list');
      expect(JSON.parse(roots.stdout).error).toMatchObject({ code: -32601 });
      expect(roots.stderr).toBe('');
    });
  });
}
