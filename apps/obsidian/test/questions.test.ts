import { findProcesses, startHttpServer, startModelServer, type ServedTurn } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { askAt, openAskScene, untilAnswered } from './bed/ask.ts';
import { describeWindows } from './bed/describe-windows.ts';
import type { BedWindow } from './bed/open-window.ts';
import {
  chooseCommand,
  createMark,
  press,
  read,
  runApproved,
  pressBlock,
  soon,
  statesOf,
  toBlock,
  toCommand,
  toData,
} from './bed/operate.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

/** A block that lets its server ask something; it shows what the server was told. */
function toAsking(method: string, params: object, tool = 'ask'): string {
  return toBlock('asks', `tool: ${tool}`, `method: ${method}`, `params: ${JSON.stringify(params)}`);
}

function toForm(message: string, properties: object, required: readonly string[] = []): string {
  return toAsking('elicitation/create', { message, requestedSchema: { type: 'object', properties, required } });
}

const FORM = toForm(
  'Whose table should be booked?\nThe kitchen closes at ten.',
  {
    name: { type: 'string', title: 'Name', minLength: 2, description: 'As it stands in the book of the restaurant.' },
    seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 8, default: 2 },
    email: { type: 'string', format: 'email', title: 'Email' },
    outside: { type: 'boolean', title: 'Outside' },
    meal: {
      type: 'string',
      title: 'Meal',
      oneOf: [
        { const: 'l', title: 'Lunch' },
        { const: 'd', title: 'Dinner' },
      ],
    },
    wishes: { type: 'array', title: 'Wishes', items: { type: 'string', enum: ['window', 'quiet'] } },
  },
  ['name', 'meal'],
);

function toSampling(text: string): string {
  return toAsking('sampling/createMessage', {
    systemPrompt: 'You name things.',
    messages: [{ role: 'user', content: [{ type: 'text', text }, IMAGE] }],
    maxTokens: 60,
  });
}

/** Of one pixel. */
const IMAGE = {
  type: 'image',
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};

/** The dialog that is shown. */
const dialogOf = ({ page }: BedWindow): ReturnType<BedWindow['page']['locator']> => page.locator('.modal');

/** What servers were told, block by block, as the note has it. */
function toldOf(window: BedWindow): unknown[] {
  const results = window.read('note.md').match(/(?<=```json\n)[^`]*/g) ?? [];
  return results.map((text) => {
    const { result, error } = JSON.parse(text) as { result?: unknown; error?: { message: string } };
    return result ?? error?.message;
  });
}

const asks = (mark: string): object => toData({ asks: toCommand('asks-anything', mark) });

