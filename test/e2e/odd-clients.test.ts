import { findProcesses } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createMarker, createYardFolder, fixture } from './harness/create-yard-folder.ts';
import { openGateway, startGateway } from './harness/start-gateway.ts';

const GARBAGE = [
  'hello',
  '',
  '   ',
  '{"jsonrpc":"2.0","id":',
  '{}',
  '[]',
  '[1,2]',
  'null',
  '\u0000\u0001',
  '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
  '{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}',
  '{"jsonrpc":"2.0","id":77,"result":{}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
  'x'.repeat(1_000_000),
];

describe('the gateway', () => {
  it('goes on after lines that are no messages, and says nothing to them on stdout', async () => {
    const gateway = startGateway(createYardFolder({ echo: fixture('echo') }));
    gateway.write(`${GARBAGE.join('\n')}\r\n`);
    await gateway.initialize();
    gateway.write(`${GARBAGE.join('\n')}\n`);
    expect(await gateway.text('echo:echo', { text: 'hello' })).toBe('hello');
    expect(gateway.noise).toEqual([]);
    expect(gateway.messages).toHaveLength(2);
    expect(gateway.stderr).toContain('The client sent a line that is not a message: hello');
    expect(gateway.stderr.length).toBeLessThan(20_000);
    expect(await gateway.close()).toMatchObject({ code: 0, signal: null });
  });

  it('reads a message that comes in pieces, and several that come at once', async () => {
    const gateway = await openGateway(createYardFolder({ echo: fixture('echo') }));
    await gateway.toolNames();
    const message = (id: string): string =>
      `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"echo:echo","arguments":{"text":"é${id}"}}}\n`;
    for (const byte of Buffer.from(message('piece'))) gateway.child.stdin.write(Buffer.from([byte]));
    gateway.write(`${message('one')}\r\n${message('two')}${message('three')}`);
    const answers = await Promise.all(['piece', 'one', 'two', 'three'].map((id) => gateway.answerTo(id)));
    expect(answers.map(({ result }) => result?.['content'])).toEqual(
      ['épiece', 'éone', 'étwo', 'éthree'].map((text) => [{ type: 'text', text }]),
    );
  });

  it('answers every request of a batch, as revision 2025-03-26 has them', async () => {
    const gateway = startGateway(createYardFolder({ echo: fixture('echo') }));
    const { result } = await gateway.initialize('2025-03-26');
    expect(result).toMatchObject({ protocolVersion: '2025-03-26' });
    const call = (id: string): object => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'echo:echo', arguments: { text: id } },
    });
    const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'none' } };
    gateway.write(`${JSON.stringify([call('a'), note, { jsonrpc: '2.0', id: 'b', method: 'ping' }, call('c')])}\n`);
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((id) => gateway.answerTo(id)));
    expect(a?.result).toEqual({ content: [{ type: 'text', text: 'a' }] });
    expect(b?.result).toEqual({});
    expect(c?.result).toEqual({ content: [{ type: 'text', text: 'c' }] });
  });

  it('answers requests that come before the handshake, and shakes hands after', async () => {
    const gateway = startGateway(createYardFolder({ echo: fixture('echo') }));
    expect((await gateway.request('ping')).result).toEqual({});
    const early = await gateway.request('tools/list');
    expect(early.result ?? early.error).toBeDefined();
    expect((await gateway.initialize()).result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect(await gateway.text('echo:echo', { text: 'after' })).toBe('after');
  });

  it('offers its newest revision to a client that asks for one it does not know', async () => {
    const gateway = startGateway(createYardFolder());
    expect((await gateway.initialize('1999-01-01')).result).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  it('refuses an id that is still in use, and answers its first owner', async () => {
    const gateway = await openGateway(createYardFolder({ patient: fixture('records-cancel') }));
    await gateway.toolNames();
    const wait = { id: 'twice', method: 'tools/call', params: { name: 'patient:wait', arguments: { n: 1 } } };
    gateway.send(wait);
    gateway.send({ ...wait, params: { name: 'patient:wait', arguments: { n: 2 } } });
    const refused = await gateway.answerTo('twice');
    expect(refused.error).toMatchObject({ code: -32600, message: expect.stringContaining('"twice"') });
    expect(await gateway.text('patient:release')).toBe('1');
    const answer = await gateway.saw((message) => message.id === 'twice' && message.result !== undefined);
    expect(answer.result).toEqual({ content: [{ type: 'text', text: 'released {"n":1}' }] });
  });

  it('keeps the type of ids', async () => {
    const gateway = await openGateway(createYardFolder());
    for (const id of ['1', 1, 0, -5, 'ü\n"', '']) {
      gateway.send({ id, method: 'ping' });
      await gateway.answerTo(id);
    }
    expect(gateway.noise).toEqual([]);
  });

  it('ends cleanly when stdin closes with calls in flight', async () => {
    const marker = createMarker();
    const gateway = await openGateway(createYardFolder({ patient: fixture('records-cancel', [], marker) }));
    await gateway.toolNames();
    const meta = { _meta: { progressToken: 'last' } };
    for (let n = 0; n < 20; n++) gateway.ask('tools/call', { name: 'patient:wait', arguments: { n } });
    gateway.ask('tools/call', { name: 'patient:wait', arguments: { n: 20 }, ...meta });
    await gateway.saw((message) => message.params?.['progressToken'] === 'last');
    expect(await gateway.close()).toMatchObject({ code: 0, signal: null });
    expect(gateway.stderr).toBe('');
    expect(findProcesses(marker)).toEqual([]);
  });

  it('ends cleanly when stdin closes before anything was said', async () => {
    const gateway = startGateway(createYardFolder({ echo: fixture('echo') }));
    expect(await gateway.close()).toMatchObject({ code: 0, signal: null });
    expect(gateway.stderr).toBe('');
    expect(gateway.messages).toEqual([]);
  });
});
