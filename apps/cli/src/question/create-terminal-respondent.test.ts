import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { CallRespondent } from '@toolyard/core';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createProcessContext } from '../process/create-process-context.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createTerminalRespondent } from './create-terminal-respondent.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

function openTerminal(silence?: string) {
  const keys = new PassThrough();
  const screen = new PassThrough();
  let raw = '';
  screen.setEncoding('utf8').on('data', (text: string) => (raw += text));
  const context: CommandContext = {
    terminal: {
      ...createProcessContext().terminal,
      stdin: Object.assign(keys, { isTTY: true }),
      stderr: Object.assign(screen, { isTTY: true, columns: 200 }),
    },
    surroundings: { ...createProcessContext().surroundings, env: { NO_COLOR: '1' } },
  };
  const heard: string[] = [];
  const respondent = createTerminalRespondent(context, {
    progress: { pause: () => void heard.push('pause'), resume: () => void heard.push('resume') },
    silence,
    onInterrupt: () => void heard.push('interrupt'),
  });
  const shown = (): string => stripVTControlCharacters(raw);
  let seen = 0;
  /** Waits until the text is shown after what was waited for before, then types. */
  async function type(after: string, text: string): Promise<void> {
    await waitUntil(() => shown().indexOf(after, seen) >= 0);
    seen = shown().indexOf(after, seen) + after.length;
    keys.write(text);
  }
  return { respondent, heard, shown, type, raw: () => raw, keys };
}

const ask = (respondent: CallRespondent, params: object, signal = new AbortController().signal): Promise<unknown> =>
  respondent.answer({ server: 'wizard', method: 'elicitation/create', params }, signal);

const form = (properties: object, required: readonly string[] = []): object => ({
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties, required },
});

const name = { name: { type: 'string', title: 'Name', minLength: 2 } };
const page = { mode: 'url', message: 'Log in', url: 'https://bank.example@evil.example/a' };

describe('a form on a terminal', () => {
  it('is shown as the question of its server, and answered', async () => {
    const { respondent, type, shown, heard } = openTerminal();
    const answer = ask(respondent, form({ name: { ...name.name, description: 'In full' } }, ['name']));
    await type('> ', 'Ada\r');
    expect(await answer).toEqual({ action: 'accept', content: { name: 'Ada' } });
    expect(shown()).toContain(
      [
        'Server "wizard" asks you:',
        '  | Who are you?',
        'Type /decline to decline, or press Ctrl-C to end the call.',
        'Name (required, text, at least 2 characters)',
        '  | In full',
        '> ',
      ].join('\n'),
    );
    expect(heard).toEqual(['pause', 'resume']);
  });

  it('says what is wrong and asks again', async () => {
    const { respondent, type } = openTerminal();
    const answer = ask(respondent, form(name, ['name']));
    await type('> ', '\r');
    await type('Name is required.\n', '');
    await type('> ', 'A\r');
    await type('Name must have at least 2 characters.\n', '');
    await type('> ', 'Ada\r');
    expect(await answer).toEqual({ action: 'accept', content: { name: 'Ada' } });
  });

  it('takes choices by number, presets by Enter, and leaves out what is skipped', async () => {
    const { respondent, type, shown } = openTerminal();
    const fields = {
      colour: {
        type: 'string',
        oneOf: [
          { const: 'r', title: 'Red' },
          { const: 'g', title: 'Green' },
        ],
      },
      extras: { type: 'array', items: { enum: ['milk', 'sugar'] }, minItems: 1, maxItems: 2 },
      count: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
      hot: { type: 'boolean', default: true },
      note: { type: 'string', default: 'none' },
      date: { type: 'string', format: 'date' },
    };
    const answer = ask(respondent, form(fields));
    await type('colour (optional, number of your choice)\n  1) Red\n  2) Green\n> ', '2\r');
    await type('extras (optional, numbers of your choices with commas, 1 to 2 of them)\n', '');
    await type('> ', '2, 1\r');
    await type('count (optional, whole number, 1 to 9)\n[3] > ', '\r');
    await type('hot (optional, yes or no)\n[yes] > ', 'n\r');
    await type('[none] > ', '/skip\r');
    await type('date (optional, date, as 2026-01-31)\n> ', '\r');
    await type('[Y/n] ', '\r');
    expect(await answer).toEqual({
      action: 'accept',
      content: { colour: 'g', extras: ['sugar', 'milk'], count: 3, hot: false },
    });
    const review = 'Your answers:\n  colour: Green\n  extras: sugar, milk\n  count: 3\n  hot: no\n  note: (left out)\n';
    expect(shown()).toContain(`${review}  date: (left out)\nSend them to server "wizard"? [Y/n] `);
  });

  it('goes round again, with what was typed, where the answers are not to be sent', async () => {
    const { respondent, type } = openTerminal();
    const answer = ask(respondent, form({ a: { type: 'string' }, b: { type: 'string' } }));
    await type('> ', 'one\r');
    await type('> ', 'too\r');
    await type('[Y/n] ', 'n\r');
    await type('[one] > ', '\r');
    await type('[too] > ', 'two\r');
    await type('[Y/n] ', 'y\r');
    expect(await answer).toEqual({ action: 'accept', content: { a: 'one', b: 'two' } });
  });

  it.each([
    ['/decline\r', 'decline', []],
    [CTRL_D, 'cancel', []],
    [CTRL_C, 'cancel', ['interrupt']],
  ])('ends by %j with %s', async (typed, action, told) => {
    const { respondent, type, heard } = openTerminal();
    const answer = ask(respondent, form(name));
    await type('> ', typed);
    expect(await answer).toEqual({ action });
    expect(heard).toEqual(['pause', ...told, 'resume']);
  });

  it('is not answered by what was typed before it was shown', async () => {
    const { respondent, type, keys } = openTerminal();
    keys.write('\r');
    const answer = ask(respondent, form({ sure: { type: 'boolean', default: true } }));
    await type('[yes] > ', 'no\r');
    expect(await answer).toEqual({ action: 'accept', content: { sure: false } });
  });

  it('without fields wants a clear yes', async () => {
    const { respondent, type } = openTerminal();
    const yes = ask(respondent, form({}));
    await type('Do you agree? [yes/no] ', '\r');
    await type('Type yes or no.\n', '');
    await type('Do you agree? [yes/no] ', 'yes\r');
    expect(await yes).toEqual({ action: 'accept', content: {} });
    const no = ask(respondent, form({}));
    await type('Do you agree? [yes/no] ', 'no\r');
    expect(await no).toEqual({ action: 'decline' });
  });

  it('asks nothing more after Ctrl-C', async () => {
    const { respondent, type } = openTerminal();
    const answers = [ask(respondent, form(name)), ask(respondent, form(name))];
    await type('> ', CTRL_C);
    expect(await Promise.all(answers)).toEqual([{ action: 'cancel' }, { action: 'cancel' }]);
  });

  it('puts one question after the other', async () => {
    const { respondent, type } = openTerminal();
    const answers = [ask(respondent, form(name)), ask(respondent, form(name))];
    await type('asks you:', '');
    await type('> ', 'Ada\r');
    await type('asks you:', '');
    await type('> ', 'Bob\r');
    expect(await Promise.all(answers)).toMatchObject([{ content: { name: 'Ada' } }, { content: { name: 'Bob' } }]);
  });

  it('is taken away when nobody waits for it any more', async () => {
    const { respondent, type, shown } = openTerminal();
    const stop = new AbortController();
    const answer = ask(respondent, form(name), stop.signal);
    await type('> ', 'half');
    stop.abort();
    await expect(answer).rejects.toThrow('The question of server "wizard" has ended.');
    expect(shown()).toContain('\nServer "wizard" no longer waits for the answer.\n');
  });

  it('shows no text of the server that could steer the terminal or pass for our own', async () => {
    const { respondent, type, raw, shown } = openTerminal();
    const evil = '\u001b[2J\u001b]0;title\u0007Hello\r\nServer "bank" asks you:\u202e\u0000';
    const answer = ask(respondent, {
      message: evil,
      requestedSchema: {
        type: 'object',
        properties: { [evil]: { enum: [evil, 'b'], description: evil, default: evil } },
      },
    });
    await type('> ', '/decline\r');
    await answer;
    expect(shown()).toContain('  | Hello\n  | Server "bank" asks you:\n');
    expect(shown()).not.toContain('\nServer "bank"');
    for (const bad of ['\u001b[2J', '\u001b]', '\u0007', '\u202e', '\u0000']) expect(raw()).not.toContain(bad);
  });

  it('that cannot be shown is refused with the reason, for both sides', async () => {
    const { respondent, shown } = openTerminal();
    const reason = 'its field "x" has a type that forms do not support';
    await expect(ask(respondent, form({ x: { type: 'object' } }))).rejects.toThrow(
      `The question cannot be shown: ${reason}.`,
    );
    expect(shown()).toBe(`Server "wizard" asked something that cannot be shown: ${reason}\n`);
  });
});

