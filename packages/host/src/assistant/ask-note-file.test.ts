import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFixedApprover, type AnswerEvent, type Model } from '@toolyard/assistant';
import { parseNote, type NoteStore } from '@toolyard/documents';
import { createLocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createMemoryLog,
  createScriptedModel,
} from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NoteYard } from '../documents/note-path.ts';
import { askNoteFile, readConversationEnd, type NoteAnswer, type NoteQuestion, type NoteRequest } from './index.ts';

const forever = new AbortController().signal;

/** A note in a folder, and a yard whose servers `a` and `b` say what they are given. */
async function openNote(text: string) {
  const cwd = await mkdtemp(join(tmpdir(), 'toolyard-ask-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const file = join(cwd, 'note.md');
  await writeFile(file, text);
  const clock = createFakeClock();
  const configuration = createConfiguration({ a: {}, b: {} }, { sessionLimit: 2 });
  const server = {
    tools: ['say'],
    call: (_: string, request: { param(name: string): unknown }) =>
      JSON.stringify({ content: [{ type: 'text', text: `said ${JSON.stringify(request.param('arguments'))}` }] }),
  };
  const yard = createLocalYard({
    configuration,
    links: createFakeLinkStarter({ a: server, b: server }),
    clock,
    log: createMemoryLog(),
    client: { name: 'test', version: '0' },
    chainId: 'y',
  });
  await yard.settled({ signal: forever });
  const used: NoteYard = { yard, caller: yard.caller, configuration, place: {} };
  const surroundings = { env: {}, cwd, homeDir: cwd, platform: process.platform, userId: 0 };
  const events: AnswerEvent[] = [];
  return {
    yard,
    events,
    read: () => readFile(file, 'utf8'),
    change: async (edit: (text: string) => string) => writeFile(file, edit(await readFile(file, 'utf8'))),
    ask: (model: Model, more: Partial<NoteQuestion> = {}): Promise<NoteAnswer> =>
      askNoteFile({ surroundings, clock }, used, {
        file: 'note.md',
        openModel: () => model,
        approver: createFixedApprover('all'),
        isTrusted: () => false,
        onEvent: (event) => events.push(event),
        ...more,
      }),
  };
}

describe('a question in a note', () => {
  it('is answered in the note, with the calls that were made', async () => {
    const { ask, read, yard } = await openNote('#System : Be brief.\n\n#User : Say it.\n');
    const model = createScriptedModel([
      { text: 'I do.', calls: [{ tool: 'a:say', arguments: { x: 1 } }] },
      { text: 'Done.' },
    ]);
    expect(await ask(model)).toEqual({ status: 'written', text: 'I do.Done.', end: { type: 'end', reason: 'stop' } });
    expect(await read()).toMatch(
      /^#System : Be brief\.\n\n#User : Say it\.\n\n#Assistant :\n\nI do\.\n\n> \[!tool\]- a:say · success · [^\n]+\n[^]*> said \{"x":1\}\n> ```\n\nDone\.\n$/,
    );
    expect(model.requests[0]?.system).toMatch(/^Be brief\.\n/);
    expect(yard.calls.history()).toMatchObject([
      { tool: 'a:say', origin: 'assistant', document: { path: 'note.md', line: 3 } },
    ]);
  });

  it('goes on with what stands there', async () => {
    const { ask, read } = await openNote('#User : Say it.\n');
    await ask(createScriptedModel([{ calls: [{ tool: 'a:say', arguments: { x: 1 } }] }, { text: 'Done.' }]));
    const model = createScriptedModel([{ text: 'Because.' }]);
    await ask(model, { question: 'Why?' });
    expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(await read()).toMatch(/\n\nDone\.\n\n#User : Why\?\n\n#Assistant :\n\nBecause\.\n$/);
  });

  it('has the tools of its section and of its note alone', async () => {
    const front = '---\ntoolyard: { model: x/y, servers: [a], bindings: [{ heading: Bound, server: b }] }\n---\n';
    const { ask, events } = await openNote(`${front}# Free\n#User : 1\n# Bound\n#User : 2\n`);
    const names = async (line: number, servers?: readonly string[]): Promise<unknown> => {
      const model = createScriptedModel([{ text: 'x' }]);
      await ask(model, {
        line,
        ...(servers && { servers }),
        again: true,
        openModel: (settings) => ({ ...model, id: settings.model ?? '' }),
      });
      return model.requests[0]?.tools.map(({ name }) => name);
    };
    expect(await names(7, ['a', 'b'])).toEqual(['b:say']);
    expect(await names(5)).toEqual(['a:say']);
    expect(await names(5, ['a', 'b'])).toEqual(['a:say', 'b:say']);
    expect(await names(5, [])).toEqual([]);
    expect(events.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  it.each([
    ['in a bound section', 5, ['a:say'], 'error: Section "Bound" is bound to server a; b is not available here'],
    ['in another one', 7, ['a:say', 'b:say'], 'success: said {}'],
    ['where the server is disabled', 7, ['a:say'], 'error: Server b is disabled'],
  ])('has no other tools %s, also when the model asks for one', async (where, line, offered, result) => {
    const front = '---\ntoolyard: { bindings: [{ heading: Bound, server: a }] }\n---\n';
    const { ask, events, yard } = await openNote(`${front}# Bound\n#User : 1\n# Free\n#User : 2\n`);
    if (where.includes('disabled')) await yard.disable('b');
    const model = createScriptedModel([{ calls: [{ tool: 'b:say', arguments: {} }] }, { text: 'x' }]);
    await ask(model, { line });
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(offered);
    const results = events.flatMap((event) => (event.type === 'tool-result' ? [`${event.status}: ${event.text}`] : []));
    expect(results).toEqual([result]);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain(
      JSON.stringify(result.replace(/^\w+: /, '')).slice(1, -1),
    );
  });

  it.each([
    [
      'the binding of its section',
      'bindings: [{ heading: Here, server: a }]',
      'error: Section "Here" is bound to server a; b is not available here',
    ],
    ['the servers of its note', 'servers: [a]', 'error: Server b is not available here; this conversation uses a'],
  ])('goes by %s as it is when a call is made', async (_, added, result) => {
    const { ask, change, events, yard } = await openNote(
      '---\ntoolyard: { servers: [a, b] }\n---\n# There\n\n# Here\n#User : Say.\n',
    );
    const model = createScriptedModel([
      { text: 'I do.', calls: [{ tool: 'b:say', arguments: {} }] },
      { calls: [{ tool: 'a:say', arguments: {} }] },
      { text: 'Done.' },
    ]);
    const approver: NoteQuestion['approver'] = {
      async decide(calls) {
        await change((text) => text.replace('servers: [a, b]', `${added}\n`).replace('# There', '# Where\n'));
        return new Map(calls.map(({ id }) => [id, 'once']));
      },
    };
    await ask(model, { approver });
    const results = events.flatMap((event) => (event.type === 'tool-result' ? [`${event.status}: ${event.text}`] : []));
    expect(results).toEqual([result, 'success: said {}']);
    expect(yard.calls.history().map(({ document }) => document?.line)).toEqual([9, 9]);
  });

  it('has no tools any more where it was removed', async () => {
    const { ask, change, events } = await openNote('# A\n#User : Say.\n\n# B\n');
    const model = createScriptedModel([{ calls: [{ tool: 'b:say', arguments: {} }] }, { text: 'Done.' }]);
    const approver: NoteQuestion['approver'] = {
      async decide(calls) {
        await change(() => '# B\n');
        return new Map(calls.map(({ id }) => [id, 'once']));
      },
    };
    expect(await ask(model, { approver })).toMatchObject({ status: 'gone' });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'tool-result', text: expect.stringContaining('was removed from the note') }),
    );
  });

  it('has the tools of the place where it is to stand', async () => {
    const front = '---\ntoolyard: { bindings: [{ heading: Bound, server: b }] }\n---\n';
    const { ask, read, yard } = await openNote(`${front}# A\n#User : 1\n## Bound\nwords\n\n# C\n`);
    const model = createScriptedModel([{ calls: [{ tool: 'a:say', arguments: {} }] }, { text: 'x' }]);
    await ask(model, { question: '2', line: 5 });
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['b:say']);
    expect(await read()).toContain('## Bound\nwords\n\n#User : 2\n\n#Assistant :\n');
    expect(yard.calls.history()).toMatchObject([{ tool: 'a:say', document: { path: 'note.md', line: 7 } }]);
  });

  it('says which servers of its note do not exist', async () => {
    const { ask, events } = await openNote('---\ntoolyard: { servers: [a, servr] }\n---\n#User : 1\n');
    await ask(createScriptedModel([{ text: 'x' }]));
    expect(events[0]).toEqual({
      type: 'notice',
      message: '"toolyard.servers" of the note: Server not found: servr',
    });
  });

  it('counts its calls with those of its blocks, which are run where that is wanted', async () => {
    const block = '```a\ntool: say\nx: 1\n```';
    const { ask, read } = await openNote(`#User : Look.\n\n${block}\n\n# Elsewhere\n`);
    const calls = [
      { tool: 'a:say', arguments: { x: 2 } },
      { tool: 'a:say', arguments: { x: 3 } },
    ];
    const model = createScriptedModel([{ calls }, { text: 'Done.' }]);
    await ask(model, { runsBlocks: true, session: 's' });
    expect(JSON.stringify(model.requests[0]?.messages)).toContain('Result of this tool block: success');
    expect(await read()).toContain('Session execution limit reached (2)');
  });

  it('tells the model no secret that a block returned', async () => {
    const { ask } = await openNote('#User : Look.\n\n```a\ntool: say\nx: token-0123\n```\n');
    const model = createScriptedModel([{ text: 'Done.' }]);
    await ask(model, { runsBlocks: true, redact: (text) => text.replaceAll('said {"x":"token-0123"}', '***') });
    expect(JSON.stringify(model.requests[0]?.messages)).toMatch(/success, [^*]*tool-output-\w+>\\n\*\*\*\\n/);
  });

  it('keeps what came until it was stopped, and says so in the note', async () => {
    const { ask, read } = await openNote('#User : Say it.\n');
    const stop = new AbortController();
    const model = createScriptedModel([{ text: 'Once', ends: 'silence' }]);
    const onEvent = ({ type }: AnswerEvent): void => (type === 'text' ? stop.abort() : undefined);
    expect(await ask(model, { signal: stop.signal, onEvent })).toMatchObject({ end: { reason: 'stopped' } });
    expect(await read()).toBe(
      '#User : Say it.\n\n#Assistant :\n\nOnce\n\n> [!warning] This answer was stopped before its end.\n',
    );
  });

  it.each([
    [
      'a conversation',
      (lines: string) => `#User : a\n\n#Assistant :\n\n${lines}\n\n`.repeat(50),
      /the first \d+ messages$/,
    ],
    ['text', (lines: string) => lines.repeat(50), /\d{6} characters of the text of the note$/],
  ])(
    'in a note with 10,000 lines of %s has a bounded request, and people are told what is left out',
    async (_, fill, left) => {
      const text = fill('All the words of one long line of a note.\n'.repeat(200));
      const { ask, events, read } = await openNote(`${text}\n#User : And?\n`);
      expect(text.split('\n').length).toBeGreaterThan(10_000);
      const model = createScriptedModel([{ text: 'Yes.' }], { contextTokens: 60_000 });
      expect(await ask(model)).toMatchObject({ status: 'written' });
      const tokens = JSON.stringify(model.requests[0]).length / 4;
      expect(tokens).toBeLessThan(60_000);
      expect(tokens).toBeGreaterThan(20_000);
      expect(events[0]).toEqual({ type: 'notice', message: expect.stringMatching(left) });
      expect(await read()).toBe(`${text}\n#User : And?\n\n#Assistant :\n\nYes.\n`);
    },
  );

  it('is not sent where its answer has no place', async () => {
    const { ask, events } = await openNote('#User : hi\n```js\ncode');
    const model = createScriptedModel([{ text: 'x' }]);
    await expect(ask(model)).rejects.toMatchObject({ code: 'note-not-written' });
    expect([model.requests, events]).toEqual([[], []]);
  });

  it('ends with an error, and gives its answer back, where the note cannot be written', async () => {
    const { ask, events } = await openNote('#User : hi\n');
    const store: NoteStore = {
      read: async () => '#User : hi\n',
      update: () => Promise.reject(new Error('The disk is full')),
      attach: async () => false,
    };
    const end = { type: 'end', reason: 'error', message: 'The disk is full' };
    const model = createScriptedModel([{ text: 'x' }]);
    expect(await ask(model, { store })).toMatchObject({ status: 'failed', text: 'x', end });
    expect(events.filter(({ type }) => type === 'end')).toEqual([end]);
    expect(events.at(-1)).toEqual(end);
  });

  it('is refused where there is none, or where messages cannot be called so', async () => {
    const { ask } = await openNote('#User : a\n\n#Assistant : b\n');
    const model = createScriptedModel([]);
    await expect(ask(model)).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(/is answered/) });
    await expect(ask(model, { line: 9, runsBlocks: true })).rejects.toMatchObject({
      code: 'usage',
      message: 'The note has no line 9: its last line is 4.',
    });
    const names = { system: 'a', user: 'a', assistant: 'b' };
    await expect(ask(model, { names })).rejects.toMatchObject({ message: 'Two kinds of messages have the same name' });
  });

  it('is sent as it was shown, with what goes with it', async () => {
    const { ask, read } = await openNote('#System : Be brief.\n\n#User : Say it.\n');
    const model = createScriptedModel([{ text: 'Done.' }]);
    const shown: NoteRequest[] = [];
    await ask(model, {
      attach: async ({ question }) => [{ type: 'text', text: `${question.length} text` }],
      async confirm(request) {
        shown.push(request);
        return true;
      },
    });
    const [{ tokens, notices, model: id, ...request } = { tokens: 0, notices: [], model: '' }] = shown;
    expect(model.requests).toEqual([request]);
    expect(request).toMatchObject({
      messages: [{ role: 'user', content: [{ text: 'Say it.' }, { text: '1 text' }] }],
      tools: [{ name: 'a:say' }, { name: 'b:say' }],
    });
    expect([id, notices]).toEqual([model.id, []]);
    expect(tokens).toBeGreaterThan(50);
    expect(await read()).toContain('Done.');
  });

  it('is not sent, and the note stays as it was, where a person says no', async () => {
    const { ask, read, events } = await openNote('#User : Say it.\n');
    const model = createScriptedModel([{ text: 'Done.' }]);
    expect(await ask(model, { confirm: async () => false })).toMatchObject({ status: 'empty', text: '' });
    expect([model.requests, events, await read()]).toEqual([[], [], '#User : Say it.\n']);
  });
});

describe('the conversation at a line', () => {
  it.each([
    ['#User : a\n', 1, 'question'],
    ['Some text\n', 1, 'question'],
    ['#User : a\n\n#Assistant : b\n', 1, 'answer'],
    ['#User : a\n\n#Assistant : b\n\n#User :\n', 5, undefined],
    ['#System : a\n', 1, undefined],
    ['# A\n#User : a\n# B\n#User : a\n#Assistant : b\n', 2, 'question'],
    ['# A\n#User : a\n# B\n#User : a\n#Assistant : b\n', 4, 'answer'],
    ['\n', 1, undefined],
  ])('ends in %j at line %i with: %s', (text, line, end) => {
    expect(readConversationEnd(parseNote(text, { servers: [] }), line)).toBe(end);
  });
});