await describeWindows((open) => {
  it('a form of a server is filled in by keyboard, with what is wrong at its field; declined; and cancelled by Escape', async () => {
    const mark = createMark();
    const note = [FORM, toForm('Really?', {}), toForm('And the password?', { password: { type: 'string' } })].join(
      '\n',
    );
    const window = await open({ notes: { 'note.md': note }, data: toData({ asks: toCommand('asks-anything', mark) }) });
    const { page } = window;
    await read(window);
    await runApproved(window);
    await soon(() => dialogOf(window).innerText()).toContain('The kitchen closes at ten.');
    expect(await dialogOf(window).innerText()).toContain('Server "asks" asks you');
    // What was meant for the note goes nowhere.
    await page.keyboard.type('an');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('B');
    await page.keyboard.press('Enter');
    await soon(() => dialogOf(window).innerText()).toContain('Name must have at least 2 characters.');
    await soon(() => dialogOf(window).innerText()).toContain('Meal is required.');
    await takeThemedScreenshots(window, 'question-form');
    await page.keyboard.type('ob');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('4');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('D');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Submit' }).focus();
    await page.keyboard.press('Enter');
    const content = { name: 'Bob', seats: 4, outside: true, meal: 'd', wishes: ['quiet'] };
    await soon(() => toldOf(window)).toEqual([{ action: 'accept', content }]);
    await pressBlock(window, 1);
    await soon(() => dialogOf(window).innerText()).toContain('Really?');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await soon(() => toldOf(window).slice(1)).toEqual([{ action: 'decline' }]);
    await pressBlock(window, 2);
    await soon(() => dialogOf(window).innerText()).toContain('"password" looks like a secret');
    await page.keyboard.press('Escape');
    await soon(() => toldOf(window).slice(2)).toEqual([{ action: 'cancel' }]);
    expect(window.errors).toEqual([]);
  });

  it('a page is opened by its button alone, with its whole address in sight', async () => {
    const site = await startHttpServer((_request, response) => response.end('<title>The page</title>'));
    onTestFinished(() => site.stop());
    const url = `http://bank.example@127.0.0.1:${site.port}/login?id=7`;
    const note = toAsking('elicitation/create', { mode: 'url', elicitationId: 'x', message: 'Log in', url });
    const window = await open({
      notes: { 'note.md': `${note}\n${note.replace('Log in', 'Again')}` },
      data: asks(createMark()),
    });
    const { page } = window;
    await read(window);
    await runApproved(window);
    await soon(() => dialogOf(window).innerText()).toContain(url);
    expect(await dialogOf(window).locator('.toolyard-address strong').innerText()).toBe(`127.0.0.1:${site.port}`);
    expect(await dialogOf(window).innerText()).toContain('sent unencrypted');
    await takeThemedScreenshots(window, 'question-page');
    await page.keyboard.press('Enter');
    await soon(() => toldOf(window)).toEqual([{ action: 'cancel' }]);
    await pressBlock(window, 1);
    await soon(() => dialogOf(window).innerText()).toContain('Again');
    expect(page.context().pages()).toHaveLength(1);
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await soon(() => toldOf(window)[1]).toEqual({ action: 'accept' });
    expect((await opened).url()).toBe(url);
    expect(window.errors).toEqual([]);
  });

  it('several questions come one after the other; one ends with its call, and all when the plugin is unloaded', async () => {
    const mark = createMark();
    const note = ['One?', 'Two?', 'Three?'].map((message) => toForm(message, {})).join('\n');
    const window = await open({ notes: { 'note.md': note }, data: asks(mark) });
    await read(window);
    await runApproved(window);
    await soon(() => dialogOf(window).innerText()).toContain('One?');
    await pressBlock(window, 1);
    await soon(() => statesOf(window)).toEqual(['pending', 'pending', 'idle']);
    await pressBlock(window, 2);
    await soon(() => statesOf(window)).toEqual(['pending', 'pending', 'pending']);
    expect(await dialogOf(window).count()).toBe(1);
    // The second waits: it is never shown.
    await press(window, 'Stop', 1);
    await soon(() => statesOf(window)).toEqual(['pending', 'cancelled', 'pending']);
    await press(window, 'Stop', 0);
    await soon(() => dialogOf(window).innerText()).toContain('Three?');
    await window.call('unload');
    await soon(() => dialogOf(window).count()).toBe(0);
    await soon(() => findProcesses(mark)).toEqual([]);
    await soon(() => window.read('note.md').match(/status=\w+/g)).toEqual([
      'status=cancelled',
      'status=cancelled',
      'status=cancelled',
    ]);
    expect(window.errors).toEqual([]);
  });

  it('a server asks the model that was chosen only what a person approved, and gets only what they approved', async () => {
    const server = await startModelServer('anthropic', [
      { text: 'Call it "Toolyard".' },
      { text: `${'long '.repeat(6000)}Secret.` },
      { text: 'Perhaps', ends: 'silence' },
    ]);
    onTestFinished(() => server.stop());
    const asked = ['Name this boat.', 'Name that boat.', 'Name the crew.', 'Name the port.'];
    const window = await open({
      notes: { 'note.md': asked.map(toSampling).join('\n') },
      data: asks(createMark()),
      env: { ...server.environment, TOOLYARD_MODEL: server.modelId },
    });
    const { page } = window;
    await read(window);
    await runApproved(window);
    await soon(() => dialogOf(window).innerText()).toContain('Server "asks" wants to ask a model');
    for (const text of [server.modelId, 'at most 60 tokens', 'You name things.', 'Name this boat.']) {
      expect(await dialogOf(window).innerText()).toContain(text);
    }
    await takeThemedScreenshots(window, 'question-sampling');
    expect(server.requests).toHaveLength(0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await soon(() => dialogOf(window).innerText()).toContain('Send this answer to server "asks"?');
    expect(await dialogOf(window).innerText()).toContain('Call it "Toolyard".');
    expect(server.requests).toMatchObject([
      { system: 'You name things.', news: ['Name this boat.'], body: { max_tokens: 60 } },
    ]);
    await takeThemedScreenshots(window, 'question-sampling-answer');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await soon(() => toldOf(window)).toMatchObject([
      { role: 'assistant', content: { type: 'text', text: 'Call it "Toolyard".' }, stopReason: 'endTurn' },
    ]);
    await pressBlock(window, 1);
    await soon(() => dialogOf(window).innerText()).toContain('Name that boat.');
    const image = dialogOf(window).locator('img');
    await soon(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1);
    await press(window, 'Deny');
    await soon(() => toldOf(window)[1]).toBe('The user denied the request.');
    expect(server.requests).toHaveLength(1);
    // An answer that is denied stays here, however long it is; all of it is shown.
    await pressBlock(window, 2);
    await soon(() => dialogOf(window).innerText()).toContain('Name the crew.');
    await press(window, 'Approve');
    await soon(() => dialogOf(window).innerText()).toContain('Send this answer to server "asks"?');
    expect(await dialogOf(window).innerText()).toContain('long Secret.');
    await press(window, 'Deny');
    await soon(() => toldOf(window)[2]).toBe('The user denied the request.');
    await pressBlock(window, 3);
    await soon(() => dialogOf(window).innerText()).toContain('Name the port.');
    await press(window, 'Approve');
    await soon(() => dialogOf(window).innerText()).toContain('Perhaps');
    await dialogOf(window).getByRole('button', { name: 'Stop' }).dispatchEvent('click');
    await soon(() => toldOf(window)[3]).toBe('The user denied the request.');
    await soon(() => server.connections()).toBe(0);
    expect(window.read('note.md')).not.toContain('Secret.');
    expect([server.requests.length, server.mistakes, window.errors]).toEqual([3, [], []]);
  });

  it('FR-032: a server asks in a call of a model too; at the session limit an answer waits for Continue, and its question ends with it', async () => {
    const mark = createMark();
    const toTurn = (message: string): ServedTurn => {
      const params = { message, requestedSchema: { type: 'object', properties: { boat: { type: 'string' } } } };
      return { calls: [{ tool: 'asks:ask', arguments: { method: 'elicitation/create', params } }] };
    };
    const { window, model } = await openAskScene(open, {
      note: '#User : Boats?\n',
      servers: { asks: { ...toCommand('asks-anything', mark) } },
      data: { mcpSessionLimit: 1 },
      turns: ['Which boat?', 'Which port?', 'Which day?'].map(toTurn),
    });
    const { page } = window;
    const limit = page.getByText('Session execution limit reached (1) in note.md. Continue with as many calls again?');
    await askAt(window, 0);
    await press(window, 'Approve');
    await soon(() => dialogOf(window).innerText()).toContain('Which boat?');
    await page.keyboard.press('Tab');
    await page.keyboard.type('The red one');
    await page.keyboard.press('Enter');
    await press(window, 'Approve');
    await limit.waitFor();
    await takeThemedScreenshots(window, 'session-limit');
    await press(window, 'Continue');
    await soon(() => dialogOf(window).innerText()).toContain('Which port?');
    await press(window, 'Decline');
    await press(window, 'Approve');
    await limit.waitFor();
    await chooseCommand(window, 'stop answer');
    await untilAnswered(window);
    await soon(() => limit.count()).toBe(0);
    expect(model.requests.map(({ news }) => news.join())).toEqual([
      expect.stringContaining('Boats?'),
      expect.stringContaining('The red one'),
      expect.stringContaining('decline'),
    ]);
    expect([window.errors, model.mistakes]).toEqual([[], []]);
  });
});
