import { describe, expect, it } from 'vitest';
import { openGateway } from '../harness/start-gateway.ts';
import { createAskPlace, type AskPlace } from './ask-place.ts';

const says = (text: string) => ({ text });
const calls =
  (place: () => AskPlace, tool: string, name: string, more: object = {}) =>
  () => ({
    calls: [{ tool: `files:${tool}`, arguments: { path: place().pathOf(name), ...more } }],
  });

describe('toolyard ask', () => {
  it('answers with the tools of a real server, and tells programs each event', async () => {
    let place: AskPlace;
    const reads = calls(() => place, 'read_text_file', 'a.txt');
    place = await createAskPlace([reads, ({ news }) => says(`It says: ${/hello/.exec(news.join())?.[0]}.`)]);
    place.write('a.txt', 'hello');
    const events = await place.events('What does a.txt say?', '--yes');
    const [call, approval, result, ...rest] = events;
    expect([call, approval, result]).toEqual([
      { type: 'tool-call', id: 'call_0_0', tool: 'files:read_text_file', arguments: { path: place.pathOf('a.txt') } },
      { type: 'approval', id: 'call_0_0', decision: 'once' },
      { type: 'tool-result', id: 'call_0_0', status: 'success', text: 'hello', durationMs: expect.any(Number) },
    ]);
    expect(rest.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('')).toBe('It says: hello.');
    expect(rest.slice(-2)).toEqual([
      { type: 'usage', inputTokens: expect.any(Number), outputTokens: 14, cachedInputTokens: expect.any(Number) },
      { type: 'end', reason: 'stop' },
    ]);
    expect(place.model.mistakes).toEqual([]);
  });

  it('refuses calls where nobody can be asked, and tells the model how they are allowed', async () => {
    let place: AskPlace;
    const reads = calls(() => place, 'read_text_file', 'a.txt');
    place = await createAskPlace([reads, says('I may not.')]);
    const { code, stdout, stderr } = await place.ask('What does a.txt say?');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I may not.\n' });
    expect(stderr).toContain('files:read_text_file was not called: nobody can be asked for approval here.');
    expect(place.model.requests[1]?.news.join()).toContain('The user can allow calls with --yes');
  });

  it('lets --yes-destructive, and not --yes, destroy something', async () => {
    let place: AskPlace;
    const writes = calls(() => place, 'write_file', 'b.txt', { content: 'x' });
    place = await createAskPlace([writes, says('No.'), writes, says('Yes.')]);
    await place.ask('Write b.txt', '--yes');
    expect(place.read('b.txt')).toBeUndefined();
    expect(place.model.requests[1]?.news.join()).toContain('--yes does not cover that');
    expect((await place.ask('Write b.txt', '--yes-destructive')).stdout).toBe('Yes.\n');
    expect(place.read('b.txt')).toBe('x');
  });

  it('asks nobody about a server with trust, also where another process runs it', async () => {
    let place: AskPlace;
    const writes = calls(() => place, 'write_file', 'b.txt', { content: 'x' });
    place = await createAskPlace([writes, says('Done.')], { server: { trust: true } });
    const client = await openGateway(place);
    expect((await client.toolNames()).length).toBeGreaterThan(5);
    expect(await place.events('Write b.txt')).toContainEqual({ type: 'approval', id: 'call_0_0', decision: 'trusted' });
    expect(place.read('b.txt')).toBe('x');
    const shown = JSON.parse((await place.toolyard(['calls', '--json'])).stdout);
    expect(shown.history.at(-1)).toMatchObject({
      tool: 'files:write_file',
      origin: 'assistant',
      approval: 'trusted',
      conversation: expect.any(String),
    });
    await client.close();
  });

  it('keeps each call after its Toolyard has ended, also one that was denied', async () => {
    let place: AskPlace;
    const reads = calls(() => place, 'read_text_file', 'a.txt');
    place = await createAskPlace([reads, says('x'), reads, says('y')]);
    place.write('a.txt', 'hello');
    await place.ask('Read it', '--yes');
    await place.ask('Read it');
    const common = {
      tool: 'files:read_text_file',
      origin: 'assistant',
      conversation: expect.any(String),
      arguments: { path: place.pathOf('a.txt') },
    };
    const kept = await place.toolyard(['calls', '--json', '--arguments']);
    expect(JSON.parse(kept.stdout)).toMatchObject({
      active: [],
      history: [
        { ...common, approval: 'once', status: 'success' },
        { ...common, approval: 'denied', status: 'error', error: { code: 'call-denied' } },
      ],
    });
    expect(kept.stdout).not.toContain('hello');
  });

  it('reads the question from stdin, and goes on with the last conversation', async () => {
    const place = await createAskPlace([says('Ada.'), says('Yes.'), says('Who?')]);
    expect((await place.toolyard(['ask', '--no-tools'], 'Who wrote it?\n')).stdout).toBe('Ada.\n');
    await place.ask('Really?', '--no-tools', '--continue');
    await place.ask('Really?', '--no-tools');
    const messagesOf = (index: number): unknown => place.model.requests[index]?.body['messages'];
    expect(JSON.stringify(messagesOf(1))).toMatch(/Who wrote it\?.*Ada\..*Really\?/);
    expect(JSON.stringify(messagesOf(2))).not.toContain('Ada.');
    expect(place.model.requests.map(({ tools }) => tools)).toEqual([[], [], []]);
  });

  it('offers the tools of the named servers alone, and refuses a server that does not exist', async () => {
    const place = await createAskPlace([says('x')]);
    const { code, stderr } = await place.ask('x', '--server', 'flies');
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'Server not found: flies\nDid you mean files?\n' });
    await place.ask('x', '--server', 'files');
    expect(place.model.requests[0]?.tools).toContain('files__read_text_file');
  });

  it('answers in a note, with a record of each call, and again in place of that', async () => {
    let place: AskPlace;
    const reads = calls(() => place, 'read_text_file', 'a.txt');
    place = await createAskPlace([reads, says('It says hello.'), says('I do not know.')]);
    place.write('a.txt', 'hello');
    place.write('note.md', '# Files\n\n#User : What does a.txt say?\n');
    const { code, stdout } = await place.ask('--document', 'note.md', '--yes');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(place.read('note.md')).toMatch(
      /^# Files\n\n#User : What does a\.txt say\?\n\n#Assistant :\n\n> \[!tool\]- files:read_text_file · success · [^]*> hello\n[^]*\n\nIt says hello\.\n$/,
    );
    await place.ask('--document', 'note.md', '--again');
    expect(place.read('note.md')).toBe('# Files\n\n#User : What does a.txt say?\n\n#Assistant :\n\nI do not know.\n');
  });

  it('runs the blocks of the conversation first where that is wanted, and counts them with the calls of the model', async () => {
    let place: AskPlace;
    const reads = calls(() => place, 'read_text_file', 'a.txt');
    place = await createAskPlace([reads, says('No more.')], { settings: { sessionLimit: 1 } });
    place.write('a.txt', 'hello');
    const block = ['```files', 'tool: read_text_file', `path: ${place.pathOf('a.txt')}`, '```'].join('\n');
    place.write('note.md', `#User : Look.\n\n${block}\n`);
    await place.ask('--document', 'note.md', '--run-blocks', '--yes');
    expect(place.model.requests[0]?.news.join()).toContain('hello');
    expect(place.read('note.md')).toContain('Session execution limit reached (1)');
  });

  it('ends with exit code 1 where the model fails, 2 where there is none, and says why', async () => {
    const place = await createAskPlace([{ status: 400, message: 'No such model' }]);
    expect(await place.ask('x', '--continue')).toMatchObject({
      code: 2,
      stderr: 'There is no conversation to continue. Ask without --continue to begin one.\n',
    });
    const failed = await place.ask('x', '--no-tools');
    expect({ code: failed.code, stdout: failed.stdout }).toEqual({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('No such model');
    const missing = await place.ask('x', '--model', 'openai/gpt');
    expect(missing).toMatchObject({ code: 2, stderr: 'Model "openai/gpt" needs a key. Set OPENAI_API_KEY.\n' });
    expect(await place.ask('--document', 'no.md')).toMatchObject({ code: 2, stderr: 'No such file: no.md\n' });
    expect((await place.ask('--again')).stderr).toBe('--again is about a note. Name one with --document.\n');
  });

  it('stops the answer with Ctrl-C, and keeps what came', async () => {
    const place = await createAskPlace([{ text: 'Once upon', ends: 'silence' }, says('a time.')]);
    const { child, finished, saw } = place.start('ask', 'A story', '--no-tools');
    await saw('stdout', 'Once upon');
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 130, stdout: 'Once upon\n' });
    await place.ask('Go on', '--no-tools', '--continue');
    expect(JSON.stringify(place.model.requests[1]?.body['messages'])).toContain('Once upon');
  });
});