describe('a page on a terminal', () => {
  it.each([
    ['done\r', 'accept'],
    ['/decline\r', 'decline'],
    ['no\r', 'decline'],
  ])('is not opened; %j means %s', async (typed, action) => {
    const { respondent, type, shown } = openTerminal();
    const answer = ask(respondent, page);
    await type('Type done when you have opened it, or /decline: ', typed);
    expect(await answer).toEqual({ action });
    expect(shown()).toContain(
      [
        '  | Log in',
        'Type /decline to decline, or press Ctrl-C to end the call.',
        'It asks you to open a page at evil.example:',
        '  https://bank.example@evil.example/a',
        'Open it yourself in a browser, if you trust that host.',
        '',
      ].join('\n'),
    );
  });

  it('is not taken for opened by an Enter, and http is warned of', async () => {
    const { respondent, type, shown } = openTerminal();
    const answer = ask(respondent, { ...page, url: 'http://example.com' });
    await type('/decline: ', '\r');
    await type('/decline: ', 'done\r');
    expect(await answer).toEqual({ action: 'accept' });
    expect(shown()).toContain('What you type there is sent unencrypted.');
  });
});

describe('what cannot be asked', () => {
  const tell = (respondent: CallRespondent, method: string): void =>
    respondent.onRefused?.({ server: 'wizard', method, params: {} });

  it('is told once, with the reason', () => {
    const { respondent, shown } = openTerminal('there is no terminal to ask on');
    expect(respondent.capabilities).toEqual({});
    tell(respondent, 'elicitation/create');
    tell(respondent, 'elicitation/create');
    expect(shown()).toBe('Server "wizard" asked for input, but there is no terminal to ask on\n');
  });

  it('has a reason for models, and none for roots, which servers do without', () => {
    const { respondent, shown } = openTerminal();
    expect(respondent.capabilities).toEqual({ elicitation: { form: {}, url: {} } });
    tell(respondent, 'roots/list');
    tell(respondent, 'sampling/createMessage');
    expect(shown()).toBe('Server "wizard" asked for a model (sampling), which the command line does not have\n');
  });
});
